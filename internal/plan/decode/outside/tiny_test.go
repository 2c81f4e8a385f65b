package outside

import (
	stdjson "encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/json"
)

type (
	tinyName    string
	tinyMethod  int
	tinyEmpty   any
	tinyKeys    map[int8]bool
	tinyByte    byte
	tinyMethod8 byte
)

func (m *tinyMethod8) UnmarshalJSON(text []byte) error { *m = tinyMethod8(len(text)); return nil }

func (m *tinyMethod) UnmarshalJSON(text []byte) error { *m = tinyMethod(len(text)); return nil }

// tinyTargets make targets that hold something.
var tinyTargets = []func() any{
	func() any { return pointer(true) }, func() any { return pointer(7) }, func() any { return pointer(int8(7)) },
	func() any { return pointer(uint16(7)) }, func() any { return pointer(uintptr(7)) }, func() any { return pointer(float32(7)) },
	func() any { return pointer(7.5) }, func() any { return pointer("old") }, func() any { return pointer(tinyName("old")) },
	func() any { return new(any) }, func() any { return pointer(any("old")) }, func() any { return pointer(any(pointer(7))) },
	func() any { return pointer(any(pointer(any(7)))) }, func() any { return pointer(tinyEmpty(1)) }, func() any { return pointer(fmt.Stringer(time.Second)) },
	func() any { return new(fmt.Stringer) }, func() any { return pointer(time.Second) }, func() any { return pointer(stdjson.Number("1")) },
	func() any { return pointer(json.RawMessage("1")) }, func() any { return pointer([]int{1, 2}) }, func() any { return new([]int) },
	func() any { return pointer([]byte("old")) }, func() any { return new([]byte) }, func() any { return pointer([]tinyByte{1}) }, func() any { return new([]tinyMethod8) }, func() any { return pointer([3]int{1, 2, 3}) }, func() any { return pointer([2]*int{pointer(1)}) },
	func() any { return new([0]int) }, func() any { return pointer([2]byte{1, 2}) }, func() any { return new(struct{}) }, func() any { return pointer(struct{ A int }{1}) },
	func() any { return new(map[string]int) }, func() any { return pointer(map[string]int{"a": 1}) }, func() any { return new(map[string]any) },
	func() any { return new(tinyKeys) }, func() any { return new(map[heldKey]int) }, func() any { return new(map[string]heldWide) },
	func() any { return new(*int) }, func() any { return pointer(pointer(7)) }, func() any { return pointer(tinyMethod(7)) },
	func() any { return new(heldText) }, func() any { return new(chan int) }, func() any { return new(complex128) }, func() any { return new(time.Time) },
}

var tinyDocs = []string{
	`true`, `false`, `null`, `tru`, `truE`, `nul`, `nulll`, `0`, `-0`, `7`, `-7`, `127`, `128`, `-129`, `65535`, `65536`, `1.5`, `1e3`, `1e400`, `01`, `-`, `1.`, `1e`, `.5`, `+1`, `1 2`, `1,`,
	`12345678901234567890`, `-9223372036854775808`, `9223372036854775808`, `123456789012345678901234567890.123456`, `3.4028235e39`, `0x10`, `1_0`, `NaN`, "1\x00", "\x001",
	`""`, `"a"`, `"`, `"a`, `a"`, `"a"b"`, `"\n"`, `"\"`, `"é"`, "\"\xff\"", "\"\x7f\"", "\"\x1f\"", "\"a\nb\"", `"<&>"`, `"abcdefghijklmnopqrstuvwxyz0123456789"`, `"12"`, `"null"`, `"1h"`,
	`"AQID"`, `"AQI="`, `"AQ=="`, `"AQ="`, `"A==="`, `"AQI=AQID"`, `"AQ\nID"`, "\"AQ\nID\"", `"AQ-_"`, `"AQIDBAUGBwgJCgsMDQ4PEBES"`, `[]`, `{}`, `[}`, `{]`, `[`, `{`, `]`, `}`, `[ ]`, `[1]`, `{"A":2}`, `{"a":2}`, ``, ` `, `,`, `:`, `/**/1`,
}

// TestTinyDocuments: what is decoded without a state is what encoding/json makes of it, and so are errors.
func TestTinyDocuments(t *testing.T) {
	for _, make := range tinyTargets {
		for _, doc := range tinyDocs {
			for _, text := range []string{doc, " \n" + doc + "\t\r ", doc + strings.Repeat(" ", 50), doc + "\v", "\x00" + doc} {
				want, got := make(), make()
				wantErr, err := stdjson.Unmarshal([]byte(text), want), json.Unmarshal([]byte(text), got)
				if fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(got, want) {
					t.Errorf("%q into %T: %#v and %v, want %#v and %v", text, got, reflect.ValueOf(got).Elem(), err, reflect.ValueOf(want).Elem(), wantErr)
				}
			}
		}
	}
}

// TestTinyTakesNoState: a document of a few bytes is not loaded, and the memory of its target not looked at.
func TestTinyTakesNoState(t *testing.T) {
	guard.Path(t, fast.Tiny)
	defer func() { meter.Count = nil }()
	for _, c := range []struct {
		doc  string
		into any
	}{
		{"true", new(bool)}, {" 12\n", pointer(5)}, {"12", new(uint8)}, {"1.5", new(float32)}, {"1.5", pointer(2.5)}, {`"text"`, pointer("old")}, {"null", new(int)},
		{"null", new(string)}, {"12", new(any)}, {"true", pointer(any(1))}, {`"a"`, new(any)}, {"{}", new(struct{ A string })}, {"{}", new(map[string]int)},
		{"{}", &map[int]string{1: "a"}}, {"[]", &[]int{1}}, {"[]", &[2]string{"a"}},
		{`"AQID"`, new([]byte)}, {"[]", pointer([]byte("old"))},
	} {
		if shape.StreamMethods && c.doc == `"AQID"` {
			continue // under Go 1.27 the capacity counts, which newBytes knows
		}
		if !fast.Stores && reflect.TypeOf(c.into).Elem().Kind() == reflect.Map {
			continue // reflect makes the map then
		}
		meter.Count = func(n int) { t.Errorf("%s into %T: %d bytes are looked at", c.doc, c.into, n) }
		err := json.Unmarshal([]byte(c.doc), c.into)
		meter.Count = nil
		if err != nil {
			t.Error(err)
		}
	}
}
