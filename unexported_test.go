package zetes_test

import (
	"encoding/json"
	"math/big"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/opt"
)

type inside struct {
	n    int `is:"n"`
	text string
}

type dotted string

func (d dotted) MarshalText() ([]byte, error) { return []byte("." + d), nil }

func (d *dotted) UnmarshalText(text []byte) error {
	*d = dotted(strings.TrimPrefix(string(text), "."))
	return nil
}

type lowered struct {
	lowbase
	id      int                  `is:"id"`
	name    string               `is:"name,omitempty"`
	half    float64              `is:"half"`
	in      inside               `is:"in"`
	ptr     *inside              `is:"ptr"`
	list    []inside             `is:"list"`
	byName  map[string]inside    `is:"map"`
	keys    map[dotted]dotted    `is:"keys"`
	any     any                  `is:"any"`
	text    dotted               `is:"text"`
	raw     json.RawMessage      `is:"raw"`
	number  json.Number          `is:"number"`
	when    time.Time            `is:"when,omitzero"`
	addr    netip.Addr           `is:"addr"`
	big     *big.Int             `is:"big"`
	bytes   []byte               `is:"bytes"`
	opt     opt.Value[int]       `is:"opt,omitzero"`
	quoted  int                  `is:"quoted,string"`
	array   [2]int8              `is:"array"`
	visit   visited              `is:"visit"`
	private int                  // no tag
	tagged  int                  `is:",omitempty"`
	left    int                  `is:"-"`
	Shown   map[string]time.Time `json:"shown"`
}

type lowbase struct {
	kind string `is:"kind"`
}

// Lowered has the fields of lowered as everybody may see them: what encoding/json makes of it is what is expected.
type Lowered struct {
	Kind   string               `json:"kind"`
	ID     int                  `json:"id"`
	Name   string               `json:"name,omitempty"`
	Half   float64              `json:"half"`
	In     Inside               `json:"in"`
	Ptr    *Inside              `json:"ptr"`
	List   []Inside             `json:"list"`
	ByName map[string]Inside    `json:"map"`
	Keys   map[dotted]dotted    `json:"keys"`
	Any    any                  `json:"any"`
	Text   dotted               `json:"text"`
	Raw    json.RawMessage      `json:"raw"`
	Number json.Number          `json:"number"`
	When   time.Time            `json:"when,omitzero"`
	Addr   netip.Addr           `json:"addr"`
	Big    *big.Int             `json:"big"`
	Bytes  []byte               `json:"bytes"`
	Opt    opt.Value[int]       `json:"opt,omitzero"`
	Quoted int                  `json:"quoted,string"`
	Array  [2]int8              `json:"array"`
	Visit  visited              `json:"visit"`
	Shown  map[string]time.Time `json:"shown"`
}

type Inside struct {
	N int `json:"n"`
}

// TestUnexported: fields that a tag names are written and read as those of a type that exports them, others are not.
func TestUnexported(t *testing.T) {
	api := zetes.Config{Unexported: true, TagKey: "is,json"}.Freeze()
	docs := []string{
		`{}`, `null`,
		`{"kind":"k","id":1,"name":"n","half":0.5,"in":{"n":2,"text":"no"},"ptr":{"n":3},"list":[{"n":4},{}],"map":{"a":{"n":5}},"keys":{".k":".v"},"any":[1,{"a":null}]}`,
		`{"ID":7,"text":".t","raw":{"a":[1]},"number":12.5,"when":"2020-01-02T03:04:05Z","addr":"::1","big":123456789012345678901234567890,"bytes":"AQI=","opt":5}`,
		`{"quoted":"12","array":[1,2],"visit":{"Name":"v"},"shown":{"x":"2020-01-02T03:04:05Z"},"ptr":null,"opt":null}`,
		`{"id":"x","list":[{"n":true}]}`, `{"in":{"n":1e9999}}`, `{"map":{"a":{"n":"no"}},"id":3}`, `{"when":5}`, `{"quoted":7}`, `{"array":["x"]}`, `{"list":[{"n":1},`,
		`{"text":5,"big":"x","addr":"no"}`,
	}
	for _, doc := range docs {
		for _, kept := range []bool{false, true} {
			var got lowered
			var want Lowered
			if kept {
				got.ptr, got.list, got.any, got.id = &inside{1, "kept"}, make([]inside, 3), 5, 9
				want.Ptr, want.List, want.Any, want.ID = &Inside{1}, make([]Inside, 3), 5, 9
			}
			got.private, got.tagged, got.left, got.in.text = 1, 2, 3, "kept"
			err, wantErr := api.UnmarshalString(doc, &got), zetes.UnmarshalString(doc, &want)
			if (err == nil) != (wantErr == nil) || err != nil && err.(*zetes.Error).Pointer != wantErr.(*zetes.Error).Pointer {
				t.Fatalf("%s: %v, want %v", doc, err, wantErr)
			}
			if got.private != 1 || got.tagged != 2 || got.left != 3 || got.in.text != "kept" || kept && got.ptr != nil && got.ptr.text != "kept" {
				t.Errorf("%s: fields without a name are written to: %+v", doc, got)
			}
			out, err := api.MarshalString(got)
			wanted, wantErr := zetes.Marshal(want)
			if err != nil || wantErr != nil || out != string(wanted) {
				t.Errorf("%s becomes %s, %v, want %s, %v", doc, out, err, wanted, wantErr)
			}
			if byAddress, err := api.MarshalString(&got); err != nil || byAddress != out {
				t.Errorf("%s becomes %s by its address, %v", out, byAddress, err)
			}
		}
	}
	// Without the choice there is the exported field alone.
	if out, err := zetes.Marshal(lowered{id: 1}); err != nil || string(out) != `{"shown":null}` {
		t.Errorf("%s, %v", out, err)
	}
}

