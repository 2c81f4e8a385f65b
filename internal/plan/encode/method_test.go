package encode

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// wordJSON is a float64 with a method. A map of wordJSON is read as a map of 64-bit numbers.
type wordJSON float64

func (v valueJSON) MarshalJSON() ([]byte, error)    { return speakJSON(v.S) }
func (v *pointerJSON) MarshalJSON() ([]byte, error) { return speakJSON(v.S) }
func (v valueText) MarshalText() ([]byte, error)    { return speakText(v.S) }
func (v *pointerText) MarshalText() ([]byte, error) { return speakText(v.S) }
func (v both) MarshalJSON() ([]byte, error)         { return []byte(`"json"`), nil }
func (v *both) MarshalText() ([]byte, error)        { return []byte("text"), nil }
func (v mapJSON) MarshalJSON() ([]byte, error)      { return fmt.Appendf(nil, " %d ", len(v)), nil }
func (v ptrJSON) MarshalJSON() ([]byte, error)      { return fmt.Append(nil, v.P == nil), nil }
func (v textKey) MarshalText() ([]byte, error)      { return speakText(fmt.Sprint(v.A, "<", v.B)) }
func (v intText) MarshalText() ([]byte, error)      { return speakText(fmt.Sprintf("%d!", int(v))) }
func (v strText) MarshalText() ([]byte, error)      { return speakText(string(v) + "?") }
func (v appendText) MarshalText() ([]byte, error)   { return []byte("marshal"), nil }
func (v funcJSON) MarshalJSON() ([]byte, error)     { return speakJSON(v()) }
func (v sliceJSON) MarshalJSON() ([]byte, error)    { return fmt.Append(nil, v == nil), nil }
func (v wordJSON) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, `{ "<": %g}`, float64(v)), nil
}
func (v byteJSON) MarshalJSON() ([]byte, error)    { return fmt.Append(nil, int(v)+1000), nil }
func (v quarterJSON) MarshalJSON() ([]byte, error) { return fmt.Append(nil, int(v)+1000), nil }
func (v halfJSON) MarshalJSON() ([]byte, error)    { return fmt.Append(nil, int(v)+1000), nil }
func (v appendText) AppendText(b []byte) ([]byte, error) {
	if v.S == "fail" {
		return b, errors.New("append failed")
	}
	return append(b, "append<"+v.S...), nil
}

var errSpeak = errors.New("cannot speak")

func speakJSON(s string) ([]byte, error) {
	if s == "fail" {
		return nil, errSpeak
	}
	return []byte(s), nil
}

func speakText(s string) ([]byte, error) {
	if strings.HasPrefix(s, "fail") {
		return nil, errSpeak
	}
	return []byte(s), nil
}

