package shape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/option"
)

type (
	deep    struct{ D, E int }
	left    struct{ deep }
	right   struct{ deep }
	Diamond struct {
		left
		right
		X int
	}
	named int //lint:ignore U1000 embedded, it must be left out
	Named int
	Loop  struct {
		*Loop
		A int
		B string `json:"b,omitempty"`
	}
	TagWins struct {
		In1
		In2
		In3
	}
	In1 struct{ V, W int }
	In2 struct {
		V int `json:"V"`
		W int
	}
	In3 struct {
		Z int `json:"z,string"`
	}
	Hidden struct {
		In1
		V     string
		named //lint:ignore U1000 must be left out
		Named
		*In3
		unexported int //lint:ignore U1000 must be left out
		Skip       int `json:"-"`
		Dash       int `json:"-,"`
	}
	inner struct {
		I *int `json:",string"`
	}
	Pointed struct {
		*inner
		In struct{ *In1 }
		fmt.Stringer
		Tagged In1 `json:"t<&>"`
		In2    `json:"in2,omitempty"`
	}
	P      *int
	Quoted struct {
		A string          `json:",string"`
		B *float32        `json:",string"`
		C **int           `json:",string"`
		D []int           `json:",string"`
		E P               `json:",string"`
		F any             `json:",string"`
		G time.Duration   `json:",string"`
		H json.Number     `json:",string"`
		I bool            `json:",string"`
		J uintptr         `json:",string"`
		K time.Time       `json:",string"`
		L map[string]bool `json:",string"`
	}
	Triple struct {
		Twin1
		Twin2
	}
	Twin1 struct{ Base }
	Twin2 struct{ Base }
	Base  struct {
		Further
		Own int
	}
	Further struct{ Deepest int }
	Depths  struct {
		Level1
		Deepest string
	}
	Level1 struct {
		Base
		Own string `json:"own"`
	}
	Generic[T any] struct {
		Value T
		Next  *Generic[T]
	}
)

var structs = []any{
	Diamond{}, Loop{}, TagWins{}, Hidden{}, Pointed{}, Quoted{}, Triple{}, Depths{}, Generic[string]{},
	struct{}{}, struct{ A, B, a int }{}, conflict(`json:"x"`, `json:"x"`, `json:"X"`), conflict(`json:"B"`, ``, ``),
}

// conflict makes a struct that go vet would refuse in source.
func conflict(a, b, c reflect.StructTag) any {
	t := reflect.TypeFor[int]()
	return reflect.New(reflect.StructOf([]reflect.StructField{{Name: "A", Type: t, Tag: a}, {Name: "B", Type: t, Tag: b}, {Name: "C", Type: t, Tag: c}})).Elem().Interface()
}

// TestFields compares with what encoding/json writes: the same names in the same order. Pointers on the way are set.
func TestFields(t *testing.T) {
	for _, v := range structs {
		typ := reflect.TypeOf(v)
		root := reflect.New(typ)
		s := Fields(typ, &Options{Meaning: option.V1, Release: option.Toolchain})
		var want []string
		for _, f := range s.Fields {
			p := root.UnsafePointer()
			for _, h := range f.Path {
				at := (*unsafe.Pointer)(unsafe.Add(p, h.Offset))
				if *at == nil {
					*at = reflect.New(h.Elem).UnsafePointer()
				}
				p = *at
			}
			field := reflect.NewAt(f.Type, unsafe.Add(p, f.Offset))
			if got := root.Elem().FieldByIndex(f.Index); got.Addr().UnsafePointer() != field.UnsafePointer() || got.Type() != f.Type {
				t.Errorf("%s.%s: wrong place", typ, f.Name)
			}
			fill(field.Elem())
			want = append(want, f.Name)
		}
		out, err := json.Marshal(root.Interface())
		if err != nil {
			t.Fatal(typ, err)
		}
		d := json.NewDecoder(bytes.NewReader(out))
		var got []string
		d.Token()
		for d.More() {
			name, _ := d.Token()
			var raw json.RawMessage
			if err := d.Decode(&raw); err != nil {
				t.Fatal(typ, err)
			}
			got = append(got, name.(string))
			f := s.Fields[min(len(got), len(s.Fields))-1]
			if quoted := raw[0] == '"'; typ == reflect.TypeFor[Quoted]() && f.Type != reflect.TypeFor[time.Time]() && quoted != f.Quoted {
				t.Errorf("%s.%s: quoted is %v, out %s", typ, f.Name, f.Quoted, raw)
			}
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%s: got %q, want %q", typ, want, got)
		}
	}
}