// TestUnexportedErrors: what can't be written is found, named and placed in unexported fields too.
func TestUnexportedErrors(t *testing.T) {
	api := zetes.Config{Unexported: true, TagKey: "is", Required: true, Defaults: true, KeepUnknown: true}.Freeze()
	v := struct {
		list []struct {
			c chan int `is:"c"`
		} `is:"list"`
	}{}
	v.list = append(v.list, struct {
		c chan int `is:"c"`
	}{make(chan int)})
	_, err := api.Marshal(v)
	if err == nil || err.(*zetes.Error).Pointer != "/list/0/c" {
		t.Errorf("%#v", err)
	}
	type required struct {
		id   int `is:"id,required"`
		port int `is:"port" default:"80"`
		opt.Unknown
		up *struct {
			deep *lowbase `is:"deep"`
		} `is:"up"`
	}
	var w required
	if err := api.UnmarshalString(`{"port":1}`, &w); err == nil || !strings.Contains(err.Error(), `"id"`) {
		t.Errorf("%v", err)
	}
	w = required{}
	if err := api.UnmarshalString(`{"id":1,"other":2,"up":{"deep":{"kind":"x"}}}`, &w); err != nil || w.port != 80 || w.up.deep.kind != "x" {
		t.Errorf("%+v, %v", w, err)
	}
	if out, err := api.MarshalString(w); err != nil || out != `{"id":1,"port":80,"up":{"deep":{"kind":"x"}},"other":2}` {
		t.Errorf("%s, %v", out, err)
	}
	err = api.UnmarshalAll([]byte(`{"id":"x","port":[],"up":{"deep":{"kind":5}}}`), &w, 0)
	if all, ok := err.(zetes.Errors); !ok || len(all) != 3 || all[2].Pointer != "/up/deep/kind" {
		t.Errorf("%v", err)
	}
	if err := api.Check(reflect.TypeOf(w)); err != nil {
		t.Error(err)
	}
}

// TestUnexportedCodecs: codecs are called for unexported fields as for others, and with the naming of a Config.
func TestUnexportedCodecs(t *testing.T) {
	api := zetes.Config{Unexported: true, TagKey: "is", Naming: zetes.SnakeCase, Codecs: []codec.Codec{codec.For(
		func(w *codec.Writer, v *inside) { w.Int(int64(v.n)) }, func(r *codec.Reader, v *inside) { v.n = int(r.Int()) },
	)}}.Freeze()
	var v struct {
		in      inside   `is:"in"`
		list    []inside `is:"list"`
		MyField int
		myField int
	}
	const doc = `{"in":5,"list":[6,7],"my_field":8}`
	if err := api.UnmarshalString(doc, &v); err != nil || v.in.n != 5 || v.list[1].n != 7 || v.MyField != 8 || v.myField != 0 {
		t.Errorf("%+v, %v", v, err)
	}
	if out, err := api.MarshalString(&v); err != nil || out != doc {
		t.Errorf("%s, %v", out, err)
	}
}