func TestMethods(t *testing.T) {
	ok := func() speaks {
		return speaks{A: valueJSON{` { "a" : [ 1 , "<\u2028>" ] } `}, B: pointerJSON{"2"}, C: valueText{"<c>"}, D: pointerText{"d"},
			E: &valueJSON{"5"}, F: &pointerJSON{"6"}, G: &valueText{"g"}, H: &pointerText{"\xffh"}, I: valueJSON{"9"}, J: &pointerText{"j"},
			K: []pointerJSON{{"1"}, {"[]"}}, L: [2]pointerJSON{{"1"}, {"{}"}}, M: map[string]pointerJSON{"m": {"1"}}, N: map[string]valueJSON{"n": {"1"}},
			O: mapJSON{"a": 1}, P: ptrJSON{ptr(1)}, Q: 5, S: &both{}, T: valueJSON{"0"}, U: appendText{"u"}, V: ptr(&pointerJSON{"7"})}
	}
	agree(t, "value", ok())
	agree(t, "pointer", ptr(ok()))
	agree(t, "slice", []speaks{ok(), ok()})
	agree(t, "zero", speaks{A: valueJSON{"1"}})
	for _, bad := range []string{"fail", "", " ", "{", "nul", "1 2", "\"a\nb\"", `{"a" 1}`, "[1,]", `"\x"`, "01", strings.Repeat("[", 20000), strings.Repeat("[", 9000) + strings.Repeat("]", 9000), strings.Repeat("[", 11000) + strings.Repeat("]", 11000)} {
		v, p := valueJSON{bad}, pointerJSON{bad}
		agree(t, "bad", v)
		agree(t, "bad pointer", &v)
		agree(t, "bad by pointer", &p)
		agree(t, "bad in struct", struct{ V valueJSON }{v})
		agree(t, "bad in addressable struct", &struct{ V pointerJSON }{p})
		agree(t, "bad in slice", []pointerJSON{p})
		agree(t, "bad in pointer slice", []*pointerJSON{&p})
		agree(t, "bad in iface", struct{ I json.Marshaler }{&p})
		agree(t, "bad in any", []any{&p})
		agree(t, "bad in map", map[string]valueJSON{"a": v})
		agree(t, "bad text", valueText{bad})
		agree(t, "bad text in iface", []encoding.TextMarshaler{&pointerText{bad}})
		agree(t, "raw", json.RawMessage(bad))
		agree(t, "raw pointer", ptr(json.RawMessage(bad)))
		agree(t, "raw in struct", struct{ R json.RawMessage }{json.RawMessage(bad)})
	}
	agree(t, "append failed", appendText{"fail"})
	agree(t, "raw", []json.RawMessage{nil, []byte(" null "), []byte("{\"a\":\"<\u2028\u2029é\xff&\" , \"b\":[ ]}")})
	agree(t, "nil in iface", struct{ I json.Marshaler }{(*valueJSON2)(nil)})
	agree(t, "nil text in iface", struct{ I encoding.TextMarshaler }{(*nilText)(nil)})
	agree(t, "func", funcJSON(func() string { return "1" }))
	agree(t, "slice", []sliceJSON{nil, {}})
	agree(t, "map", mapJSON(nil))
	agree(t, "map pointer", &mapJSON{})
	agree(t, "one pointer", ptrJSON{})
	agree(t, "big", big.NewInt(1<<62))
	agree(t, "url", url.URL{Host: "<"})
	agree(t, "numbers", []json.Number{"", "0", "-1.5e+10", "1E5"})
	for _, n := range []json.Number{"x", "1x", "-", "01", "1.", ".5", "1e", "1e+", " 1", "+1", "\"", "\u2028", "<", "bad", "1bad", "-bad"} {
		agree(t, "bad number", n)
		agree(t, "bad number", []any{n})
	}
}

// TestMapOfWordMethods holds that maps of numbers with methods are read as maps of plain numbers of the same size,
// which needs no reflection, unless the keys do not allow that.
func TestMapOfWordMethods(t *testing.T) {
	guard.Path(t, fast.Typed)
	for _, row := range []struct {
		typ  reflect.Type
		want gatherKind
	}{
		{reflect.TypeFor[map[string]wordJSON](), gatherWord}, {reflect.TypeFor[map[int64]wordJSON](), gatherWord},
		{reflect.TypeFor[map[int8]wordJSON](), gatherCopies}, {reflect.TypeFor[map[string]byteJSON](), gatherByte},
	} {
		c, done := begin(plan.V1)
		got := c.mapOf(row.typ).gather
		if done(); got != row.want {
			t.Errorf("%v: %d, want %d", row.typ, got, row.want)
		}
	}
}

// TestMethodOf holds which method writes the values of a type, for values with an address and without.
func TestMethodOf(t *testing.T) {
	type unnamed = struct{ *pointerJSON }
	for _, row := range []struct {
		value       any
		alone, addr methodKind
	}{
		{0, none, none}, {inner{}, none, none},
		{valueJSON{}, byJSON, byJSON}, {pointerJSON{}, none, byJSON}, {valueText{}, byText, byText}, {pointerText{}, none, byText},
		{both{}, byJSON, byJSON}, {&valueJSON{}, none, none}, {unnamed{}, byJSON, byJSON}, {genValue{}, byGenerated, byGenerated},
		{selfWritten{}, bySelf, bySelf}, {mapJSON{}, byJSON, byJSON},
	} {
		c, done := begin(plan.V1)
		alone, addr := c.methodOf(reflect.TypeOf(row.value), false), c.methodOf(reflect.TypeOf(row.value), true)
		if done(); alone != row.alone || addr != row.addr {
			t.Errorf("%T: %d, with an address %d, want %d and %d", row.value, alone, addr, row.alone, row.addr)
		}
	}
	for o, want := range map[option.Release]methodKind{option.Classic: byText, option.CallAppendText: byAppend} {
		c, done := begin(plan.Under(o, 0))
		got := c.methodOf(reflect.TypeFor[appendText](), false)
		if done(); got != want {
			t.Errorf("AppendText under %b: %d, want %d", o, got, want)
		}
	}
	for o, want := range map[option.Release]methodKind{option.OverV2: none, option.MethodsOfInterfaces: byJSON} {
		c, done := begin(plan.Under(o, 0))
		got := c.methodOf(reflect.TypeFor[json.Marshaler](), false)
		if done(); got != want {
			t.Errorf("an interface under %b: %d, want %d", o, got, want)
		}
	}
}

