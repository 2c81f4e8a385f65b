package jsoniter

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
)

// TestNames reads names of many lengths and endings, each twice: an Iterator keeps some names for the next object.
func TestNames(t *testing.T) {
	var want []string
	for i := range 300 {
		want = append(want, fmt.Sprintf("%d%s", i, strings.Repeat("é", i%20)))
	}
	text := `{"` + strings.Join(append(want, want...), `":0,"`) + `":0}`
	iter := ParseString(ConfigDefault, text)
	for i := range 2 * len(want) {
		if name := iter.ReadObject(); name != want[i%len(want)] {
			t.Fatalf("name %d: %q, want %q", i, name, want[i%len(want)])
		}
		iter.Skip()
	}
	if name := iter.ReadObject(); name != "" || iter.Error != nil {
		t.Error(name, iter.Error)
	}
}

// TestSkipLong skips values that are longer than what Skip looks through at first, and cut ones.
func TestSkipLong(t *testing.T) {
	for n := range 80 {
		value := `{"a":"` + strings.Repeat("x", n) + `","b":[1.5e3,true,null]}`
		iter := ParseString(ConfigDefault, "["+value+strings.Repeat(" ", 300)+",7]")
		if !iter.ReadArray() {
			t.Fatal(iter.Error)
		}
		if iter.Skip(); !iter.ReadArray() || iter.ReadInt() != 7 || iter.ReadArray() || iter.Error != nil {
			t.Fatalf("%d: %v", n, iter.Error)
		}
		for end := range len(value) {
			for _, iter := range []*Iterator{ParseString(ConfigDefault, value[:end]), Parse(ConfigDefault, strings.NewReader(value[:end]), 16)} {
				if iter.Skip(); iter.Error == nil {
					t.Fatalf("%s: no error", value[:end])
				}
			}
		}
	}
}

// TestNumbers reads numbers of many forms, each as an integer and as a float, at the end of the text and before more.
func TestNumbers(t *testing.T) {
	for _, text := range []string{"0", "-0", "7", "-7", "10", "123456789012345678", "1234567890123456789", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615",
		"0.5", "-0.5", "1.25", "0.1", "3.141592653589793", "123456789012.34", "0.00000000000001", "1e3", "1.5e-3", "-0.0", "100.0", "12345678901234.5", "999999999999999"} {
		want, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		n, wrong := strconv.ParseInt(text, 10, 64)
		u, odd := strconv.ParseUint(text, 10, 64)
		small, large := strconv.ParseInt(text, 10, 8)
		for i, after := range []string{"", " ", ",1", "]", "", "\n", "}"} {
			read := func() *Iterator { return ParseString(ConfigDefault, text+after) }
			if i > 3 {
				read = func() *Iterator {
					return Parse(ConfigDefault, iotest.OneByteReader(strings.NewReader("\n\t "+text+after)), 16)
				}
			}
			iter := read()
			if got := iter.ReadFloat64(); got != want || math.Signbit(got) != math.Signbit(want) || iter.failed() || (iter.Error == io.EOF) != (after == "") {
				t.Errorf("%s%s: %v, %v", text, after, got, iter.Error)
			}
			if iter = read(); iter.ReadInt64() != n && wrong == nil || iter.failed() != (wrong != nil) || wrong == nil && (iter.Error == io.EOF) != (after == "") {
				t.Errorf("%s%s as an int64: %v", text, after, iter.Error)
			}
			for name, f := range map[string]func() any{
				"Read": func() any { return iter.Read() }, "ReadAny": func() any { return iter.ReadAny().ToFloat64() }, "Skip": func() any { iter.Skip(); return want },
				"ReadVal":            func() any { var v any; iter.ReadVal(&v); return v },
				"SkipAndReturnBytes": func() any { f, _ := strconv.ParseFloat(string(iter.SkipAndReturnBytes()), 64); return f },
			} {
				if iter = read(); f() != want || iter.failed() || (iter.Error == io.EOF) != (after == "") {
					t.Errorf("%s of %s%s: %v", name, text, after, iter.Error)
				}
			}
			if iter = read(); iter.ReadUint64() != u && odd == nil || iter.failed() != (odd != nil) {
				t.Errorf("%s%s as a uint64: %v", text, after, iter.Error)
			}
			if iter = read(); int64(iter.ReadInt8()) != small && large == nil || iter.failed() != (large != nil) {
				t.Errorf("%s%s as an int8: %v", text, after, iter.Error)
			}
		}
	}
	for _, text := range []string{"", "-", "01", "00", "1.", "-.5", ".5", "1.5.2", "1e", "--1", "+1", "1.e2", "0.5.1", "01.5"} {
		for _, after := range []string{"", ",1"} {
			iter := ParseString(ConfigDefault, text+after)
			if v := iter.ReadFloat64(); !iter.failed() && text != "" && len(iter.buf)-iter.head == len(after) {
				t.Errorf("%s%s: %v", text, after, v)
			}
		}
	}
}
