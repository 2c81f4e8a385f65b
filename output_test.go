package zetes_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/stream"
)

// endless writes itself by its codec, and within itself another value.
type endless struct{ Rows []string }

// TestLimitsOutput: all that writes keeps to the limits on output, with the rule and its place in the error, and writes
// nothing where they are broken.
func TestLimitsOutput(t *testing.T) {
	long := []string{strings.Repeat("x", 5000), strings.Repeat("y", 5000), strings.Repeat("z", 90000), "end"}
	var deep any = 1
	for range 20 {
		deep = []any{deep}
	}
	for name, row := range map[string]struct {
		limits zetes.Limits
		in     any
		rule   zetes.Rule // or 0
		at     string
	}{
		"fits":       {zetes.Limits{OutputBytes: 7}, []int{1, 2, 3}, 0, ""},
		"small":      {zetes.Limits{OutputBytes: 5}, []int{1, 2, 3}, zetes.MaxOutput, "/2"},
		"string":     {zetes.Limits{OutputBytes: 3}, "four", zetes.MaxOutput, ""},
		"long":       {zetes.Limits{OutputBytes: 9000}, long, zetes.MaxOutput, "/1"},
		"map":        {zetes.Limits{OutputBytes: 9000}, map[string][]string{"a": long, "b": long}, zetes.MaxOutput, "/a/1"},
		"strings":    {zetes.Limits{OutputBytes: 90}, map[string]string{"a": long[0], "b": long[2]}, zetes.MaxOutput, "/a"},
		"raw":        {zetes.Limits{OutputBytes: 100}, json.RawMessage(`"` + long[0] + `"`), zetes.MaxOutput, ""},
		"any":        {zetes.Limits{OutputBytes: 20_000}, []any{long, long, long}, zetes.MaxOutput, "/0/2"},
		"codec":      {zetes.Limits{OutputBytes: 20_000}, []endless{{long}, {long}}, zetes.MaxOutput, "/0/Rows/2"},
		"codec/fits": {zetes.Limits{OutputBytes: 300_000}, []endless{{long}, {long}}, 0, ""},
		"deep":       {zetes.Limits{OutputDepth: 20}, deep, 0, ""},
		"deeper":     {zetes.Limits{OutputDepth: 19}, deep, zetes.MaxDepth, strings.Repeat("/0", 19)},
		"brackets":   {zetes.Limits{OutputDepth: 1}, []string{`[[{"\"[`}, 0, ""},
		"none":       {zetes.Limits{OutputDepth: 1}, []any{[]int{}}, zetes.MaxDepth, "/0"},
	} {
		a := zetes.Config{Limits: row.limits, Codecs: []codec.Codec{codec.For(
			func(w *codec.Writer, v *endless) { zetes.WriteDefault(w, v) },
			func(r *codec.Reader, v *endless) { zetes.ReadDefault(r, v) })}}.Freeze()
		want, _ := json.Marshal(row.in)
		for way, write := range written(t, a, row.in) {
			got, err := write()
			if row.rule == 0 {
				if err != nil || got != string(want) {
					t.Errorf("%s, %s: %.60q, %v", name, way, got, err)
				}
				continue
			}
			var rule *zetes.RuleError
			if !errors.As(err, &rule) || rule.Rule != row.rule {
				t.Errorf("%s, %s: %v", name, way, err)
				continue
			}
			if e, ok := err.(*zetes.Error); ok && e.Pointer != row.at {
				t.Errorf("%s, %s: the error is at %q, want %q", name, way, e.Pointer, row.at)
			}
			if row.rule == zetes.MaxOutput && rule.Offset != int64(row.limits.OutputBytes) {
				t.Errorf("%s, %s: the error is at offset %d", name, way, rule.Offset)
			}
			if way == "stream.Encoder" && got != "" {
				t.Errorf("%s, %s: %.60q was written", name, way, got)
			}
		}
	}
}