// TestStructOf encodes structs made by reflect.StructOf. They have the methods of a field that they embed, but pointers
// to them have no methods. encoding/json of Go 1.27.4 panics for most of them; this encoder panics only if it calls
// encoding/json.
func TestStructOf(t *testing.T) {
	written := 0
	for _, row := range []struct {
		inner any
		zero  string // zero and want: the JSON of structs that embed a zero value, and inner; "" for an error
		want  string
	}{
		{valueJSON{"[1]"}, "", "[1]"}, {valueJSON{"fail"}, "", ""}, {valueText{"a"}, `""`, `"a"`}, {pointerJSON{"1"}, `{"S":""}`, `{"S":"1"}`},
		{both{}, `"json"`, `"json"`}, {inner{}, `{"X":0}`, `{"X":0}`}, {funcJSON(func() string { return "2" }), "2", "2"}, {&valueJSON{"3"}, "3", "3"},
	} {
		in := reflect.ValueOf(row.inner)
		typ := reflect.StructOf([]reflect.StructField{{Name: "Inner", Type: in.Type(), Anonymous: true}})
		list := reflect.MakeSlice(reflect.SliceOf(typ), 2, 2)
		list.Index(1).Field(0).Set(in)
		if in.Kind() == reflect.Func || in.Kind() == reflect.Pointer {
			list.Index(0).Field(0).Set(in)
		}
		array := reflect.New(reflect.ArrayOf(1, typ)).Elem()
		array.Index(0).Field(0).Set(in)
		named := reflect.MakeMap(reflect.MapOf(reflect.TypeFor[string](), typ))
		named.SetMapIndex(reflect.ValueOf("k"), list.Index(1))
		both := "[" + row.zero + "," + row.want + "]"
		if row.zero == "" || row.want == "" {
			both = ""
		}
		in1 := func(before, after string) string {
			if row.want == "" {
				return ""
			}
			return before + row.want + after
		}
		for _, c := range []struct {
			value reflect.Value
			want  string
		}{
			{list.Index(1), row.want}, {list.Index(1).Addr(), row.want}, {list, both}, {array, in1("[", "]")}, {array.Addr(), in1("[", "]")}, {named, in1(`{"k":`, "}")},
		} {
			v := c.value.Interface()
			name := fmt.Sprintf("%T of %T", v, row.inner)
			std := panicOf(func() { _, _ = json.Marshal(v) })
			var b []byte
			var err error
			if why := panicOf(func() { b, err = (&Call{Config: plan.V1}).Marshal(v) }); why != "" {
				if why != std {
					t.Errorf("%s: panics with %q, encoding/json with %q", name, why, std)
				}
				continue
			}
			if string(b) != c.want || (err == nil) != (c.want != "") {
				t.Errorf("%s: %s, %v, want %s", name, b, err, c.want)
			}
			written++
			if std != "" {
				continue
			}
			agree(t, name, v)
			agree(t, name, []any{v})
		}
	}
	if written < 40 {
		t.Errorf("only %d values are written", written)
	}
}

