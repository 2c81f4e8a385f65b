package kernel

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/tests/guard"
)

// TestWriteStrings has lists of strings that end at a page nobody may touch, up to ones that are too long, have to be
// escaped or find no room.
func TestWriteStrings(t *testing.T) {
	const plain = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 !#$%'()*+,-./:;=?@[]^_`{|}~\x7f"
	const wide = "größer 日本語の文 привет 🙂🚀 naïve \u2027\u202a\ud7ff\uffff ü"
	const odd = "\"\\<>&\x00\x1f\n\x80\xc3\xa9\xe2\xff"
	guard.EachKernel(t, func(t *testing.T) {
		if !WritesStrings() {
			return
		}
		r := rand.New(rand.NewPCG(9, 10))
		text, out := guard.New(t, 1<<8), guard.New(t, 1<<13)
		taken := 0
		for range 20_000 {
			list := make([]string, r.IntN(12))
			for i := range list {
				from := []string{plain, plain, wide}[r.IntN(3)]
				start := r.IntN(len(from))
				for start > 0 && !utf8.RuneStart(from[start]) {
					start--
				}
				end := min(start+r.IntN(70), len(from))
				for end < len(from) && !utf8.RuneStart(from[end]) && r.IntN(8) > 0 {
					end++
				}
				b := []byte(from[start:end])
				if len(b) > 0 && r.IntN(16) == 0 {
					b[r.IntN(len(b))] = odd[r.IntN(len(odd))]
				}
				if r.IntN(32) == 0 {
					b = append(b, "\u2028\u2029"[r.IntN(2)*3:][:3]...)
				}
				list[i] = string(b)
			}
			if n := len(list); n > 0 {
				i := r.IntN(n)
				b := text.Ending(list[i])
				list[i] = unsafe.String(unsafe.SliceData(b), len(b))
			}
			room := r.IntN(900)
			for _, set := range []*EscapeSet{EscapeHTML, EscapeMinimal, EscapeHTML.WithMarks(true), EscapeSetOf(option.PlainLines, 0)} {
				want := make([]byte, room)
				done, n := writeStringsGeneric(unsafe.Pointer(unsafe.SliceData(want)), list, room, set)
				dst := out.Ending(string(make([]byte, room)))
				gotDone, got := WriteStrings(unsafe.Pointer(unsafe.SliceData(dst)), list, room, set)
				if gotDone < done && len(list[gotDone]) > 31 && len(list[gotDone]) != utf8.RuneCountInString(list[gotDone]) {
					done, n = writeStringsGeneric(unsafe.Pointer(unsafe.SliceData(want)), list[:gotDone], room, set) // as it may
				}
				if gotDone != done || got != n || string(dst[:n]) != string(want[:n]) {
					t.Fatalf("%q into %d bytes: %d as %q, want %d as %q", list, room, gotDone, dst[:got], done, want[:n])
				}
				for _, s := range list[:done] {
					if len(s) != utf8.RuneCountInString(s) {
						taken++
					}
				}
			}
		}
		if taken < 10_000 {
			t.Errorf("of strings that are not ASCII %d were taken", taken)
		}
	})
}

// mostListed is the length of the longest string that WriteStrings writes. roomForString is the number of bytes that
// must be free before it writes a string.
const (
	mostListed    = 63
	roomForString = 64 + 3
)

// writeStringsGeneric is the twin of WriteStrings.
func writeStringsGeneric(dst unsafe.Pointer, list []string, room int, set *EscapeSet) (done, n int) {
	for _, s := range list {
		if len(s) > mostListed || room-n < roomForString {
			break
		}
		var b [roomPerBlock + 6*mostListed]byte
		_, k := escapeGeneric(unsafe.Pointer(&b), unsafe.Pointer(unsafe.StringData(s)), len(s), len(b), set)
		if string(b[:k]) != s || !utf8.ValidString(s) || strings.ContainsAny(s, "\u2028\u2029") {
			break
		}
		text := mem.Slice(unsafe.Add(dst, n), len(s)+3)
		text[0] = '"'
		copy(text[1:], s)
		text[len(s)+1], text[len(s)+2] = '"', ','
		n += len(text)
		done++
	}
	return done, n
}