// fill sets pointers, so that a scalar stands in the output.
func fill(v reflect.Value) {
	if !v.CanSet() {
		return
	}
	switch v.Kind() {
	case reflect.Int:
		v.SetInt(1)
	case reflect.String:
		v.SetString("1")
	case reflect.Pointer:
		if e := v.Type().Elem(); e.Kind() != reflect.Struct {
			v.Set(reflect.New(e).Convert(v.Type()))
			fill(v.Elem())
		}
	}
}

func TestNamingOptions(t *testing.T) {
	type T struct {
		UserID int
		Tagged int `yaml:"given" json:"other"`
	}
	s := Fields(reflect.TypeFor[T](), &Options{Meaning: option.V1, Release: option.Toolchain, TagKey: "yaml", Naming: strings.ToLower})
	if len(s.Fields) != 2 || s.Fields[0].Name != "userid" || s.Fields[1].Name != "given" {
		t.Errorf("%+v", s.Fields)
	}
	s = Fields(reflect.TypeFor[T](), &Options{Meaning: option.V1, Release: option.Toolchain, TaggedOnly: true})
	if len(s.Fields) != 1 || s.Fields[0].Name != "other" {
		t.Errorf("%+v", s.Fields)
	}
}

type (
	valueZero   struct{ A int }
	pointerZero struct{ A int }
)

func (valueZero) IsZero() bool    { return true }
func (*pointerZero) IsZero() bool { return true }

func TestZeroTest(t *testing.T) {
	type T struct {
		A int         `json:",omitzero"`
		B valueZero   `json:",omitzero"`
		C *valueZero  `json:",omitzero"`
		D pointerZero `json:",omitzero"`
		E IsZeroer    `json:",omitzero"`
		F time.Time   `json:",omitzero"`
	}
	want := []ZeroTest{ZeroPlain, ZeroValue, ZeroPointer, ZeroAddress, ZeroInterface, ZeroValue}
	for i, f := range Fields(reflect.TypeFor[T](), &Options{Meaning: option.V1, Release: option.Toolchain}).Fields {
		if f.Zero != want[i] {
			t.Errorf("%s: %d, want %d", f.Name, f.Zero, want[i])
		}
	}
}

func TestFoldFor(t *testing.T) {
	names := []string{"", "a", "A", "k", "\u212a", "K", "s", "\u017f", "S", "é", "É", "\xff", "\ufffd", "ß", "ẞ", "a_b", "ab", "σ", "ς", "Σ", "日本"}
	for _, a := range names {
		for _, b := range names {
			if got, want := FoldFor(0, a) == FoldFor(0, b), strings.EqualFold(a, b); got != want {
				t.Errorf("%q %q: %v, want %v", a, b, got, want)
			}
		}
	}
}

func TestMethodsOf(t *testing.T) {
	const timeMethods = MarshalJSON | MarshalText | AppendText
	if m := MethodsOf(reflect.TypeFor[time.Time]()); m.Value != timeMethods || m.Pointer != timeMethods|UnmarshalJSON|UnmarshalText {
		t.Errorf("%+v", m)
	}
	if m := MethodsOf(reflect.TypeFor[int]()); m != (Methods{}) {
		t.Errorf("%+v", m)
	}
	if m := MethodsOf(reflect.TypeFor[Marshaler]()); m.Value != MarshalJSON || m.Pointer != 0 {
		t.Errorf("%+v", m)
	}
}

// TestLookupTag: a struct tag has the text that reflect finds.
func TestLookupTag(t *testing.T) {
	for _, tag := range []string{
		"", `json`, `json:`, `json:"`, `json:"a`, `json:"a"`, `json:""`, `json:"a,b" x:"c"`, `json:"a"x:"c"`, ` json:"a"`, `x:"b" json:"a"`, `jsonx:"b" json:"a"`, `json:"\""`, `json:"a\n"`, `json:"a\`,
		"json:\"a\nb\"", "json:\"a\x7fb\"", "json:\"a\x01b\"", "json:\"é\"", "json:\"\xff\"", `json: "a"`, `json:"a" json:"b"`, "json:\"a\tb\"",
	} {
		got, ok := LookupTag(reflect.StructTag(tag), "json")
		if want, has := reflect.StructTag(tag).Lookup("json"); got != want || ok != has {
			t.Errorf("%q: %q, %t, want %q, %t", tag, got, ok, want, has)
		}
	}
}
