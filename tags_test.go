package zetes_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/stream"
)

// level has a String method, host one of its pointer.
type (
	level int
	host  struct{ name string }
)

func (l level) String() string { return fmt.Sprintf("<%d>", int(l)) }
func (h *host) String() string { return h.name }

// TestMoreTagsOutput has a row for each tag option about output, with MoreTags and without.
func TestMoreTagsOutput(t *testing.T) {
	var nothing fmt.Stringer
	for _, row := range []struct {
		name        string
		in          any
		with, plain string
	}{
		{"raw", struct {
			A string `json:"a,raw"`
		}{`{"x" : [1, "<"]}`}, `{"a":{"x":[1,"\u003c"]}}`, `{"a":"{\"x\" : [1, \"\u003c\"]}"}`},
		{"raw/bytes", struct {
			A []byte `json:"a,raw"`
		}{[]byte(`1 `)}, `{"a":1}`, `{"a":"MSA="}`},
		{"raw/empty", struct {
			A string `json:"a,raw"`
			B []byte `json:"b,raw"`
			C []byte `json:"c,raw"`
			D string `json:"d,omitempty,raw"`
		}{C: []byte{}}, `{"a":null,"b":null,"c":null}`, `{"a":"","b":null,"c":""}`},
		{"stringer", struct {
			A level        `json:"a,stringer"`
			B *level       `json:"b,stringer"`
			C host         `json:"c,stringer"`
			D *host        `json:"d,stringer"`
			E *url.URL     `json:"e,stringer"`
			F fmt.Stringer `json:"f,stringer"`
			G fmt.Stringer `json:"g,omitempty,stringer"`
		}{1, new(level), host{"h\n"}, &host{"p"}, &url.URL{Host: "x", Scheme: "https"}, level(3), nothing}, `{"a":"\u003c1\u003e","b":"\u003c0\u003e","c":"h\n","d":"p","e":"https://x","f":"\u003c3\u003e"}`, ""},
		{"stringer/nil", struct {
			B *level       `json:"b,stringer"`
			D *host        `json:"d,stringer"`
			F fmt.Stringer `json:"f,stringer"`
		}{}, `{"b":null,"d":null,"f":null}`, `{"b":null,"d":null,"f":null}`},
		{"escape", struct {
			A string `json:"a,escape"`
		}{"\""}, `{"a":"\""}`, `{"a":"\""}`},
		{"encoder", struct {
			A version  `json:"a,encoder"`
			B *version `json:"b,encoder"`
		}{version{Major: 1}, &version{Major: 2}}, `{"a":1.0,"b":2.0}`, `{"a":1.0,"b":2.0}`},
		{"unknown", struct {
			A int `json:"a,nothing,Raw"`
		}{}, `{"a":0}`, `{"a":0}`},
	} {
		api := zetes.Config{MoreTags: true}.Freeze()
		p := reflect.New(reflect.TypeOf(row.in))
		p.Elem().Set(reflect.ValueOf(row.in))
		for _, v := range []any{row.in, p.Interface()} {
			if out, err := api.MarshalString(v); out != row.with || err != nil {
				t.Errorf("%s: %s, %v, want %s", row.name, out, err, row.with)
			}
			if out, err := zetes.Exact().Freeze().MarshalString(v); row.plain != "" && (out != row.plain || err != nil) {
				t.Errorf("%s without MoreTags: %s, %v, want %s", row.name, out, err, row.plain)
			}
		}
	}
}

// TestMoreTagsCodec: the option encoder is for types with a codec, and for pointers to them.
func TestMoreTagsCodec(t *testing.T) {
	c := zetes.Config{MoreTags: true, Codecs: []codec.Codec{codec.For(func(w *codec.Writer, v *level) { w.Bool(*v > 0) }, nil)}}
	v := struct {
		A level  `json:"a,encoder"`
		B *level `json:"b,encoder"`
		C *level `json:"c,encoder"`
	}{A: 1, B: new(level)}
	if out, err := c.Freeze().MarshalString(&v); out != `{"a":true,"b":false,"c":null}` || err != nil {
		t.Error(out, err)
	}
}

// TestOmission: OmitEmpty and OmitZero are for all fields but those whose tag says otherwise.
func TestOmission(t *testing.T) {
	type fields struct {
		A int
		B string `json:",!omitempty"`
		C [1]int
		D [1]int `json:",!omitzero"`
		E *int   `json:",!omitzero,!omitempty"`
		F int    `json:",omitempty"`
	}
	for _, row := range []struct {
		config zetes.Config
		want   string
	}{
		{zetes.Config{}, `{"A":0,"B":"","C":[0],"D":[0],"E":null}`},
		{zetes.Config{MoreTags: true}, `{"A":0,"B":"","C":[0],"D":[0],"E":null}`},
		{zetes.Config{OmitEmpty: true}, `{"C":[0],"D":[0]}`},
		{zetes.Config{OmitEmpty: true, MoreTags: true}, `{"B":"","C":[0],"D":[0],"E":null}`},
		{zetes.Config{OmitZero: true}, `{}`},
		{zetes.Config{OmitZero: true, MoreTags: true}, `{"D":[0],"E":null}`},
		{zetes.Config{OmitEmpty: true, OmitZero: true, MoreTags: true}, `{"D":[0],"E":null}`},
	} {
		if out, err := row.config.Freeze().MarshalString(fields{}); out != row.want || err != nil {
			t.Errorf("%+v: %s, %v, want %s", row.config, out, err, row.want)
		}
	}
}

