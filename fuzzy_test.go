package zetes_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
)

type score int

type loose struct {
	N     int
	F     float64
	S     string
	B     bool
	Score score
	In    struct{ N int }
}

func TestFuzzyCodecs(t *testing.T) {
	in := `{"N":"7","F":"1.5","S":12,"B":1,"Score":3,"In":{"N":true}}`
	api := zetes.Config{Codecs: zetes.FuzzyScalars()}.Freeze()
	var v loose
	if err := api.UnmarshalString(in, &v); err != nil || fmt.Sprint(v) != "{7 1.5 12 true 3 {1}}" {
		t.Errorf("got %v, %v", v, err)
	}
	if out, err := api.MarshalString(v); err != nil || out != `{"N":7,"F":1.5,"S":"12","B":true,"Score":3,"In":{"N":1}}` {
		t.Errorf("got %s, %v", out, err)
	}
	// A type with a name is not among the scalars, and what stands for nothing stays an error.
	for _, in := range []string{`{"Score":"3"}`, `{"N":"x"}`, `{"In":[]}`, `{"F":{}}`} {
		if err := api.UnmarshalString(in, &v); err == nil || !strings.Contains(err.Error(), "cannot unmarshal") {
			t.Errorf("%s: got %v", in, err)
		}
	}
	one := zetes.Config{Codecs: []codec.Codec{zetes.Fuzzy[score](), zetes.Fuzzy[struct{ N int }]()}}.Freeze()
	v = loose{}
	if err := one.UnmarshalString(`{"Score":"3","In":{"N":"4"}}`, &v); err != nil || v.Score != 3 || v.In.N != 4 {
		t.Errorf("got %v, %v", v, err)
	}
	err := one.UnmarshalString(`{"Score":3,"N":"4"}`, &v)
	if e, ok := errors.AsType[*zetes.Error](err); !ok || e.Pointer != "/N" {
		t.Errorf("got %v", err)
	}
}

func TestFuzzyReader(t *testing.T) {
	r := codec.NewBytesReader([]byte(`["1", {"N":"2","S":3}, "x"]`))
	var n int
	var v loose
	r.BeginArray()
	r.NextElement()
	zetes.ReadFuzzy(r, &n)
	r.NextElement()
	zetes.ReadFuzzy(r, &v)
	if r.Err() != nil || n != 1 || v.N != 2 || v.S != "3" {
		t.Errorf("got %v %v %v", n, v, r.Err())
	}
	r.NextElement()
	if zetes.ReadFuzzy(r, &n); r.Err() == nil {
		t.Error("no error")
	}
}

// TestValuesByAPI writes and reads values of an API where no codec is at work.
func TestValuesByAPI(t *testing.T) {
	type named struct{ FullName string }
	api := zetes.Config{Naming: zetes.SnakeCase, ExactCase: true, Alias: true}.Freeze()
	w := codec.NewBytesWriter(nil)
	w.BeginArray()
	api.WriteValue(w, named{"a"})
	zetes.WriteValue(w, named{"b"})
	w.EndArray()
	if got := string(w.Bytes()); got != `[{"full_name":"a"},{"FullName":"b"}]` {
		t.Errorf("got %s", got)
	}
	// The reader's memory is overwritten: nothing may be part of it.
	r := codec.NewReader(strings.NewReader(strings.Repeat(`{"full_name":"first"} {"full_name":"other"} `, 5000)))
	var all []named
	for range 10000 {
		var v named
		api.ReadValue(r, &v)
		all = append(all, v)
	}
	for i, v := range all {
		if want := []string{"first", "other"}[i%2]; v.FullName != want || r.Err() != nil {
			t.Fatalf("%d: got %q, %v", i, v.FullName, r.Err())
		}
	}
}
