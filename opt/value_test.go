package opt

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	zjson "github.com/zetes-json/zetes/json"
)

var (
	_ json.Marshaler   = Int{}
	_ json.Unmarshaler = (*Int)(nil)
	_ fmt.Formatter    = Int{}
	_ driver.Valuer    = Int{}
	_ sql.Scanner      = (*Int)(nil)
)

// pointer marshals on a pointer receiver only.
type pointer struct{ n int }

func (p *pointer) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, `"#%d"`, p.n), nil }
func (p *pointer) UnmarshalJSON(b []byte) error {
	_, err := fmt.Sscanf(string(b), `"#%d"`, &p.n)
	return err
}

type point struct {
	X int `json:"x"`
	Y Int `json:"y,omitzero"`
}

type record struct {
	Name  String            `json:"name,omitzero"`
	Age   Int               `json:"age,omitzero"`
	Note  Value[*string]    `json:"note,omitzero"`
	At    Time              `json:"at,omitzero"`
	Where Value[point]      `json:"where,omitzero"`
	Tags  Value[[]string]   `json:"tags,omitzero"`
	Any   Any               `json:"any,omitzero"`
	Raw   Raw               `json:"raw,omitzero"`
	Ptr   Value[pointer]    `json:"ptr,omitzero"`
	Twice Value[Value[int]] `json:"twice,omitzero"`
	Map   map[string]Int    `json:"map,omitempty"`
	List  []String          `json:"list,omitempty"`
	Plain Float64           `json:"plain"`
	Link  *Bool             `json:"link,omitempty"`
}

// both are the libraries that a Value must work with.
var both = []struct {
	name      string
	marshal   func(any) ([]byte, error)
	unmarshal func([]byte, any) error
}{
	{"std", json.Marshal, json.Unmarshal},
	{"zetes", zjson.Marshal, zjson.Unmarshal},
}

func TestRoundTrip(t *testing.T) {
	html := "<&>\u2028"
	for name, c := range map[string]struct {
		v    record
		json string
	}{
		"undefined": {record{}, `{"plain":null}`},
		"null": {
			record{Name: Null[string](), Age: Null[int](), At: Null[time.Time](), Where: Null[point](), Raw: Null[json.RawMessage]()},
			`{"name":null,"age":null,"at":null,"where":null,"raw":null,"plain":null}`,
		},
		"defined": {
			record{
				Name: Of(""), Age: Of(0), Note: Of(&html), At: Of(time.Unix(0, 0).UTC()), Where: Of(point{1, Of(2)}),
				Tags: Of([]string{}), Any: Of[any]([]any{1.5, nil}), Raw: Of(json.RawMessage(`{"a":[1]}`)),
				Ptr: Of(pointer{7}), Twice: Of(Of(3)), Map: map[string]Int{"a": Of(1), "b": Null[int]()},
				List: []String{Of("x"), Null[string]()}, Plain: Of(1e21), Link: &Bool{true, defined},
			},
			`{"name":"","age":0,"note":"\u003c\u0026\u003e\u2028","at":"1970-01-01T00:00:00Z","where":{"x":1,"y":2},` +
				`"tags":[],"any":[1.5,null],"raw":{"a":[1]},"ptr":"#7","twice":3,"map":{"a":1,"b":null},` +
				`"list":["x",null],"plain":1e+21,"link":true}`,
		},
	} {
		for _, lib := range both {
			t.Run(name+"/"+lib.name, func(t *testing.T) {
				got, err := lib.marshal(&c.v)
				if err != nil || string(got) != c.json {
					t.Fatalf("got  %s, %v\nwant %s", got, err, c.json)
				}
				want := c.v
				if want.Plain.IsZero() {
					want.Plain.SetNull() // it can't be left out
				}
				var back record
				if err := lib.unmarshal(got, &back); err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(back, want) {
					t.Fatalf("got  %+v\nwant %+v", back, want)
				}
			})
		}
	}
}

func TestEscape(t *testing.T) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(Of("<&>")); err != nil || b.String() != "\"<&>\"\n" {
		t.Fatalf("%q, %v", b.String(), err)
	}
}

func TestFreshValue(t *testing.T) {
	old := []int{1, 2, 3}
	s := Of(old)
	if err := json.Unmarshal([]byte(`[9]`), &s); err != nil || old[0] != 1 {
		t.Fatalf("an earlier value was written to: %v, %v", old, err)
	}
	m := Of(map[string]int{"a": 1})
	if err := json.Unmarshal([]byte(`{"b":2}`), &m); err != nil || len(m.Or(nil)) != 1 {
		t.Fatalf("%v, %v", m, err)
	}
}

func TestErrors(t *testing.T) {
	n := Of(5)
	var typ *json.UnmarshalTypeError
	if err := n.UnmarshalJSON([]byte(`"x"`)); !errors.As(err, &typ) || n != Of(5) {
		t.Errorf("type error: %v, %v", err, n)
	}
	var syntax *json.SyntaxError
	if err := n.UnmarshalJSON([]byte(`nul`)); !errors.As(err, &syntax) || n != Of(5) {
		t.Errorf("syntax error: %v, %v", err, n)
	}
	if err := n.UnmarshalJSON([]byte(" null\n")); err != nil || !n.IsNull() {
		t.Errorf("null in white space: %v, %v", err, n)
	}
	var value *json.UnsupportedValueError
	if _, err := json.Marshal(Of(math.NaN())); !errors.As(err, &value) {
		t.Errorf("NaN: %v", err)
	}
	var uns *json.UnsupportedTypeError
	if _, err := json.Marshal(Of(make(chan int))); !errors.As(err, &uns) {
		t.Errorf("channel: %v", err)
	}
}