// texts has strings in all places that tag options reach, and one that they don't.
type texts struct {
	A string            `json:"a,intern"`
	B *string           `json:"b,intern"`
	C []string          `json:"c,intern"`
	D [2]*string        `json:"d,intern"`
	E string            `json:"e"`
	F string            `json:"f,nocopy"`
	G [][]string        `json:"g,nocopy"`
	H string            `json:"h,nocopy"`
	I map[string]string `json:"i,nocopy"`
}

// TestMoreTagsMemory: intern makes equal strings share memory, nocopy makes them parts of the input, and neither does
// so for other fields or without MoreTags.
func TestMoreTagsMemory(t *testing.T) {
	data := []byte(`{"a":"same","b":"same","c":["same","same"],"d":["same","same"],"e":"same","f":"same","g":[["same"]],"h":"s\u0061me","i":{"k":"same"}}`)
	within := func(s string) bool {
		p, first := uintptr(unsafe.Pointer(unsafe.StringData(s))), uintptr(unsafe.Pointer(&data[0]))
		return p >= first && p < first+uintptr(len(data))
	}
	for _, more := range []bool{true, false} {
		var v texts
		if err := (zetes.Config{MoreTags: more, ExactCase: true}).Freeze().Unmarshal(data, &v); err != nil {
			t.Fatal(err)
		}
		if v.A != "same" || *v.B != "same" || v.C[1] != "same" || *v.D[1] != "same" || v.E != "same" || v.F != "same" || v.G[0][0] != "same" || v.H != "same" || v.I["k"] != "same" {
			t.Errorf("%+v", v)
		}
		for i, s := range []string{*v.B, v.C[0], v.C[1], *v.D[0], *v.D[1]} {
			if shared := unsafe.StringData(s) == unsafe.StringData(v.A); shared != more {
				t.Errorf("MoreTags %v: string %d shares memory: %v", more, i, shared)
			}
		}
		if unsafe.StringData(v.E) == unsafe.StringData(v.A) {
			t.Error("a field without an option shares memory")
		}
		for i, s := range []string{v.F, v.G[0][0]} {
			if within(s) != more {
				t.Errorf("MoreTags %v: string %d is a part of the input: %v", more, i, within(s))
			}
		}
		for i, s := range []string{v.A, *v.B, v.C[0], v.E, v.H, v.I["k"]} {
			if within(s) {
				t.Errorf("MoreTags %v: string %d is a part of the input", more, i)
			}
		}
	}
}

// TestNoCopyOfStreams: what is read from a stream does not change when the stream goes on.
func TestNoCopyOfStreams(t *testing.T) {
	api := zetes.Config{MoreTags: true}.Freeze()
	type row struct {
		S string `json:"s,nocopy"`
	}
	var lines strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&lines, "{\"s\":\"text %d of a stream\"}\n", i)
	}
	var all []row
	for r, err := range stream.Lines[row](strings.NewReader(lines.String()), stream.Using(api)) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	var one, other row
	if err := errors.Join(api.UnmarshalFrom(strings.NewReader(`{"s":"first text"}`), &one), api.UnmarshalFrom(strings.NewReader(`{"s":"other text"}`), &other)); err != nil || one.S != "first text" {
		t.Errorf("%v, %q", err, one.S)
	}
	r := codec.NewReader(strings.NewReader(lines.String()))
	for i, v := range all {
		var again row
		api.ReadValue(r, &again)
		if want := fmt.Sprintf("text %d of a stream", i); v.S != want || again.S != want {
			t.Fatalf("%q and %q, want %q", v.S, again.S, want)
		}
		all[i] = again
	}
	for i, v := range all {
		if want := fmt.Sprintf("text %d of a stream", i); v.S != want {
			t.Fatalf("%q, want %q", v.S, want)
		}
	}
}

// TestMoreTagsInput: raw members keep their JSON, and required ones must be there.
func TestMoreTagsInput(t *testing.T) {
	api := zetes.Config{MoreTags: true}.Freeze()
	type fields struct {
		A string `json:"a,raw,required"`
		B []byte `json:"b,raw"`
		L level  `json:"l,stringer"`
	}
	var v fields
	const text = `{"a":{"x":[1,"\u003c"]},"b":null,"l":7}`
	if err := api.UnmarshalString(text, &v); err != nil || v.A != `{"x":[1,"\u003c"]}` || string(v.B) != "null" || v.L != 7 {
		t.Errorf("%+v, %v", v, err)
	}
	if out, err := api.MarshalString(v); out != `{"a":{"x":[1,"\u003c"]},"b":null,"l":"\u003c7\u003e"}` || err != nil {
		t.Errorf("%s, %v", out, err)
	}
	if err := api.UnmarshalString(`{"b":1}`, &v); err == nil || !strings.Contains(err.Error(), `"a"`) {
		t.Errorf("without a: %v", err)
	}
	if err := api.UnmarshalString(`{"a":{"x":}}`, new(fields)); err == nil {
		t.Error("a raw member is not checked")
	}
	if _, err := api.Marshal(fields{A: "{"}); err == nil {
		t.Error("a raw field is not checked")
	}
	if out, err := (zetes.Config{MoreTags: true, UncheckedRaw: true}).Freeze().MarshalString(fields{A: "{"}); out != `{"a":{,"b":null,"l":"\u003c0\u003e"}` || err != nil {
		t.Errorf("%s, %v", out, err)
	}
}

