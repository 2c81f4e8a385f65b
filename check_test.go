package zetes_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
)

type badDefaults struct {
	Port  int           `json:"port" default:"8080"`
	Level int8          `json:"level" default:"300"`
	Next  *badDefaults  `json:"next"`
	Wait  time.Duration `json:"wait"`
}

func TestBadDefault(t *testing.T) {
	api := zetes.Config{Defaults: true}.Freeze()
	type outer struct{ List []badDefaults }
	for _, in := range []string{`{}`, `{"level":1}`, `{"port":1,"level":2}`} {
		var v outer
		err := api.UnmarshalString(`{"List":[`+in+`]}`, &v)
		e, ok := errors.AsType[*zetes.TypeError](err)
		if !ok || e.Field != "Level" || fmt.Sprint(e.Type) != "zetes_test.badDefaults" || !strings.Contains(err.Error(), `field Level of type zetes_test.badDefaults: default 300: json: cannot unmarshal number`) {
			t.Errorf("%s: got %v", in, err)
		}
		place, ok := err.(*zetes.Error)
		if !ok || place.Offset != 9 || place.Pointer != "/List/0" || place.GoPath() != "outer.List[0]" {
			t.Errorf("%s: got %+v", in, err)
		}
	}
	err := api.Check(0, (*outer)(nil), nil, "")
	if e, ok := errors.AsType[*zetes.TypeError](err); !ok || e.Field != "Level" {
		t.Errorf("got %v", err)
	}
	var all zetes.Errors
	var v outer
	if err := api.UnmarshalAll([]byte(`{"List":[{},{}]}`), &v, 0); !errors.As(err, &all) || len(all) != 2 {
		t.Errorf("got %v", err)
	}
	// Without the option the tag means nothing.
	if err := zetes.Strict().Freeze().Check(outer{}); err != nil {
		t.Error(err)
	}
	if err := zetes.Strict().Freeze().UnmarshalString(`{"List":[{}]}`, &v); err != nil {
		t.Error(err)
	}
}

// TestBadDefaultConcurrent has types compiled and tried while others use them.
func TestBadDefaultConcurrent(t *testing.T) {
	for range 50 {
		api := zetes.Config{Defaults: true}.Freeze()
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				var v badDefaults
				if err := api.UnmarshalString(`{}`, &v); err == nil {
					t.Error("no error")
				}
			})
		}
		wg.Wait()
	}
}

func TestDefaultsThatBreakRules(t *testing.T) {
	type inner struct {
		N int `json:"n,required"`
	}
	type outer struct {
		In inner `default:"{}"`
		Ok inner `default:"{\"n\":1}"`
	}
	err := zetes.Config{Defaults: true, Required: true}.Freeze().Check(outer{})
	if e, ok := errors.AsType[*zetes.TypeError](err); !ok || e.Field != "In" || strings.Contains(err.Error(), "field Ok") {
		t.Errorf("got %v", err)
	}
}

func TestCheckNames(t *testing.T) {
	type leaf struct {
		UserID int
		UserId string
		Name   string `json:"name"`
	}
	type root struct {
		Leaves map[string][]*leaf
		Up     *root
	}
	api := zetes.Config{Naming: zetes.SnakeCase}.Freeze()
	err := api.Check(root{})
	e, ok := errors.AsType[*zetes.TypeError](err)
	if !ok || e.Field != "UserId" || e.Error() != `json: field UserId of type zetes_test.leaf: it is named "user_id", as field UserID is` {
		t.Errorf("got %v", err)
	}
	if err := api.Check(order{}, house{}); err != nil {
		t.Error(err)
	}
}

// Names from tags leave fields out of one struct alone: what is embedded may be hidden on purpose.
func TestCheckTags(t *testing.T) {
	type base struct {
		X int `key:"x"`
	}
	type other struct {
		Z int `key:"x"`
		W int `key:"Y"`
	}
	type leaf struct {
		base
		A int `key:"n"`
		B int `key:"n"`
	}
	for want, v := range map[string]any{
		`json: field B of type zetes_test.leaf: it is named "n", as field A is`: map[string]*leaf{},
		"": struct {
			base
			other
			Y int
			A int `key:"a"`
			B int `key:"-"`
			C int `key:"-"`
		}{},
	} {
		if err := (zetes.Config{TagKey: "key"}).Freeze().Check(v); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%T: got %v, want %q", v, err, want)
		}
	}
}

