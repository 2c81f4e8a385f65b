package encode_test

import (
	"bytes"
	"encoding/base64"
	stdjson "encoding/json"
	"math"
	"math/big"
	"net/netip"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/json"
)

// asToolchain holds that v has encoding/json's bytes or error: alone, behind a pointer, in an interface, as a field, an
// element and a map's.
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

// alike reports whether two errors are of one type and say the same: those about NaN never are equal.
func alike(a, b error) bool {
	return reflect.TypeOf(a) == reflect.TypeOf(b) && (a == nil || a.Error() == b.Error())
}

// TestBigInts: around a word, around the longest that is written in place, and far beyond the buffer.
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
	asToolchain(t, map[string]*big.Int{"a": big.NewInt(-5), "b": nil})
}

// TestAddresses: of all forms, with zones that have to be escaped, and those that are none.
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

// TestBytes: base64 of every length to some blocks, and beyond the buffer.
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

// TestLoops: arrays of strings and numbers with their own loops, of none, one and more elements than there is room for
// at once, and with an element that has no form.
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
