package index

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/zetes-json/zetes/internal/wire"
)

// TestCompareUTF16 compares with the code units themselves.
func TestCompareUTF16(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func() string {
		var b strings.Builder
		for range r.IntN(4) {
			b.WriteRune([]rune{'a', 'b', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfb33, 0xffff, 0x10000, 0x1f600, 0x10ffff}[r.IntN(13)])
		}
		return b.String()
	}
	for range 20000 {
		a, b := random(), random()
		want := slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		if got := cmp.Compare(compareUTF16(a, b), 0); got != want {
			t.Fatalf("%+q and %+q: %d, want %d", a, b, got, want)
		}
	}
}

// plainCanonical is the model of AppendCanonical and AppendSorted: names and strings are read by encoding/json, sorted
// by their UTF-16 code units, and written by runes. Numbers are kept, and so is all spelling if keep. ok is false where
// a name stands twice.
func plainCanonical(d *json.Decoder, text string, keep bool) (out string, ok bool) {
	spelled := func() (spelling, value string) {
		start := d.InputOffset()
		token, _ := d.Token()
		spelling = strings.TrimLeft(text[start:d.InputOffset()], " \n,:")
		value, isText := token.(string)
		if keep || !isText {
			return spelling, value
		}
		var b strings.Builder
		for _, r := range value {
			switch i := strings.IndexRune("\"\\\b\f\n\r\t", r); {
			case i >= 0:
				b.WriteString(`\` + `"\bfnrt`[i:i+1])
			case r < ' ':
				fmt.Fprintf(&b, `\u%04x`, r)
			default:
				b.WriteRune(r)
			}
		}
		return `"` + b.String() + `"`, value
	}
	first, _ := spelled()
	ok = true
	var list []string
	switch first {
	case "[":
		for d.More() {
			part, fine := plainCanonical(d, text, keep)
			list, ok = append(list, part), ok && fine
		}
		_, _ = d.Token()
		return "[" + strings.Join(list, ",") + "]", ok
	case "{":
		type member struct{ name, text string }
		var members []member
		for d.More() {
			name, value := spelled()
			part, fine := plainCanonical(d, text, keep)
			ok = ok && fine && !slices.ContainsFunc(members, func(m member) bool { return m.name == value })
			members = append(members, member{value, name + ":" + part})
		}
		_, _ = d.Token()
		slices.SortStableFunc(members, func(a, b member) int {
			return slices.Compare(utf16.Encode([]rune(a.name)), utf16.Encode([]rune(b.name)))
		})
		for _, m := range members {
			list = append(list, m.text)
		}
		return "{" + strings.Join(list, ",") + "}", ok
	}
	return first, true
}

// TestCanonicalForms compares with the model over random documents: names that are alike at first, that have escapes
// and characters of all lengths, few in an object or many.
func TestCanonicalForms(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	parts := []string{"a", "b", "abcdefgh", "abcdefgi", "é", "\ud7ff", "\ue000", "ﬃ", "\U00010000", "😀", `\n`, `\/`, `\"`, `\\`, `\u0000`, `\u0001`, `\u001f`,
		`\u000a`, `\u0022`, `\u005c`, `\u0041`, `\u00E9`, `\ue000`, `\uffff`, `\ufffd`, `\ud83d\ude00`, strings.Repeat("x", 70)}
	quoted := func(end string) string {
		var b strings.Builder
		for range r.IntN(6) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		b.WriteString(end)
		return `"` + b.String() + `"`
	}
	var value func(depth int) string
	value = func(depth int) string {
		var list []string
		switch k := r.IntN(7); {
		case k < 2 || depth == 0:
			return quoted("")
		case k == 2:
			return []string{"0", "-17", "123456789012345", "true", "false", "null"}[r.IntN(6)]
		case k == 3:
			for range r.IntN(4) {
				list = append(list, value(depth-1))
			}
			return "[ " + strings.Join(list, " ,\n ") + "]"
		}
		n := r.IntN(6)
		if r.IntN(10) == 0 {
			n = 40 + r.IntN(40)
		}
		for i := range n {
			end := ""
			if n >= 40 {
				end = strconv.Itoa(i) // so that few names stand twice
			}
			list = append(list, quoted(end)+" : "+value(min(depth, 2)-1))
		}
		return "{ " + strings.Join(list, ", ") + "}"
	}
	sound := 0
	var tape Tape
	for range 3000 {
		text := value(3)
		if !tape.Build([]byte(text), wire.MaxDepth) {
			t.Fatalf("%s is no JSON", text)
		}
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		want, ok := plainCanonical(d, text, false)
		got, flaw, _ := tape.AppendCanonical([]byte("x"))
		if !ok {
			want = ""
		}
		if (flaw == Sound) != ok || flaw != Sound && flaw != Duplicate || string(got) != "x"+want {
			t.Fatalf("%s: %s, flaw %d, want %s", text, got, flaw, want)
		} else if ok {
			sound++
		}
		d = json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		want, _ = plainCanonical(d, text, true)
		if got := tape.AppendSorted(nil); !bytes.Equal(got, []byte(want)) {
			t.Fatalf("%s: sorted %s, want %s", text, got, want)
		}
	}
	if sound < 500 {
		t.Errorf("%d documents have a canonical form, too few to compare", sound)
	}
}

// TestCanonicalBehind: nothing that was in memory before shows behind the end of a result.
func TestCanonicalBehind(t *testing.T) {
	text := []byte("[1," + strings.Repeat(" ", 20_000) + "2]")
	var tape Tape
	if !tape.Build(text, wire.MaxDepth) {
		t.Fatal("no JSON")
	}
	for range 12 {
		// Freed memory of the size that the result has.
		for range 20 {
			runtime.KeepAlive(bytes.Repeat([]byte("SECRET42"), 2520))
		}
		runtime.GC()
		canonical, _, _ := tape.AppendCanonical(nil)
		for _, b := range [][]byte{canonical, tape.AppendSorted(nil)} {
			if string(b) != "[1,2]" || len(bytes.Trim(b[len(b):cap(b)], "\x00")) > 0 {
				t.Fatalf("%s, with %.40q behind it", b, b[len(b):cap(b)])
			}
		}
	}
}
