package encode_test

import (
	"bytes"
	"encoding/base64"
	stdjson "encoding/json"
	"errors"
	"io"
	"math"
	"math/big"
	"net/netip"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/opt"
)

// asToolchain compares the JSON of v, or the error, with that of encoding/json: for v as the whole value, behind a
// pointer, in an interface, and as a field, an element and a map's element.
func asToolchain(t *testing.T, v any) {
	t.Helper()
	p := reflect.New(reflect.TypeOf(v))
	p.Elem().Set(reflect.ValueOf(v))
	list := reflect.MakeSlice(reflect.SliceOf(p.Elem().Type()), 3, 3)
	list.Index(1).Set(p.Elem())
	for _, x := range []any{v, p.Interface(), []any{v, p.Interface()}, struct{ A, B any }{v, p.Interface()}, list.Interface(), map[string]any{"a": v, "b": p.Interface()}} {
		got, err := json.Marshal(x)
		want, wantErr := stdjson.Marshal(x)
		if string(got) != string(want) || !alike(err, wantErr) {
			t.Errorf("%T: %.200s, %v\nwant %.200s, %v", x, got, err, want, wantErr)
		}
	}
}

// alike reports whether two errors have the same type and text. Comparing the values would not work for errors that
// contain NaN.
func alike(a, b error) bool {
	return reflect.TypeOf(a) == reflect.TypeOf(b) && (a == nil || a.Error() == b.Error())
}

// TestBigInts encodes big.Ints that are just above or below one word of a big.Int, the longest that is written in
// place, and the size of the buffer.
func TestBigInts(t *testing.T) {
	for _, shift := range []uint{0, 1, 31, 62, 63, 64, 65, 127, 128, 500, 1000, 1024, 3000, 9000} {
		for _, d := range []int64{-1, 0, 1} {
			v := new(big.Int).Add(new(big.Int).Lsh(big.NewInt(1), shift), big.NewInt(d))
			asToolchain(t, v)
			asToolchain(t, new(big.Int).Neg(v))
			asToolchain(t, *v)
		}
	}
	asToolchain(t, (*big.Int)(nil))
	signed := big.NewInt(-5)
	if signed.UnmarshalJSON([]byte(`["a"]`)) == nil {
		t.Error("an array is a number")
	}
	asToolchain(t, signed) // zero, with a sign
	asToolchain(t, map[string]*big.Int{"a": big.NewInt(-5), "b": nil})
}

// TestAddresses encodes netip.Addrs of all forms, also with zones that need escapes, and invalid ones.
func TestAddresses(t *testing.T) {
	for _, s := range []string{"0.0.0.0", "255.255.255.255", "1.2.3.4", "::", "::1", "fe80::1", "::ffff:1.2.3.4", "fe80::1%eth0", "fe80::1%<\"\\\n>", "fe80::1%" + strings.Repeat("z", 3000), "1:2:3:4:5:6:7:8"} {
		a := netip.MustParseAddr(s)
		asToolchain(t, a)
		asToolchain(t, netip.AddrPortFrom(a, 65535))
		asToolchain(t, netip.PrefixFrom(a, 7))
		asToolchain(t, netip.PrefixFrom(a, 500))
		asToolchain(t, map[netip.Addr]netip.AddrPort{a: netip.AddrPortFrom(a, 0)})
	}
	asToolchain(t, netip.Addr{})
	asToolchain(t, netip.AddrPort{})
	asToolchain(t, netip.Prefix{})
}

// TestBytes encodes bytes of every length up to some blocks of the base64 kernel, and bytes that are longer than the
// buffer.
func TestBytes(t *testing.T) {
	text := bytes.Repeat([]byte{0, 0xff, 0x7f, 'a', 0x10}, 20_000)
	for n := range 200 {
		asToolchain(t, text[:n])
	}
	asToolchain(t, text)
	asToolchain(t, []byte(nil))
	asToolchain(t, [3]byte{1, 2, 3})
	if got, err := json.Marshal(text[:100]); err != nil || string(got) != `"`+base64.StdEncoding.EncodeToString(text[:100])+`"` {
		t.Errorf("%s, %v", got, err)
	}
}