// panicOf returns the text of the value with which f panics, or "" if it does not panic.
func panicOf(f func()) (why string) {
	defer func() {
		if r := recover(); r != nil {
			why = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}

// TestStructOfTime encodes a struct made by reflect.StructOf that embeds a time.Time. It does not compare with
// encoding/json, which would crash the process.
func TestStructOfTime(t *testing.T) {
	now := time.Now()
	typ := reflect.StructOf([]reflect.StructField{{Name: "Time", Type: reflect.TypeFor[time.Time](), Anonymous: true}})
	list := reflect.MakeSlice(reflect.SliceOf(typ), 1, 1)
	list.Index(0).Field(0).Set(reflect.ValueOf(now))
	want, _ := json.Marshal([]time.Time{now})
	if b, err := (&Call{Config: plan.V1}).Marshal(list.Interface()); err != nil || string(b) != string(want) {
		t.Errorf("%s, %v, want %s", b, err, want)
	}
}

// TestLineSeparators holds that in releases that always escape U+2028 and U+2029, these are also escaped in the results
// of methods.
func TestLineSeparators(t *testing.T) {
	c := plan.Under(option.Toolchain|option.EscapeJSAlways, option.V1&^option.EscapeHTML)
	long := strings.Repeat("<\u2029", 3000)
	for text, want := range map[string]string{
		"<": "<", "\u2028": `\u2028`, "a\u2029\u2028b\u2030": `a\u2029\u2028b\u2030`, "\u2027\u202a": "\u2027\u202a", long: strings.ReplaceAll(long, "\u2029", `\u2029`),
	} {
		want = strings.ReplaceAll(want, `\u2030`, "\u2030")
		b, err := (&Call{Config: c}).Marshal([]valueJSON{{"1"}, {`"` + text + `"`}, {` [ "` + text + `" ]`}})
		if want = `[1,"` + want + `",["` + want + `"]]`; err != nil || string(b) != want {
			t.Errorf("%.40q: %.200s, %v", text, b, err)
		}
	}
}

// TestNilAware holds under the rules of each release that a nil interface of a type with methods is written as null,
// and other values in such interfaces by their methods. For an interface that holds a nil pointer, the result must be
// that of the running encoding/json.
func TestNilAware(t *testing.T) {
	for _, r := range []option.Release{option.Classic, option.OverV2} {
		c := plan.Under(r, option.V1)
		type record struct {
			I json.Marshaler
			J encoding.TextMarshaler
		}
		for _, row := range []struct {
			value record
			want  string
		}{
			{record{}, `{"I":null,"J":null}`},
			{record{valueJSON{" 1"}, valueText{"<"}}, `{"I":1,"J":"\u003c"}`},
			{record{&pointerJSON{"[ ]"}, &pointerText{"t"}}, `{"I":[],"J":"t"}`},
		} {
			if got, err := (&Call{Config: c}).Marshal(row.value); string(got) != row.want || err != nil {
				t.Errorf("%s, %v, want %s", got, err, row.want)
			}
		}
	}
	agree(t, "nil pointers", struct {
		I json.Marshaler
		J encoding.TextMarshaler
		K []json.Marshaler
	}{(*valueJSON2)(nil), (*nilText)(nil), []json.Marshaler{nil, (*valueJSON2)(nil)}})
}

// TestScratchOfAppendText holds that results of AppendText may be longer than the scratch memory, and that a method
// that encodes a value itself gets other scratch memory.
func TestScratchOfAppendText(t *testing.T) {
	c := plan.Under(option.Toolchain|option.CallAppendText, option.V1)
	for _, n := range []int{0, 10, 5000, 3, 200_000} {
		text := strings.Repeat("x", n)
		v := []appendText{{text}, {"b"}, {text}}
		got, err := (&Call{Config: c}).Marshal(v)
		one := func(s string) string { return `"append\u003c` + s + `"` }
		if want := "[" + one(text) + "," + one("b") + "," + one(text) + "]"; string(got) != want || err != nil {
			t.Errorf("%d bytes: %.100s, %v", n, got, err)
		}
	}
	if _, err := (&Call{Config: c}).Marshal(appendText{"fail"}); err == nil {
		t.Error("the error of AppendText is lost")
	}
}

// TestPlainStrings holds that strings that methods return are written as by encoding/json, for all lengths up to 70 and
// with each special byte or character at each position. MarkInvalidUTF8, which is about the caller's own strings, must
// change nothing.
func TestPlainStrings(t *testing.T) {
	marking := plan.Of(option.V1 | option.MarkInvalidUTF8)
	check := func(text string) {
		v := []valueJSON{{text}, {"1"}}
		agree(t, "string", v)
		want, failed := (&Call{Config: withHTML}).Marshal(v)
		if got, err := (&Call{Config: marking}).Marshal(v); string(got) != string(want) || (err == nil) != (failed == nil) {
			t.Errorf("%q marking: got %q, %v, want %q, %v", text, got, err, want, failed)
		}
	}
	step := long.Rounds(7, 1)
	for n := range 70 {
		plain := strings.Repeat("a", n)
		check(`"` + plain + `"`)
		check(`"` + plain)
		check(plain + `"`)
		for i := 0; i <= n; i += step {
			for _, odd := range []string{"\"", "\\", "\\n", "\x00", "\x1f", "\x7f", "<", "&", "\xff", "\xe2\x80", "\u2028", "é", "\U0001f680", "\xed\xa0\x80"} {
				check(`"` + plain[:i] + odd + plain[i:] + `"`)
			}
		}
	}
}
