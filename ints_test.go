package zetes_test

import (
	"errors"
	"math"
	"math/big"
	"reflect"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
)

type integers struct {
	A int
	B int8
	C int16
	D int32
	E int64
	F uint
	G uint8
	H uint16
	I uint32
	J uint64
	K uintptr
	L []int8
	M [2]uint8
	N map[string]int16
	O map[int]int
	P *uint16
	Q *big.Int
	R time.Duration
	S int `json:",string"`
	T []byte
	U float64
	V any
}

// TestIntsAsStrings: all integers are strings, wherever they stand, and are read as strings and as numbers.
func TestIntsAsStrings(t *testing.T) {
	api := zetes.Config{IntsAsStrings: true}.Freeze()
	p := uint16(9)
	in := integers{-1, math.MinInt8, 2, 3, math.MinInt64, 4, 255, 5, 6, math.MaxUint64, 7, []int8{1, -2}, [2]uint8{1, 2}, map[string]int16{"a": 1}, map[int]int{1: 2}, &p, big.NewInt(8), 9, 10, []byte("a"), 1.5, int8(11)}
	want := `{"A":"-1","B":"-128","C":"2","D":"3","E":"-9223372036854775808","F":"4","G":"255","H":"5","I":"6","J":"18446744073709551615","K":"7",` +
		`"L":["1","-2"],"M":["1","2"],"N":{"a":"1"},"O":{"1":"2"},"P":"9","Q":"8","R":"9","S":"10","T":"YQ==","U":1.5,"V":"11"}`
	for _, v := range []any{in, &in} {
		if out, err := api.MarshalString(v); out != want || err != nil {
			t.Errorf("%s, %v\nwant %s", out, err, want)
		}
	}
	plain, err := zetes.Exact().Freeze().MarshalString(in)
	if err != nil {
		t.Fatal(err)
	}
	for text, v := range map[string]any{want: "11", plain: 11.0} {
		var got integers
		in.V = v
		if err := api.UnmarshalString(text, &got); err != nil || !reflect.DeepEqual(got, in) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	var got integers
	for _, text := range []string{`{"B":"128"}`, `{"G":"-1"}`, `{"C":""}`, `{"C":"1.5"}`, `{"L":["x"]}`, `{"M":["256"]}`, `{"D":" 1"}`, `{"U":"1"}`} {
		if api.UnmarshalString(text, &got) == nil {
			t.Errorf("%s was read", text)
		}
	}
	if (zetes.Config{LargeIntsAsStrings: true}).Freeze().UnmarshalString(`{"C":"1"}`, &got) == nil {
		t.Error("small integers are read as strings where only large ones are written so")
	}
}

// says returns text that its MarshalJSON was given.
type says struct {
	text string
	err  error
}

func (l says) MarshalJSON() ([]byte, error) { return []byte(l.text), l.err }

// TestUncheckedMethods: what MarshalJSON returns is written as it is, and its errors are what they were.
func TestUncheckedMethods(t *testing.T) {
	type holder struct {
		A says
		B *says
		C any
		D []says
		E map[string]says
		F interface{ MarshalJSON() ([]byte, error) }
		N interface{ MarshalJSON() ([]byte, error) }
	}
	l := says{text: ` "<" x`}
	v := holder{l, &l, l, []says{l}, map[string]says{"k": l}, l, nil}
	api := zetes.Config{UncheckedMethods: true}.Freeze()
	if out, err := api.MarshalString(v); out != `{"A": "<" x,"B": "<" x,"C": "<" x,"D":[ "<" x],"E":{"k": "<" x},"F": "<" x,"N":null}` || err != nil {
		t.Error(out, err)
	}
	if out, err := zetes.Exact().Freeze().MarshalString(v); err == nil {
		t.Error("without the choice it was taken for JSON:", out)
	}
	fault := errors.New("no such thing")
	list := []says{{text: "1"}, {err: fault}}
	_, err := api.Marshal(list)
	if _, want := zetes.Exact().Freeze().Marshal(list); !errors.Is(err, fault) || err.Error() != want.Error() {
		t.Errorf("%v, want %v", err, want)
	}
}