// TestMoreTagsRefused: options that don't suit a field are an error of its type, for Check and for each value.
func TestMoreTagsRefused(t *testing.T) {
	api := zetes.Config{MoreTags: true}.Freeze()
	for _, v := range []any{
		struct {
			A string `json:",intern,nocopy"`
		}{},
		struct {
			A int `json:",raw"`
		}{},
		struct {
			A []string `json:",raw"`
		}{},
		struct {
			A string `json:",stringer"`
		}{},
		struct {
			A *host `json:",raw,stringer"`
		}{},
		struct {
			A json.RawMessage `json:",stringer"`
		}{},
		struct {
			A *json.RawMessage `json:",stringer"`
		}{},
		struct {
			A struct{} `json:",encoder"`
		}{},
	} {
		text := fmt.Sprint(reflect.TypeOf(v))
		var problem *zetes.TypeError
		if _, err := api.Marshal(v); !errors.As(err, &problem) || problem.Field != "A" {
			t.Errorf("%s: %v", text, err)
		}
		if strings.Contains(text, "encoder") {
			continue // reading such a value is no different
		}
		if err := api.Check(v); !errors.As(err, &problem) || problem.Field != "A" {
			t.Errorf("%s: Check: %v", text, err)
		}
		if err := api.Unmarshal([]byte(`{"A":1}`), reflect.New(reflect.TypeOf(v)).Interface()); !errors.As(err, &problem) {
			t.Errorf("%s: %v", text, err)
		}
		if _, err := zetes.Exact().Freeze().Marshal(v); err != nil {
			t.Errorf("%s without MoreTags: %v", text, err)
		}
	}
}

// changer is a map's element, whose String method changes the map; it is told of each address that it is called on.
type changer struct{ N int }

var changed struct {
	m    map[string]changing
	seen []*changer
}

type changing struct {
	X changer `json:"x,stringer"`
	S string
}

func (c *changer) String() string {
	changed.seen = append(changed.seen, c)
	c.N++
	clear(changed.m)
	changed.m["z"] = changing{S: "other"}
	return "v"
}

// TestStringerOfOthers: a String method of the pointer is called on a copy where the value has no address, and may
// change what it likes.
func TestStringerOfOthers(t *testing.T) {
	api := zetes.Config{MoreTags: true}.Freeze()
	for range 20 {
		changed.m = map[string]changing{}
		want := map[string]any{}
		for _, k := range []string{"a", "b", "c", "d"} {
			changed.m[k] = changing{S: k}
			want[k] = map[string]any{"x": "v", "S": k}
		}
		out, err := api.Marshal(changed.m)
		var got map[string]any
		if err := errors.Join(err, api.Unmarshal(out, &got)); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s, %v", out, err)
		}
	}
	all := map[*changer]bool{}
	for _, c := range changed.seen {
		if c.N != 1 || all[c] {
			t.Fatal("two values were told by one address, or one was not fresh")
		}
		all[c] = true
	}
}

// TestMoreTagsRawError: the error about a raw field that is not JSON names the field and what is wrong with its text.
func TestMoreTagsRawError(t *testing.T) {
	type part struct {
		Name string
		Raw  []byte `json:"raw,raw"`
	}
	type whole struct {
		Note  string
		Raw   string `json:",raw"`
		Parts []part
	}
	for _, row := range []struct {
		v             whole
		pointer, path string
	}{
		{whole{Note: "n", Raw: "{]"}, "/Raw", "whole.Raw"},
		{whole{Parts: []part{{}, {Name: "n", Raw: []byte("[1")}}}, "/Parts/1/raw", "whole.Parts[1].Raw"},
		{whole{Raw: "tru"}, "/Raw", "whole.Raw"},
	} {
		_, err := zetes.Config{MoreTags: true}.Freeze().Marshal(row.v)
		e, ok := err.(*zetes.Error)
		if !ok || e.Pointer != row.pointer || e.GoPath() != row.path || e.Reason() != zetes.ReasonUnsupported {
			t.Fatalf("%+v: %v", row.v, err)
		}
		if text := err.Error(); strings.Contains(text, "MarshalJSON") || !strings.Contains(text, "the tag option raw is not JSON: ") || strings.Count(text, " at ") > 1 {
			t.Errorf("%+v: %s", row.v, text)
		}
	}
}