// textAndJSON are keys that could be made in two ways: for names, their text counts.
type textAndJSON int

func (k textAndJSON) MarshalText() ([]byte, error) { return []byte("k" + strconv.Itoa(int(k))), nil }
func (k *textAndJSON) UnmarshalText(b []byte) (err error) {
	n, err := strconv.Atoi(strings.TrimPrefix(string(b), "k"))
	*k = textAndJSON(n)
	return err
}
func (k *textAndJSON) UnmarshalJSON([]byte) error { return io.ErrUnexpectedEOF }

// TestConfigEverywhere decodes into places that only encoding/json used to know.
func TestConfigEverywhere(t *testing.T) {
	type named struct{ FullName string }
	type places struct {
		ByOdd  map[textAndJSON]named
		ByInt  map[int]named
		ByUint map[uint8]named
		Held   any
		Deeper any
		Count  int64  `json:",string"`
		Limit  *int64 `json:",string"`
	}
	twice := codec.For(func(w *codec.Writer, v *int64) { w.Int(*v * 2) }, func(r *codec.Reader, v *int64) { *v = r.Int() / 2 })
	api := zetes.Config{Naming: zetes.SnakeCase, ExactCase: true, Codecs: []codec.Codec{twice}}.Freeze()
	held, deeper := &named{}, &named{}
	v := places{Held: held, Deeper: &deeper}
	in := `{"by_odd":{"k3":{"full_name":"a"}},"by_int":{"007":{"full_name":"b"}},"by_uint":{"+1":{},"01":{"full_name":"c"}},` +
		`"held":{"full_name":"d"},"deeper":{"full_name":"e"},"count":8,"limit":6}`
	err := api.UnmarshalString(in, &v)
	if te := (*json.UnmarshalTypeError)(nil); !errors.As(err, &te) || te.Value != "number +1" {
		t.Errorf("got %v", err)
	}
	if got := fmt.Sprint(v.ByOdd, v.ByInt, v.ByUint, *held, *deeper, v.Count, *v.Limit); got != "map[3:{a}] map[7:{b}] map[1:{c}] {d} {e} 4 3" {
		t.Errorf("got %s", got)
	}
	out, err := api.MarshalString(v)
	if want := `{"by_odd":{"k3":{"full_name":"a"}},"by_int":{"7":{"full_name":"b"}},"by_uint":{"1":{"full_name":"c"}},` +
		`"held":{"full_name":"d"},"deeper":{"full_name":"e"},"count":8,"limit":6}`; out != want || err != nil {
		t.Errorf("got %s, %v", out, err)
	}
}

// TestForeignTags shows that what only encoding/json over version 2 knows is an error, not another meaning without
// notice.
func TestForeignTags(t *testing.T) {
	type foreign struct {
		N []byte         `json:"n,format:base32"`
		M map[string]int `json:",embed"`
	}
	api := zetes.Config{Naming: zetes.SnakeCase}.Freeze()
	v := struct{ In *foreign }{&foreign{N: []byte("abc")}}
	_, encodes := api.Marshal(v)
	var back struct{ In *foreign }
	decodes := api.UnmarshalString(`{"in":{"n":"MFRGG==="}}`, &back)
	checked := api.Check(v)
	known, _ := json.Marshal(foreign{N: []byte("abc")})
	if strings.Contains(string(known), "YWJj") {
		// The tags mean nothing to this toolchain. KeepUnknown would give embed one.
		if encodes != nil || checked == nil || !strings.Contains(checked.Error(), "means nothing without Config.KeepUnknown") {
			t.Errorf("got %v, %v", encodes, checked)
		}
		return
	}
	for _, err := range []error{encodes, decodes, checked} {
		if e, ok := errors.AsType[*zetes.TypeError](err); !ok || e.Field != "N" || !strings.Contains(err.Error(), "foreign") {
			t.Errorf("got %v", err)
		}
	}
	if e, ok := encodes.(*zetes.Error); !ok || e.Pointer != "/in" {
		t.Errorf("got %v", encodes)
	}
}
