package encode

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/tests/guard"
)

// TestAloneTexts encodes strings and bytes of all lengths as whole values, with every byte at every position, also
// behind pointers and of named types. Marshal and Append must have encoding/json's result, with and without escapes for
// HTML.
func TestAloneTexts(t *testing.T) {
	type named string
	type octets []byte
	noHTML := plan.V1.With(option.V1 &^ option.EscapeHTML)
	check := func(v any) {
		t.Helper()
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		for _, c := range []*plan.Dialect{plan.V1, noHTML} {
			want.Reset()
			e.SetEscapeHTML(c == plan.V1)
			if err := e.Encode(v); err != nil {
				t.Fatal(err)
			}
			text := strings.TrimSuffix(want.String(), "\n")
			if got, err := (&Call{Config: c}).Marshal(v); err != nil || string(got) != text {
				t.Fatalf("%q: %s, %v, want %s", v, got, err, text)
			}
			if got, err := (&Call{Config: c}).Append([]byte("[,"), v); err != nil || string(got) != "[,"+text {
				t.Fatalf("%q: %s, %v behind [, want %s", v, got, err, text)
			}
		}
	}
	letters := strings.Repeat("letters that need no escape, ", 5)
	texts := make([]string, mostPlain+20)
	for n := range texts {
		texts[n] = letters[:n]
		s := texts[n]
		check(s)
		check(named(s))
		check(&s)
		for at := range n {
			for _, c := range []string{"\"", "\\", "<", "&", ">", "\n", "\x00", "\x1f", "\x7f", "\x80", "\xff", "é", "\u2028"} {
				check(s[:at] + c + s[at+1:])
			}
		}
	}
	for i := range 256 {
		check(string([]byte{byte(i)}))
		check("12345678" + string([]byte{byte(i)}) + "1234567")
	}
	r := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, mostBytes+20)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	check([]byte(nil))
	for n := range b {
		check(b[:n])
		check(octets(b[:n:n]))
	}
	check(&b)
	for _, v := range []any{json.Number("12"), new(json.Number), speakingString("s"), new(pointerString), pointerString("s"), speakingBytes("b"), json.RawMessage("[ 1]"), []json.Number{"1"}} {
		check(v)
	}
	if got, err := (&Call{Config: choices(option.BytesAsText)}).Marshal([]byte("a\n")); err != nil || string(got) != `"a\n"` {
		t.Errorf("%s, %v", got, err)
	}
}

// TestAloneRooms appends scalars, bytes and values in interfaces to slices with free space of all sizes. The result
// must be encoding/json's. It must lie in the caller's memory if it fits there, and no memory around it may change.
func TestAloneRooms(t *testing.T) {
	var nothing any
	var held []any
	for _, v := range []any{
		true, false, 0, -1, int64(math.MinInt64), uint8(255), uint64(math.MaxUint64), float32(1.5), 1e300, math.NaN(), math.Inf(1), "short",
		"<", strings.Repeat("long ", 40), []byte("bytes"), []byte{}, []byte(nil), make([]byte, mostBytes+1), map[string]int{},
		map[string]any{"a": 1.0}, []any{1.0}, struct{}{}, new(int), (*int)(nil), new(any), &nothing, speakingString("s"), speakingBytes("b"),
		new(pointerString),
	} {
		held = append(held, v, &v)
	}
	memory := make([]byte, 256)
	for _, v := range held {
		want, wantErr := json.Marshal(v)
		if got, err := (&Call{Config: plan.V1}).Marshal(v); string(got) != string(want) || (err != nil) != (wantErr != nil) {
			t.Fatalf("%T: %s, %v, want %s, %v", v, got, err, want, wantErr)
		}
		for room := range 2 * num.Room {
			for i := range memory {
				memory[i] = '!'
			}
			dst := memory[8 : 10 : 10+room]
			got, err := (&Call{Config: plan.V1}).Append(dst, v)
			if (err != nil) != (wantErr != nil) || string(got) != "!!"+string(want) {
				t.Fatalf("%T, room %d: %s, %v, want %s, %v", v, room, got, err, want, wantErr)
			}
			if string(memory[:10]) != "!!!!!!!!!!" || strings.Trim(string(memory[10+room:]), "!") != "" {
				t.Fatalf("%T, room %d: %q", v, room, memory)
			}
		}
	}
}

// TestAloneRing encodes an interface that holds its own address. It does not compare with encoding/json, since that of
// Go 1.27 follows such a cycle until the stack is full.
func TestAloneRing(t *testing.T) {
	var ring any
	ring = &ring
	if b, err := (&Call{Config: plan.V1}).Marshal(ring); err == nil {
		t.Errorf("got %s, want an error", b)
	}
	if b, err := (&Call{Config: plan.V1}).Append([]byte("!"), ring); err == nil || string(b) != "!" {
		t.Errorf("appended %s, %v, want an error", b, err)
	}
}

// TestAloneChoices holds that options about strings, bytes and integers also apply if such a value, or an interface
// that holds it, is the whole value.
func TestAloneChoices(t *testing.T) {
	for _, v := range []any{12, "a", []byte("a\n")} {
		c := &Call{Config: choices(option.BytesAsText | option.IntAsString | option.LargeIntAsString)}
		want, err := c.Marshal([]any{v})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []any{v, &v} {
			if got, err := c.Marshal(v); err != nil || "["+string(got)+"]" != string(want) {
				t.Errorf("%s, %v, want %s within brackets", got, err, want)
			}
			if got, err := c.Append(nil, v); err != nil || "["+string(got)+"]" != string(want) {
				t.Errorf("%s, %v, want %s within brackets", got, err, want)
			}
		}
	}
}

// TestAllocAlone holds that encoding a single string allocates only the memory of its text.
func TestAllocAlone(t *testing.T) {
	if guard.Race {
		t.Skip("the race detector makes pools forget")
	}
	for n := range mostPlain + 1 {
		text := strings.Repeat("a", n)
		if got := testing.AllocsPerRun(10, func() { _, _ = (&Call{Config: plan.V1}).Append(nil, &text) }); got > 1 {
			t.Errorf("%v allocations to append %d letters", got, n)
		}
	}
}

// These types are strings and bytes with methods, so their kinds do not decide how they are written.
type (
	speakingString string
	pointerString  string
	speakingBytes  []byte
)

func (s speakingString) MarshalText() ([]byte, error) { return []byte("<" + s + ">"), nil }
func (s *pointerString) MarshalJSON() ([]byte, error) { return []byte(`["` + *s + `"]`), nil }
func (b speakingBytes) MarshalJSON() ([]byte, error) {
	return []byte(`{"bytes":"` + string(b) + `"}`), nil
}

// BenchmarkAlone encodes values of the kinds that methods pass to Marshal most often.
func BenchmarkAlone(b *testing.B) {
	for name, v := range map[string]any{
		"string-8": "december", "string-29": "a text of twenty-nine letters", "string-90": strings.Repeat("a text of thirty letters again", 3), "string-200": strings.Repeat("letters ", 25),
		"escaped-29": "a text with <some> of \"these\"", "unicode-29": "ein Text mit größeren Lettern", "bytes-20": make([]byte, 20), "bytes-700": make([]byte, 700), "int": 12345,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := (&Call{Config: plan.V1}).Marshal(v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
