package jsondoc

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
)

// TestObject changes an Object and a list of names beside a map, at random.
func TestObject(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, names := range []int{5, 30} {
		var o Object[int]
		var order []string
		values := map[string]int{}
		for n := range 2000 {
			name := "n" + strconv.Itoa(r.IntN(names))
			_, there := values[name]
			switch r.IntN(3) {
			case 0:
				if got := o.Delete(name); got != there {
					t.Fatalf("Delete says %v", got)
				}
				delete(values, name)
				order = slices.DeleteFunc(order, func(s string) bool { return s == name })
			default:
				o.Set(name, n)
				if !there {
					order = append(order, name)
				}
				values[name] = n
			}
			if v, ok := o.Get(name); v != values[name] || ok != slices.Contains(order, name) {
				t.Fatalf("%s is %d, %v", name, v, ok)
			}
			var got []string
			for name, v := range o.All() {
				if values[name] != v {
					t.Fatalf("%s is %d, want %d", name, v, values[name])
				}
				got = append(got, name)
			}
			if !slices.Equal(got, order) || o.Len() != len(order) || o.IsZero() != (len(order) == 0) {
				t.Fatalf("%v, want %v", got, order)
			}
		}
	}
}

// TestObjectJSON: order and bytes stay, through encoding/json too.
func TestObjectJSON(t *testing.T) {
	type T struct {
		O Object[any]    `json:"o"`
		V Object[Value]  `json:"v,omitzero"`
		P *Object[[]int] `json:"p"`
	}
	const text = `{"o":{"z":1,"a":"\u003c","m":{"x":null}},"v":{"b":1.50,"a":[1,1e3]},"p":{"y":[1],"x":[]}}`
	for name, api := range map[string]struct {
		unmarshal func([]byte, any) error
		marshal   func(any) ([]byte, error)
	}{
		"zetes": {zetes.Standard().Unmarshal, zetes.Standard().Marshal}, "encoding/json": {json.Unmarshal, json.Marshal},
	} {
		var v T
		if err := api.unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		if got, err := api.marshal(v); err != nil || string(got) != text {
			t.Errorf("%s: %s, %v, want %s", name, got, err, text)
		}
		if err := api.unmarshal([]byte(`{"o":[]}`), &v); err == nil {
			t.Errorf("%s: an array is an Object", name)
		}
		if err := api.unmarshal([]byte(`{"p":{"y":[1,"x"]}}`), &v); err == nil {
			t.Errorf("%s: a string is an int", name)
		}
		if err := api.unmarshal([]byte(`{"o":{"b":1,"a":2,"b":3}}`), &v); err != nil {
			t.Fatal(err)
		}
		if got, _ := json.Marshal(v.O); string(got) != `{"b":3,"a":2}` {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestObjectPlace: below encoding/json an error has the place of the value that does not fit, within the object.
func TestObjectPlace(t *testing.T) {
	for text, want := range map[string]zetes.Error{
		"{\"o\":{\"x\":1,\n  \"y\":\"s\"}}": {Line: 2, Column: 7, Offset: 14, Pointer: "/y"},
		`{"o":{"a":{}}}`:                    {Line: 1, Column: 6, Offset: 5, Pointer: "/a"},
		`{"o":[1]}`:                         {Line: 1, Column: 1},
	} {
		var v struct {
			O Object[int] `json:"o"`
		}
		var e *zetes.Error
		err := json.Unmarshal([]byte(text), &v)
		if !errors.As(err, &e) || e.Line != want.Line || e.Column != want.Column || e.Offset != want.Offset || e.Pointer != want.Pointer {
			t.Errorf("%s: %v, want line %d, column %d, offset %d, %q", text, err, want.Line, want.Column, want.Offset, want.Pointer)
		}
	}
}

// TestObjectErrorPlaces holds that an error about a broken rule within an Object names one place, in the whole input.
func TestObjectErrorPlaces(t *testing.T) {
	type member struct {
		A int `json:"a,required"`
	}
	var v struct{ X Object[member] }
	err := zetes.Strict().Freeze().UnmarshalString(`{"X":{"k":{"a":1},"l":{}}}`, &v)
	if err == nil || strings.Contains(err.Error(), "at offset") || !strings.Contains(err.Error(), "(line 1, column 23, at /X/l)") {
		t.Error(err)
	}
}

// TestObjectHTML: the encoder that calls MarshalJSON says whether <, > and & are escaped, in names and values.
func TestObjectHTML(t *testing.T) {
	var o Object[any]
	o.Set("<", map[string]any{"&": ">"})
	for escape, want := range map[bool]string{true: `{"\u003c":{"\u0026":"\u003e"}}`, false: `{"<":{"&":">"}}`} {
		var out strings.Builder
		e := json.NewEncoder(&out)
		e.SetEscapeHTML(escape)
		if err := e.Encode(o); err != nil || out.String() != want+"\n" {
			t.Errorf("escape %v: %s, %v, want %s", escape, &out, err, want)
		}
	}
}
