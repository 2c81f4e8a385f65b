//go:build goexperiment.jsonv2 && go1.27

package anytype

import (
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/agree"
	"github.com/zetes-json/zetes/internal/tests/anytype/testdata/groups"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json/v2"
	"github.com/zetes-json/zetes/json/v2/streamed"
)

// byMethods stands for the value that v points to, whose type has the methods of zetes gen -v2. Where these decline,
// encoding/json/v2 goes by the type. The error of the methods is kept as it was before encoding/json/v2 said that it
// comes from a method.
type byMethods struct {
	v      any
	err    error
	served *int // counts the calls that did not decline
}

// MarshalJSONTo implements json.MarshalerTo.
func (m *byMethods) MarshalJSONTo(enc *jsontext.Encoder) error {
	if m.err = streamed.Marshal(enc, m.v); errors.Is(m.err, errors.ErrUnsupported) {
		m.err = stdjson.MarshalEncode(enc, m.v)
	} else {
		*m.served++
	}
	return m.err
}

// UnmarshalJSONFrom implements json.UnmarshalerFrom.
func (m *byMethods) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if m.err = streamed.Unmarshal(dec, m.v); errors.Is(m.err, errors.ErrUnsupported) {
		m.err = stdjson.UnmarshalDecode(dec, m.v)
	} else {
		*m.served++
	}
	return m.err
}

// call calls f for v, or for what stands for a struct that v points to.
func (m byMethods) call(v any, f func(any) error) error {
	if p := reflect.ValueOf(v); p.Kind() != reflect.Pointer || p.IsNil() || p.Elem().Kind() != reflect.Struct {
		return f(v)
	}
	m.v = v
	err := f(&m)
	if m.err != nil {
		return m.err
	}
	return err
}

// TestStreamedV2 compares what encoding/json/v2 makes of types with the methods of zetes gen -v2 and without them.
func TestStreamedV2(t *testing.T) {
	count, rounds := 300, 1
	if long.On() {
		count, rounds = 6000, 3
	}
	var writes, reads int
	lib := agree.V2{
		Marshal: func(v any, opts ...json.Options) (b []byte, err error) {
			return b, byMethods{served: &writes}.call(v, func(v any) error { b, err = stdjson.Marshal(v, opts...); return err })
		},
		MarshalWrite: func(w io.Writer, v any, opts ...json.Options) error {
			return byMethods{served: &writes}.call(v, func(v any) error { return stdjson.MarshalWrite(w, v, opts...) })
		},
		Unmarshal: func(b []byte, v any, opts ...json.Options) error {
			return byMethods{served: &reads}.call(v, func(v any) error { return stdjson.Unmarshal(b, v, opts...) })
		},
		UnmarshalDecode: func(d *jsontext.Decoder, v any, opts ...json.Options) error {
			return byMethods{served: &reads}.call(v, func(v any) error { return stdjson.UnmarshalDecode(d, v, opts...) })
		},
	}
	var sum agree.Counts
	for n := range count {
		rnd := rand.New(rand.NewPCG(11, uint64(n)))
		types := plain
		typ := randomType(rnd, 1+rnd.IntN(3))
		if n%3 == 0 {
			types = nil
			for _, p := range groups.Groups[rnd.IntN(len(groups.Groups))] {
				types = append(types, reflect.TypeOf(p).Elem())
			}
			typ = types[rnd.IntN(len(types))]
		}
		var set json.Options
		if n%4 == 3 {
			set = randomSet(rnd)
		}
		k := agree.NewJudged(agree.StdV2.Library(set), lib.Library(set), types)
		c := k.Check(typ, fmt.Sprint(n), 1, rounds, func() bool { return true }, func(f agree.Finding) {
			t.Errorf("type %d: %v under %s: %s of %s differs at %q\ndoc           %s\nv             %s\nwithout methods %s\nwith methods    %s\n%s",
				n, typ, describe(set), f.What, f.Door, f.Where, f.Doc, f.Value, f.Std, f.Got, f.Note)
		})
		sum.Cases += c.Cases
		sum.Panics += c.Panics
	}
	t.Logf("%+v, %d values were written by plans, %d were read", sum, writes, reads)
	if writes < count/4 || reads < count/8 {
		t.Errorf("%d values were written by plans, %d were read", writes, reads)
	}
}