func TestMethods(t *testing.T) {
	five := 5
	for name, c := range map[string]struct {
		v                   Int
		isNull, isZero, def bool
		text                string
	}{
		"zero":        {Int{}, false, true, false, "<undefined>"},
		"null":        {Null[int](), true, false, false, "<null>"},
		"defined":     {Of(5), false, false, true, "5"},
		"pointer":     {FromPointer(&five), false, false, true, "5"},
		"pointer-nil": {FromPointer[int](nil), true, false, false, "<null>"},
	} {
		t.Run(name, func(t *testing.T) {
			v, ok := c.v.Get()
			if ok != c.def || c.v.IsDefined() != c.def || c.v.IsNull() != c.isNull || c.v.IsZero() != c.isZero {
				t.Errorf("%v: Get %v, IsDefined %v, IsNull %v, IsZero %v", c.v, ok, c.v.IsDefined(), c.v.IsNull(), c.v.IsZero())
			}
			if want := map[bool]int{true: 5}[c.def]; v != want {
				t.Errorf("Get = %d, want %d", v, want)
			}
			if want := map[bool]int{true: 5, false: 8}[c.def]; c.v.Or(8) != want {
				t.Errorf("Or = %d, want %d", c.v.Or(8), want)
			}
			if p := c.v.Ptr(); (p != nil) != c.def || p != nil && *p != 5 {
				t.Errorf("Ptr = %v", p)
			}
			if got := c.v.String(); got != c.text {
				t.Errorf("String = %s", got)
			}
		})
	}
	o := Of(1)
	if o.SetNull(); o != Null[int]() {
		t.Error("SetNull")
	}
	o.Set(2)
	if o.Unset(); o != (Int{}) {
		t.Error("Unset left something behind")
	}
	if got := fmt.Sprintf("%03d|%-6.2f|%q|%v|%d", Of(7), Of(1.5), Of("a"), Of([]int{1}), Int{}); got != `007|1.50  |"a"|[1]|<undefined>` {
		t.Errorf("formatted: %s", got)
	}
}

type celsius float64

type named string

func TestSQL(t *testing.T) {
	now := time.Now()
	raw := []byte("bytes")
	check := func(name string, err error, got, want any) {
		t.Helper()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, %v; want %v", name, got, err, want)
		}
	}
	var (
		i   Int
		i8  Int8
		u   Uint
		f   Float64
		b   Bool
		s   String
		bs  Bytes
		at  Time
		c   Value[celsius]
		n   Value[named]
		p   Value[*int]
		any Any
		nul Value[sql.NullString]
	)
	five := 5
	check("null", i.Scan(nil), i, Null[int]())
	check("int", i.Scan(int64(5)), i, Of(5))
	check("int-text", i.Scan("-6"), i, Of(-6))
	check("int-bytes", i.Scan([]byte("7")), i, Of(7))
	check("uint", u.Scan(int64(5)), u, Of[uint](5))
	check("float", f.Scan(2.5), f, Of(2.5))
	check("float-int", f.Scan(int64(2)), f, Of(2.0))
	check("float-text", f.Scan("2.5e3"), f, Of(2500.0))
	check("bool", b.Scan(int64(1)), b, Of(true))
	check("bool-text", b.Scan([]byte("false")), b, Of(false))
	check("string", s.Scan("x"), s, Of("x"))
	check("string-int", s.Scan(int64(12)), s, Of("12"))
	check("string-bytes", s.Scan(raw), s, Of("bytes"))
	check("bytes", bs.Scan(raw), bs, Of([]byte("bytes")))
	check("time", at.Scan(now), at, Of(now))
	check("defined-float", c.Scan(1.5), c, Of(celsius(1.5)))
	check("defined-string", n.Scan("x"), n, Of(named("x")))
	check("pointer", p.Scan(int64(5)), p, Of(&five))
	check("any", any.Scan(raw), any, Value[interface{}]{[]byte("bytes"), defined})
	check("scanner", nul.Scan("x"), nul, Of(sql.NullString{String: "x", Valid: true}))
	raw[0] = 'X' // a driver may do that
	check("bytes-copied", nil, bs, Of([]byte("bytes")))
	check("any-copied", nil, any, Value[interface{}]{[]byte("bytes"), defined})

	i = Of(1)
	for name, err := range map[string]error{
		"int-time": i.Scan(now), "int-word": i.Scan("x"), "int-fraction": i.Scan(2.5),
		"int8-large": i8.Scan(int64(300)), "uint-negative": u.Scan(int64(-1)), "bool-word": b.Scan("perhaps"),
		"time-int": at.Scan(int64(1)), "string-kind": s.Scan(struct{}{}),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), "opt: cannot scan ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	check("kept-after-error", nil, i, Of(1))

	v, err := Of(celsius(3)).Value()
	check("value", err, v, 3.0)
	v, err = Of(5).Value()
	check("value-int", err, v, int64(5))
	v, err = Null[int]().Value()
	check("value-null", err, v, nil)
	v, err = Of(sql.NullString{String: "x", Valid: true}).Value()
	check("value-valuer", err, v, "x")
}

func BenchmarkValue(b *testing.B) {
	v := point{1, Of(2)}
	b.Run("op=Marshal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := zjson.Marshal(&v); err != nil {
				b.Fatal(err)
			}
		}
	})
	data := []byte(`{"x":1,"y":2}`)
	b.Run("op=Unmarshal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := zjson.Unmarshal(data, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
}
