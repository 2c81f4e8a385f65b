package json_test

import (
	stdjson "encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json"
)

// What is left behind where something goes wrong: as encoding/json leaves it, whichever release runs.

// TestBytesLeft decodes texts, arrays and broken texts into one slice of bytes, over and over: where a release decodes
// into the memory that is there, a broken text leaves its beginning in it, as far as the capacity goes.
func TestBytesLeft(t *testing.T) {
	texts := []string{`"0000"`, `"000a*00"`, `[1]`, `"65536"`, `[]`, `null`, `"AQI="`, `"AQ=="`, `"AQIDBAUGBwg="`, `"AQID*"`, `"AQ*D"`,
		`[1,2,3,4,5,6,7,8,9]`, `"!"`, `""`, `"\n"`, `"AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA*"`, `[1,"x"]`, `"AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA="`}
	for seed := range long.Rounds(300, 2000) {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		type holder struct {
			A []byte
			B [][]byte
			C map[string][]byte
		}
		var got, want holder
		var gotRoot, wantRoot []byte
		var told []string
		for range 6 {
			a, b := texts[r.IntN(len(texts))], texts[r.IntN(len(texts))]
			in := []byte(`{"A":` + a + `,"B":[` + b + `,` + a + `],"A":` + b + `,"C":{"x":` + a + `}}`)
			told = append(told, string(in))
			gotErr, wantErr := json.Unmarshal(in, &got), stdjson.Unmarshal(in, &want)
			if fmt.Sprint(gotErr) != fmt.Sprint(wantErr) || !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d: %s\n got %#v, %v\nwant %#v, %v", seed, strings.Join(told, "\n"), got, gotErr, want, wantErr)
			}
			gotErr, wantErr = json.Unmarshal([]byte(a), &gotRoot), stdjson.Unmarshal([]byte(a), &wantRoot)
			if fmt.Sprint(gotErr) != fmt.Sprint(wantErr) || !reflect.DeepEqual(gotRoot, wantRoot) {
				t.Fatalf("seed %d, %s at last: got %v, %v, want %v, %v", seed, a, gotRoot, gotErr, wantRoot, wantErr)
			}
		}
	}
}

type asked []string

var asking asked

type (
	zeroInt    int
	zeroMap    map[string]int
	zeroString string
	zeroSlice  []int
)

func (z zeroInt) IsZero() bool    { asking = append(asking, "int"); return z == 1 }
func (z zeroMap) IsZero() bool    { asking = append(asking, "map"); return len(z) == 1 }
func (z zeroString) IsZero() bool { asking = append(asking, "string"); return z == "1" }
func (z zeroSlice) IsZero() bool  { asking = append(asking, "slice"); return len(z) == 1 }

// TestZeroAsked: IsZero is called for the same members, in the same order, also where omitempty leaves them out.
func TestZeroAsked(t *testing.T) {
	type both struct {
		A zeroInt    `json:",omitempty,omitzero"`
		B zeroMap    `json:",omitempty,omitzero"`
		C zeroString `json:",omitzero,omitempty"`
		D zeroSlice  `json:",omitempty,omitzero"`
		E zeroInt    `json:",omitzero"`
		F zeroInt    `json:",omitempty"`
	}
	for _, v := range []both{{}, {1, zeroMap{"a": 1}, "1", zeroSlice{1}, 1, 1}, {2, zeroMap{"a": 1, "b": 2}, "2", zeroSlice{1, 2}, 2, 2}, {A: 2, C: "1"}} {
		for _, v := range []any{v, &v, []both{v, v}} {
			asking = nil
			want, wantErr := stdjson.Marshal(v)
			wantAsked := asking
			asking = nil
			got, gotErr := json.Marshal(v)
			if string(got) != string(want) || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) || !reflect.DeepEqual(asking, wantAsked) {
				t.Errorf("%+v: got %s, %v, asked %v, want %s, %v, %v", v, got, gotErr, asking, want, wantErr, wantAsked)
			}
		}
	}
}

type panicking int

func (*panicking) UnmarshalJSON([]byte) error { panic("on purpose") }

// TestPanicsLeave: what stands in front of a value whose method panics is there.
func TestPanicsLeave(t *testing.T) {
	type inner struct {
		A int
		E map[string]int `json:",embed"`
		F map[string]int `json:",inline"`
		G map[string]int `json:",unknown"`
		P panicking
		Q int
	}
	type outer struct {
		B int
		T inner
		L []inner
		M map[string]*inner
	}
	for _, in := range []string{
		`{"B":1,"T":{"A":1,"Q":2,"x":3,"P":5}}`, `{"B":1,"T":{"A":1,"x":3},"M":{"a":{"A":1,"y":2,"P":1}}}`, `{"T":{"Q":1},"B":2,"T":{"A":3,"P":1},"B":4}`,
	} {
		decode := func(unmarshal func([]byte, any) error) (v outer, said any) {
			defer func() { said = recover() }()
			unmarshal([]byte(in), &v)
			return v, nil
		}
		want, wantSaid := decode(stdjson.Unmarshal)
		got, gotSaid := decode(json.Unmarshal)
		if fmt.Sprintf("%+v %v", got, gotSaid) != fmt.Sprintf("%+v %v", want, wantSaid) {
			t.Errorf("%s:\n got %+v %v\nwant %+v %v", in, got, gotSaid, want, wantSaid)
		}
	}
}
