package ready_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/codec/ready"
	"github.com/zetes-json/zetes/opt"
)

type (
	Base  struct{ ID int }
	inner struct{ Deep string }
	cell  struct {
		Base
		*inner
		Name   string `json:"name,omitempty"`
		Hidden int    `json:"-"`
		own    int
		At     time.Time
		Next   *cell
		Maybe  opt.Value[int]
		Points []point
		Any    any
	}
	point struct{ X, Y int }
)

func arrays() *zetes.API {
	return zetes.Config{CodecsFor: []func(reflect.Type) (codec.Codec, bool){ready.StructsAsArrays(nil)}}.Freeze()
}

// TestStructAsArray: fields are elements, in both directions.
func TestStructAsArray(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for name, c := range map[string]struct {
		value cell
		text  string
	}{
		"zero":   {cell{Maybe: opt.Null[int]()}, `[0,null,"","0001-01-01T00:00:00Z",null,null,null,null]`},
		"filled": {cell{Base{1}, &inner{"d"}, "n", 0, 0, at, &cell{Base: Base{2}, Maybe: opt.Null[int]()}, opt.Of(3), []point{{1, 2}, {3, 4}}, true}, `[1,"d","n","2026-01-02T03:04:05Z",[2,null,"","0001-01-01T00:00:00Z",null,null,null,null],3,[[1,2],[3,4]],true]`},
	} {
		got, err := arrays().MarshalString(&c.value)
		if err != nil || got != c.text {
			t.Errorf("%s: got %s, %v\nwant %s", name, got, err, c.text)
		}
		into := cell{inner: &inner{}}
		if name == "zero" {
			into.inner = nil
		}
		if err := arrays().UnmarshalString(c.text, &into); err != nil || !reflect.DeepEqual(&into, &c.value) {
			t.Errorf("%s: got %+v, %v", name, into, err)
		}
	}
}

// TestStructAsArrayReads: what is missing stays, what is too much is passed over, and errors tell their place.
func TestStructAsArrayReads(t *testing.T) {
	api := zetes.Config{Codecs: []codec.Codec{ready.StructAsArray[point]()}}.Freeze()
	for text, want := range map[string]point{`[]`: {7, 8}, `[1]`: {1, 8}, ` [ 1 , 2 ] `: {1, 2}, `[1,2,{"a":[3]},4]`: {1, 2}, `null`: {7, 8}, `[null,2]`: {7, 2}} {
		p := point{7, 8}
		if err := api.UnmarshalString(text, &p); err != nil || p != want {
			t.Errorf("%s: %v, %v, want %v", text, p, err, want)
		}
	}
	for text, want := range map[string]string{
		`[[1,"x"]]`: "at /0/1", `[{"X":1}]`: "at /0", `[[1,2,tru]]`: "at /0/2", `[[1,2`: "at /0/1",
	} {
		if err := api.UnmarshalString(text, new([]point)); err == nil || !strings.Contains(err.Error(), want+")") {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if err := arrays().UnmarshalString(`[1,"d"]`, new(cell)); err == nil || !strings.Contains(err.Error(), "can't be set") {
		t.Errorf("a pointer to an unexported struct was set: %v", err)
	}
	// The methods of an embedded opt.Unknown are not the struct's own.
	type known struct {
		A int
		opt.Unknown
	}
	for _, api := range []*zetes.API{arrays(), zetes.Config{Codecs: []codec.Codec{ready.StructAsArray[known](), ready.StructAsArray[struct{ known }]()}}.Freeze()} {
		for _, v := range []any{known{A: 1}, struct{ known }{known{A: 1}}} {
			if got, err := api.MarshalString(v); got != "[1]" || err != nil {
				t.Errorf("%T: %s, %v", v, got, err)
			}
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("an int is no struct")
		}
	}()
	ready.StructAsArray[int]()
}

func ExampleStructAsArray() {
	type Point struct{ X, Y int }
	api := zetes.Config{Codecs: []codec.Codec{ready.StructAsArray[Point]()}}.Freeze()
	text, err := api.MarshalString(map[string]Point{"from": {1, 2}, "to": {3, 4}})
	fmt.Println(text, err)
	var p Point
	fmt.Println(api.UnmarshalString(`[5,6]`, &p), p)
	// Output:
	// {"from":[1,2],"to":[3,4]} <nil>
	// <nil> {5 6}
}

// TestStructAsArrayRandom: what is written is what a slice of the fields' values is, and is read as it was.
func TestStructAsArrayRandom(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		p := []point{{rnd.Int(), rnd.Int()}, {-rnd.Int(), 0}}[:1+rnd.IntN(2)]
		var plain [][]int
		for _, p := range p {
			plain = append(plain, []int{p.X, p.Y})
		}
		want, _ := zetes.MarshalString(plain)
		got, err := arrays().MarshalString(p)
		var back []point
		if err != nil || got != want || arrays().UnmarshalString(got, &back) != nil || !reflect.DeepEqual(back, p) {
			t.Fatalf("%s, %v, want %s; read as %v", got, err, want, back)
		}
	}
}