// TestLoops encodes arrays of strings and numbers that are written by loops of their own: without elements, with one,
// and with more than are written between two tests of the space. Some have an element without a JSON form.
func TestLoops(t *testing.T) {
	long := strings.Repeat("text <&> \u2028 \xff \"\\\n", 100)
	for _, n := range []int{0, 1, 2, 33, 150} {
		strs, floats, ints := make([]string, n), make([]float64, n), make([]int64, n)
		for i := range n {
			strs[i], floats[i], ints[i] = long[:i*7%len(long)], float64(i)*1.1e10, math.MinInt64+int64(i)
		}
		asToolchain(t, strs)
		asToolchain(t, floats)
		asToolchain(t, ints)
		if n > 0 {
			floats[n/2] = math.NaN()
			asToolchain(t, floats)
		}
	}
	asToolchain(t, []string(nil))
	asToolchain(t, []float64(nil))
	asToolchain(t, [0]string{})
	asToolchain(t, [0]float64{})
	asToolchain(t, [0]int64{})
	asToolchain(t, [2]string{"a", long})
	asToolchain(t, [2]float64{1, math.Inf(-1)})
	asToolchain(t, [2]int64{-1, 1})
}

// jsonOf has a MarshalJSON method that fails, or returns the text S.
type jsonOf struct{ S string }

func (v jsonOf) MarshalJSON() ([]byte, error) {
	if v.S == "fail" {
		return nil, io.ErrNoProgress
	}
	return []byte(v.S), nil
}

// textBy has a method that changes its receiver.
type textBy struct{ N int }

func (v *textBy) MarshalText() ([]byte, error) {
	v.N++
	return strconv.AppendInt(nil, int64(v.N), 10), nil
}

// TestOptionals holds that an opt.Value is written as its MarshalJSON method would write it: as null or as its value,
// and with the same errors. The values around it must make no difference.
func TestOptionals(t *testing.T) {
	type record struct {
		A opt.Value[int]
		B opt.Value[[]string]
		C opt.Value[map[string]float64] `json:",omitzero"`
		D opt.Value[*int]               `json:",omitempty"`
		E opt.Value[jsonOf]
		F opt.Time
		G opt.Any `json:",omitzero"`
		H opt.Value[opt.Value[float64]]
		I opt.Value[textBy]
		J opt.Raw
	}
	full := record{opt.Of(7), opt.Of([]string{"<", ""}), opt.Of(map[string]float64{"b": 1, "a": 2}), opt.Of(new(int)), opt.Of(jsonOf{` { "x" : "<" } `}),
		opt.Of(time.Unix(0, 0).UTC()), opt.Of[any]([]any{1, "<"}), opt.Of(opt.Of(1.5)), opt.Of(textBy{1}), opt.Of(stdjson.RawMessage(`[ "\u003c" ]`))}
	nulls := record{opt.Null[int](), opt.Null[[]string](), opt.Null[map[string]float64](), opt.Null[*int](), opt.Null[jsonOf](),
		opt.Null[time.Time](), opt.Null[any](), opt.Null[opt.Value[float64]](), opt.Null[textBy](), opt.Null[stdjson.RawMessage]()}
	asToolchain(t, record{})
	asToolchain(t, nulls)
	asToolchain(t, full)
	if full.I.Or(textBy{}).N != 1 {
		t.Error("the method of a pointer has changed the caller's value")
	}
	for _, bad := range []func(r *record){
		func(r *record) { r.C = opt.Of(map[string]float64{"a": 1, "b": math.NaN()}) },
		func(r *record) { r.E = opt.Of(jsonOf{"fail"}) },
		func(r *record) { r.E = opt.Of(jsonOf{`{"a":"<" x}`}) },
		func(r *record) { r.F = opt.Of(time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC)) },
		func(r *record) { r.G = opt.Of[any](map[string]any{"a": []any{"<", make(chan int)}}) },
		func(r *record) { r.G = opt.Of[any](record{H: opt.Of(opt.Of(math.Inf(1)))}) },
		func(r *record) { r.H = opt.Of(opt.Of(math.NaN())) },
		func(r *record) { r.J = opt.Of(stdjson.RawMessage(`[1,]`)) },
	} {
		r := full
		bad(&r)
		asToolchain(t, r)
	}
	for _, v := range []any{opt.Of(math.NaN()), opt.Of(float32(1.5)), opt.Of(int8(-1)), opt.Of(""), opt.Of(true), opt.Of(jsonOf{"1"}), opt.Of([2]textBy{}), opt.Of(struct{ A textBy }{})} {
		asToolchain(t, v)
	}
}

// TestOptionalRing holds that a value that contains itself through an opt.Value is an error, and does not overflow the
// stack.
func TestOptionalRing(t *testing.T) {
	type ring struct{ Next opt.Value[*ring] }
	r := &ring{}
	r.Next = opt.Of(r)
	_, err := json.Marshal(r)
	var cycle *stdjson.UnsupportedValueError
	if !errors.As(err, &cycle) || !strings.Contains(cycle.Str, "encountered a cycle via") {
		t.Errorf("%v", err)
	}
}
