package outside

import (
	"encoding"
	"net/netip"
	"reflect"
	"strconv"
	"testing"

	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
)

// TestAddresses decodes texts into the types of package netip, as values and as names of a map, and compares with what
// their UnmarshalText methods make of the same text.
func TestAddresses(t *testing.T) {
	texts := []string{
		"", "0.0.0.0", "1.2.3.4", "255.255.255.255", "1.2.3.256", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.4 ", " 1.2.3.4", "1.2.3.-4", "1..3.4", ".1.2.3",
		"::", "::1", "2001:db8::8a2e:370:7334", "::ffff:1.2.3.4", "fe80::1%eth0", "fe80::1%", "::1%25", "1::2::3", "12345::", "g::",
		"1.2.3.4:80", "1.2.3.4:0", "1.2.3.4:65535", "1.2.3.4:65536", "1.2.3.4:", "[::1]:80", "[fe80::1%eth0]:80", "::1:80", "[::1]", ":80",
		"10.0.0.0/8", "10.1.2.3/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/08", "2001:db8::/32", "::/129", "fe80::1%eth0/64", "10.0.0.0/", "/8", "10.0.0.0/8/8",
	}
	for _, text := range texts {
		address[netip.Addr](t, text)
		address[netip.AddrPort](t, text)
		address[netip.Prefix](t, text)
	}
}

func address[T comparable](t *testing.T, text string) {
	t.Helper()
	var want T
	wantErr := any(&want).(encoding.TextUnmarshaler).UnmarshalText([]byte(text))
	for _, quoted := range []string{strconv.Quote(text), `"` + escaped(text) + `"`} {
		data := []byte(`{"V":` + quoted + `,"N":{` + quoted + `:1}}`)
		var got struct {
			V T
			N map[T]int
		}
		err := errorOf((&decode.Call{Config: plan.V1}).Unmarshal(data, &got))
		clear(data) // a zone is a part of the text
		if (err != nil) != (wantErr != nil) || got.V != want {
			t.Errorf("%T %s: %v, %v, want %v, %v", want, quoted, got.V, err, want, wantErr)
		}
		if wantErr == nil && !reflect.DeepEqual(got.N, map[T]int{want: 1}) {
			t.Errorf("%T %s is the name of %v", want, quoted, got.N)
		}
	}
}

// escaped returns text with an escape for each byte.
func escaped(text string) string {
	var b []byte
	for i := range len(text) {
		b = append(b, `\u00`...)
		b = append(b, "0123456789abcdef"[text[i]>>4], "0123456789abcdef"[text[i]&15])
	}
	return string(b)
}

// TestNoAddresses: what is no string is told as encoding/json does, and null leaves what there is.
func TestNoAddresses(t *testing.T) {
	for _, text := range []string{`null`, `7`, `true`, `{}`, `["::1"]`, `"x`, `nul`} {
		same(t, text, func() any { return &struct{ A netip.Addr }{netip.MustParseAddr("::2")} })
		same(t, `{"A":`+text+`,"P":null}`, func() any {
			return &struct {
				A *netip.AddrPort
				P *netip.Prefix
			}{P: &netip.Prefix{}}
		})
		same(t, `{"::1":`+text+`}`, func() any { return new(map[netip.Addr]netip.Prefix) })
	}
}