// TestLimitsOutputEarly: a value whose JSON would be far beyond the limit takes neither its memory nor its time.
func TestLimitsOutputEarly(t *testing.T) {
	line := strings.Repeat("x", 1000)
	var v any = []string{line, line, line, line}
	for range 14 {
		v = []any{v, v} // 65 MB of text
	}
	a := zetes.Config{Limits: zetes.Limits{OutputBytes: 100_000}}.Freeze()
	var before, after runtime.MemStats
	for name, write := range map[string]func() error{
		"Marshal": func() error { _, err := a.Marshal(v); return err },
		"Append":  func() error { _, err := a.Append(make([]byte, 3, 100), v); return err },
		"FlushAt": func() error {
			return stream.NewEncoder(new(strings.Builder), stream.Using(a), stream.FlushAt(1000)).Encode(v)
		},
		"codec": func() error {
			w := codec.NewBytesWriter(nil)
			a.WriteValue(w, v)
			return w.Err()
		},
	} {
		runtime.ReadMemStats(&before)
		err := write()
		runtime.ReadMemStats(&after)
		var rule *zetes.RuleError
		if !errors.As(err, &rule) || rule.Rule != zetes.MaxOutput {
			t.Errorf("%s: %v", name, err)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 4<<20 {
			t.Errorf("%s: %d bytes were allocated for a limit of 100,000", name, n)
		}
	}
	if b, err := a.Marshal("next"); string(b) != `"next"` || err != nil {
		t.Errorf("after that: %s, %v", b, err)
	}
	mine := append(make([]byte, 0, 1<<20), "mine"...)
	if b, err := a.Append(mine, v); err == nil || string(b) != "mine" {
		t.Errorf("%.20q, %v", b, err)
	}
}

// TestASCII: under ASCII the output has the same meaning and no other characters, under NoEscapeLines lines stay.
func TestASCII(t *testing.T) {
	text := "a\u00e9\u20ac😀\u2028\ufffd\x7f<"
	for name, row := range map[string]struct {
		config zetes.Config
		in     any
		want   string
	}{
		"ascii":    {zetes.Config{ASCII: true}, map[string]string{text: "ü"}, `{"a\u00e9\u20ac\ud83d\ude00\u2028\ufffd` + "\x7f" + `\u003c":"\u00fc"}`},
		"plain":    {zetes.Config{ASCII: true}, []string{"plain"}, `["plain"]`},
		"raw":      {zetes.Config{ASCII: true, UncheckedRaw: true}, []json.RawMessage{[]byte("\"é\xff\xc3\"")}, `["\u00e9\ufffd\ufffd"]`},
		"lines":    {zetes.Config{NoEscapeLines: true}, "\u2028\\u2028\u2029<", "\"\u2028\\\\u2028\u2029\\u003c\""},
		"both":     {zetes.Config{NoEscapeLines: true, ASCII: true}, "\u2028", `"\u2028"`},
		"strict":   {zetes.Config{ASCII: true, StrictUTF8: true}, "é", `"\u00e9"`},
		"limited":  {zetes.Config{ASCII: true, Limits: zetes.Limits{OutputBytes: 8}}, "é", `"\u00e9"`},
		"too long": {zetes.Config{ASCII: true, Limits: zetes.Limits{OutputBytes: 7}}, "é", ""},
	} {
		for way, write := range written(t, row.config.Freeze(), row.in) {
			got, err := write()
			if got != row.want && row.want != "" || (err == nil) != (row.want != "") {
				t.Errorf("%s, %s: %s, %v; want %s", name, way, got, err, row.want)
			}
		}
	}
	if err := (zetes.Config{ASCII: true, Canonical: true}).Check(); err == nil {
		t.Error("ASCII and Canonical contradict each other")
	}
	for r := rune(0); r <= utf8.MaxRune; r += 1 + r/50 {
		s := string(r) + "x" + string(r)
		b, err := zetes.Config{ASCII: true}.Freeze().Marshal(s)
		var back string
		if err != nil || json.Unmarshal(b, &back) != nil || back != s || strings.ContainsFunc(string(b), func(r rune) bool { return r > 0x7f }) {
			t.Fatalf("%U: %s, %v", r, b, err)
		}
	}
}

// TestEscapedRaw: raw JSON with bytes that are not UTF-8, and raw text that is not JSON and not checked, are written in
// full.
func TestEscapedRaw(t *testing.T) {
	ascii := zetes.Config{ASCII: true}.Freeze()
	for _, raw := range []string{"\"\xef\"", "\"\xef\xbf\"", "[\"\xef\",1,2]", "\"\xef\xbf\xbdé\xff\""} {
		got, err := ascii.Marshal([]any{json.RawMessage(raw), "after"})
		var have, want any
		if err != nil || json.Unmarshal(got, &have) != nil || json.Unmarshal([]byte("["+raw+`,"after"]`), &want) != nil || !reflect.DeepEqual(have, want) {
			t.Errorf("%q: %s, %v", raw, got, err)
		}
	}
	plain := zetes.Config{NoEscapeLines: true, UncheckedRaw: true}.Freeze()
	for _, raw := range []string{`"\`, `"\u202`, `"\u2028`} {
		if got, err := plain.Marshal(json.RawMessage(raw)); err != nil || len(got) < 2 {
			t.Errorf("%q: %q, %v", raw, got, err)
		}
	}
}

// TestLimitNil: nil is text, too.
func TestLimitNil(t *testing.T) {
	api := zetes.Config{Limits: zetes.Limits{OutputBytes: 3}}.Freeze()
	_, err := api.Marshal(nil)
	if e := new(zetes.RuleError); !errors.As(err, &e) || e.Rule != zetes.MaxOutput {
		t.Errorf("%v", err)
	}
}
