package kernel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
	"unsafe"

	"github.com/zetes-json/zetes/internal/cpu"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// maxLen is the longest string of the exhaustive tests: beyond three vector blocks.
const maxLen = 200

// odd holds one string of each kind that a kernel treats in a way of its own.
var odd = []string{
	"\x00", "\x1f", "\b", "\f", "\n", "\r", "\t", " ", "!", "\"", "&", "'", "<", "=", ">", "\\", "]", "\x7f",
	"\u0080", "é", "߿", "\u0800", "日", "\u2027", "\u2028", "\u2029", "\u202a", "\ud7ff", "\ue000", "\ufffd", "\uffff",
	"\U00010000", "😀", "\U0010ffff",
	"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc2", "\xdf", "\xe0\x9f\xbf", "\xe0\xa0", "\xe2\x80", "\xe2", "\xed\xa0\x80", "\xed\x9f",
	"\xef\xbf", "\xf0\x8f\xbf\xbf", "\xf0\x90\x80", "\xf1\x80", "\xf4\x90\x80\x80", "\xf4\x8f\xbf", "\xf5\x80\x80\x80", "\xf8\x88\x80\x80\x80", "\xff", "\xfe",
	"\\\\", "\"\"\"", "<>&", "\"a\"", "日本語", "é\"日", "\u2028\u2029", "\xe2\x80\xa8\xe2\x80", "\x80\x80\x80\x80\x80", "日\x80", "\xe6\x97\xe6\x97\xa5",
}

// each calls fn with every member of odd at every position of fillers of every length.
func each(fn func(s string)) {
	for n := 0; n <= maxLen; n++ {
		// The race detector would make a minute of the seconds, for kernels without a goroutine.
		if (!long.On() || raceDetector) && n > 70 && n%16 > 1 {
			continue
		}
		plain := strings.Repeat("a", n)
		fn(plain)
		for _, o := range odd {
			if len(o) > n {
				continue
			}
			// All positions of short strings; of long ones those near block edges and ends.
			for k := 0; k <= n-len(o); k++ {
				if n > 70 && k%32 > 4 && k%32 < 28 && k < n-len(o)-4 {
					continue
				}
				fn(plain[:k] + o + plain[k+len(o):])
			}
		}
	}
}

// noise returns a random string made of pieces that matter.
func noise(r *rand.Rand, n int) string {
	var b strings.Builder
	kind := r.IntN(5)
	for b.Len() < n {
		switch p := r.IntN(10); {
		case kind == 0 && p < 9, kind == 1 && p < 5:
			b.WriteString("lorem ipsum dolor"[:r.IntN(17)])
		case kind == 2 && p < 8:
			b.WriteRune(rune(0x3040 + r.IntN(90)))
		case kind == 3 && p < 8:
			b.WriteRune(rune(r.IntN(0x110000)))
		case p < 9:
			b.WriteString(odd[r.IntN(len(odd))])
		default:
			b.WriteByte(byte(r.IntN(256)))
		}
	}
	return b.String()[:n]
}

func ptr(b []byte) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(b)) }

// quoted is what encoding/json makes of s.
func quoted(t testing.TB, s string, set *EscapeSet) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(set == EscapeHTML)
	if err := e.Encode(s); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// sets names the two sets for subtests.
var sets = []struct {
	name string
	set  *EscapeSet
}{{"html", EscapeHTML}, {"minimal", EscapeMinimal}}

// escaper runs Escape from and to guarded memory.
type escaper struct{ src, dst *guard.Memory }

func newEscaper(t testing.TB) *escaper {
	return &escaper{guard.New(t, 1<<16), guard.New(t, 1<<19)}
}

// run escapes s in as many calls as it takes, each with the given room, and checks what a call promises.
func (e *escaper) run(t testing.TB, s string, room int, set *EscapeSet, place func(*guard.Memory, string) []byte) string {
	t.Helper()
	b := place(e.src, s)
	var out []byte
	for calls := 0; ; calls++ {
		dst := e.dst.Last(room)
		consumed, written := Escape(ptr(dst), ptr(b), len(b), room, set)
		if consumed < 0 || consumed > len(b) || written < 0 || written > room {
			t.Fatalf("Escape(%q, room %d) = %d, %d", b, room, consumed, written)
		}
		out = append(out, dst[:written]...)
		if consumed == len(b) {
			return string(out)
		}
		if consumed == 0 || room-written >= 512+64 {
			t.Fatalf("Escape(%q, room %d) stopped at %d, %d", b, room, consumed, written)
		}
		b = b[consumed:]
	}
}

// TestEscape holds the portable twin to encoding/json, and the others to the twin.
func TestEscape(t *testing.T) {
	places := []func(*guard.Memory, string) []byte{(*guard.Memory).Ending, (*guard.Memory).Starting}
	for _, set := range sets {
		t.Run(set.name, func(t *testing.T) {
			twin := make([]byte, 6*maxLen+1024)
			e := newEscaper(t)
			each(func(s string) {
				_, n := escapeGeneric(ptr(twin), unsafe.Pointer(unsafe.StringData(s)), len(s), len(twin), set.set)
				if got, want := `"`+string(twin[:n])+`"`, quoted(t, s, set.set); got != want {
					t.Fatalf("%q:\ngot  %s\nwant %s", s, got, want)
				}
			})
			guard.EachKernel(t, func(t *testing.T) {
				each(func(s string) {
					_, n := escapeGeneric(ptr(twin), unsafe.Pointer(unsafe.StringData(s)), len(s), len(twin), set.set)
					for _, place := range places {
						if got := e.run(t, s, len(s)+1024, set.set, place); got != string(twin[:n]) {
							t.Fatalf("%q:\ngot  %s\nwant %s", s, got, twin[:n])
						}
					}
				})
			})
		})
	}
}

// TestForced proves that the tier in force is the one that runs: short of room, a kernel stops after one block of
// its own size.
func TestForced(t *testing.T) {
	widths := map[string]int{cpu.Generic: 8, cpu.TierAVX2: 32, cpu.TierAVX512: 64, cpu.TierVBMI2: 64, cpu.TierNEON: 16}
	for _, tier := range cpu.Tiers() {
		restore := cpu.Force(tier)
		src, dst := bytes.Repeat([]byte("a"), 200), make([]byte, 1024)
		if consumed, _ := Escape(ptr(dst), ptr(src), len(src), 513, EscapeHTML); consumed != widths[tier] {
			t.Errorf("%s: a block of %d bytes", tier, consumed)
		}
		restore()
	}
}

func TestEscapeNoise(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 2))
		e := newEscaper(t)
		for i := range 4000 {
			s := noise(r, r.IntN(1+r.IntN(3000)))
			set := sets[i%2].set
			want := quoted(t, s, set)
			for _, room := range []int{1024, 1024 + r.IntN(4096), len(s) + 512, 6*len(s) + 1024} {
				room = max(room, 1024)
				if got := `"` + e.run(t, s, room, set, (*guard.Memory).Ending) + `"`; got != want {
					t.Fatalf("%q, room %d:\ngot  %s\nwant %s", s, room, got, want)
				}
			}
			if got := string(AppendString([]byte("x"), s, set)); got != "x"+want {
				t.Fatalf("AppendString(%q):\ngot  %s\nwant x%s", s, got, want)
			}
		}
	})
}

// TestEscapeCleanOnce holds Escape to its promise of one call for a clean string with 512 bytes to spare.
func TestEscapeCleanOnce(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		src, dst := guard.New(t, 1<<13), guard.New(t, 1<<14)
		for n := 1; n < 5000; n += 1 + n/9 {
			for _, unit := range []string{"a", "é", "日", "😀"} {
				s := strings.Repeat(unit, n/len(unit))
				b, d := src.Ending(s), dst.Last(len(s)+512)
				if consumed, written := Escape(ptr(d), ptr(b), len(s), len(d), EscapeHTML); consumed != len(s) || string(d[:written]) != s {
					t.Fatalf("%d bytes of %s: %d, %d", len(s), unit, consumed, written)
				}
			}
		}
	})
}

// TestEscapeStranger holds that nothing that lies around a string gets behind its text.
func TestEscapeStranger(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		mem := guard.New(t, 1<<13)
		for _, unit := range []string{"a", "aaaaaaaaa<", "é", "日a", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"", "\xff"} {
			var own [256]bool
			for c := range 256 {
				own[c] = strings.IndexByte(unit+"\uFFFD"+`\"u0123456789abcdef`, byte(c)) >= 0 || c <= 6 // lengths stand behind texts
			}
			for n := 1; n < 150; n++ {
				s := strings.Repeat(unit, n)[:n]
				// At the end of a page, and 1 to 200 bytes before.
				for behind := 0; behind <= 200; behind += 1 + behind/3 {
					around := mem.Last(n + behind)
					for i := range around {
						around[i] = 'X'
					}
					copy(around, s)
					dst := make([]byte, 6*n+1024)
					Escape(ptr(dst), ptr(around), n, len(dst), EscapeHTML)
					for i, c := range dst {
						if !own[c] {
							t.Fatalf("%q with %d bytes behind it: %q at %d", s, behind, c, i)
						}
					}
				}
			}
		}
	})
}

func TestEscapeNothing(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		if consumed, written := Escape(ptr(make([]byte, 1024)), nil, 0, 1024, EscapeHTML); consumed != 0 || written != 0 {
			t.Fatal(consumed, written)
		}
		if consumed, written := Escape(ptr(make([]byte, 100)), ptr([]byte("abc")), 3, 100, EscapeHTML); consumed != 0 || written != 0 {
			t.Fatal("without room:", consumed, written)
		}
		if got := string(AppendString(nil, "", EscapeHTML)); got != `""` {
			t.Fatal(got)
		}
	})
}

// wantMasks is Masks by its words.
func wantMasks(b []byte) (out []uint64, valid bool) {
	out = make([]uint64, len(b)/32)
	for i, c := range b {
		bit := uint64(1) << (i % 64)
		if c == '"' || c == '\\' || c < 0x20 {
			out[i/64*2] |= bit
		}
		if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			out[i/64*2+1] |= bit
		}
	}
	return out, utf8.Valid(b)
}

// masker runs Masks on guarded memory.
type masker struct{ src, dst *guard.Memory }

func newMasker(t testing.TB) *masker { return &masker{guard.New(t, 1<<14), guard.New(t, 1<<12)} }

func (m *masker) check(t testing.TB, s string) {
	t.Helper()
	n := (len(s) + 63) / 64
	padded := make([]byte, n*64)
	copy(padded, s)
	want, wantValid := wantMasks(padded)
	for _, b := range [][]byte{m.src.Ending(string(padded)), m.src.Starting(string(padded))} {
		out := m.dst.Last(n * 16)
		valid := Masks(ptr(b), n, ptr(out))
		if valid != wantValid {
			t.Fatalf("Masks(%q): valid = %v", s, valid)
		}
		for i, w := range want {
			if got := *(*uint64)(unsafe.Pointer(&out[i*8])); got != w {
				t.Fatalf("Masks(%q) word %d: got %064b, want %064b", s, i, got, w)
			}
		}
	}
}

func TestMasks(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		m := newMasker(t)
		if !Masks(nil, 0, nil) {
			t.Error("nothing is invalid")
		}
		each(func(s string) { m.check(t, s) })
		r := rand.New(rand.NewPCG(3, 4))
		for range 4000 {
			m.check(t, noise(r, r.IntN(1+r.IntN(3000))))
		}
		// Sequences cut off by the end of the last block.
		for _, o := range odd {
			for n := 64; n <= 256; n += 64 {
				m.check(t, strings.Repeat("a", n-len(o))+o)
			}
		}
	})
}

func TestMasksAllBytes(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		m := newMasker(t)
		for c := range 256 {
			m.check(t, strings.Repeat(string([]byte{byte(c)}), 64))
			m.check(t, strings.Repeat(string([]byte{byte(c), 'x'}), 32))
		}
	})
}

func TestValidUTF8(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		m := guard.New(t, 1<<14)
		check := func(s string) {
			for _, b := range [][]byte{m.Ending(s), m.Starting(s)} {
				if got := ValidUTF8(b); got != utf8.ValidString(s) {
					t.Fatalf("ValidUTF8(%q) = %v", s, got)
				}
			}
		}
		if !ValidUTF8(nil) {
			t.Error("nil is invalid")
		}
		each(check)
		r := rand.New(rand.NewPCG(5, 6))
		for range 4000 {
			check(noise(r, r.IntN(1+r.IntN(3000))))
		}
	})
}

// TestUTF8Quads gives every kernel all sequences of the byte values that UTF-8's rules distinguish.
func TestUTF8Quads(t *testing.T) {
	classes := []byte{0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xa8, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xe2, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xf7, 0xf8, 0xff}
	guard.EachKernel(t, func(t *testing.T) {
		buf := bytes.Repeat([]byte("."), 192)
		out := make([]byte, 48)
		dst := make([]byte, 2048)
		var quad [4]byte
		for i := range len(classes) * len(classes) * len(classes) * len(classes) {
			for k := range quad {
				quad[k] = classes[i%len(classes)]
				i /= len(classes)
			}
			at := []int{0, 31, 62, 63, 95, 126, 127, 188}[(i&7)^int(quad[3]&7)]
			copy(buf[at:], quad[:])
			want := utf8.Valid(quad[:])
			if got := ValidUTF8(buf); got != want {
				t.Fatalf("ValidUTF8: % x at %d: %v", quad, at, got)
			}
			if got := Masks(ptr(buf), 3, ptr(out)); got != want {
				t.Fatalf("Masks: % x at %d: %v", quad, at, got)
			}
			_, w := Escape(ptr(dst), ptr(buf), len(buf), len(dst), EscapeMinimal)
			_, q := escapeGeneric(ptr(dst[1024:]), ptr(buf), len(buf), 1024, EscapeMinimal)
			if !bytes.Equal(dst[:w], dst[1024:1024+q]) {
				t.Fatalf("Escape: % x at %d: %q", quad, at, dst[:w])
			}
			copy(buf[at:], "....")
		}
	})
}

func FuzzEscape(f *testing.F) {
	for _, o := range odd {
		f.Add(o, 1024, true)
		f.Add(strings.Repeat("a", 60)+o+o, 1024, false)
	}
	f.Fuzz(func(t *testing.T, s string, room int, html bool) {
		if len(s) > 1<<16 {
			return
		}
		set := EscapeMinimal
		if html {
			set = EscapeHTML
		}
		want := quoted(t, s, set)
		room = 1024 + (room&0x3ff)*16
		check := func(t testing.TB) {
			if got := `"` + newEscaper(t).run(t, s, room, set, (*guard.Memory).Ending) + `"`; got != want {
				t.Fatalf("%q:\ngot  %s\nwant %s", s, got, want)
			}
		}
		guard.EachKernel(t, func(t *testing.T) { check(t) })
	})
}

func FuzzMasks(f *testing.F) {
	for _, o := range odd {
		f.Add(o)
		f.Add(strings.Repeat("a", 62) + o + "\n")
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1<<13 {
			return
		}
		guard.EachKernel(t, func(t *testing.T) { newMasker(t).check(t, s) })
	})
}

func FuzzValidUTF8(f *testing.F) {
	for _, o := range odd {
		f.Add([]byte(strings.Repeat("é", 33) + o))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		guard.EachKernel(t, func(t *testing.T) {
			if got := ValidUTF8(b); got != utf8.Valid(b) {
				t.Fatalf("%q: %v", b, got)
			}
		})
	})
}

var onHeap []byte

func BenchmarkEscape(b *testing.B) {
	page := strings.Repeat("<a href=\"x\">Tom & Jerry</a> and more text; ", 2)[:84]
	for _, c := range []struct{ name, s string }{
		{"clean3", "abc"}, {"clean8", "abcdefgh"}, {"clean16", strings.Repeat("ab", 8)}, {"clean30", strings.Repeat("ab", 15)}, {"clean64", strings.Repeat("ab", 32)},
		{"clean100", strings.Repeat("ab", 50)}, {"clean1024", strings.Repeat("ab", 512)}, {"html84", page}, {"quotes64", strings.Repeat("\"", 64)},
		{"japanese30", strings.Repeat("日本語あい", 2)}, {"japanese3000", strings.Repeat("日本語あい", 200)}, {"mixed1000", strings.Repeat("Größe é ", 100)},
		{"invalid100", strings.Repeat("\xff", 100)}, {"text1000", strings.Repeat("A line of text, \"quoted\".\n", 40)[:1000]},
	} {
		b.Run("data="+c.name, func(b *testing.B) {
			guard.EachKernelB(b, func(b *testing.B) {
				// On the heap, as strings are; on the stack a vector load would wait for the arguments just stored
				// beside.
				dst, src := make([]byte, 6*len(c.s)+1024), []byte(c.s)
				onHeap = src
				b.SetBytes(int64(len(c.s)))
				for b.Loop() {
					Escape(ptr(dst), ptr(src), len(src), len(dst), EscapeHTML)
				}
			})
		})
	}
}

func BenchmarkMasks(b *testing.B) {
	for _, c := range []struct{ name, s string }{
		{"ascii", `{"id":505874924095815681,"text":"hello world","n":[1,2,3]}, `}, {"japanese", `{"text":"日本語のテキスト","n":1},  `}, {"mixed", `{"text":"Größe é","n":1},  and then ASCII for a while, and more of it                         `},
	} {
		b.Run("data="+c.name, func(b *testing.B) {
			guard.EachKernelB(b, func(b *testing.B) {
				src := []byte(strings.Repeat(c.s, 32<<10/len(c.s)))
				src = append(src, make([]byte, 64-len(src)%64)...)
				out := make([]uint64, len(src)/32)
				b.SetBytes(int64(len(src)))
				for b.Loop() {
					Masks(ptr(src), len(src)/64, unsafe.Pointer(&out[0]))
				}
			})
		})
	}
}

func BenchmarkValidUTF8(b *testing.B) {
	for _, n := range []int{30, 3000} {
		for _, unit := range []string{"a", "日"} {
			b.Run(fmt.Sprintf("data=%s%d", unit, n), func(b *testing.B) {
				guard.EachKernelB(b, func(b *testing.B) {
					src := []byte(strings.Repeat(unit, n/len(unit)))
					b.SetBytes(int64(len(src)))
					for b.Loop() {
						ValidUTF8(src)
					}
				})
			})
		}
	}
}

// TestMarked: the sets that mark what is not UTF-8 leave a byte 0xFF for each such byte, those with plain lines leave
// U+2028 and U+2029, and they are the usual ones for all else.
func TestMarked(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"a", "<", "\n", "é", "€", "\u2028", "\u2029", "\U0001f600", "\ufffd", "\xff", "\xc3", "\xe2\x82", "\xf0\x9f", "plain text of some length"}
	for range 20000 {
		s := ""
		for range r.IntN(12) {
			s += parts[r.IntN(len(parts))]
		}
		for i := range 8 {
			html, marks, o := i&1 != 0, i&2 != 0, option.Set(0)
			if i&4 != 0 {
				o = option.PlainLines
			}
			set := EscapeSetOf(o, option.Toolchain).WithMarks(marks).WithHTML(html)
			if set.HTML() != html || set.Marks() != marks {
				t.Fatalf("HTML %v, marks %v", set.HTML(), set.Marks())
			}
			want := []byte{'"'}
			for i := 0; i < len(s); {
				c, size := utf8.DecodeRuneInString(s[i:])
				switch {
				case c == utf8.RuneError && size == 1 && marks:
					want = append(want, 0xff)
				case c&^1 == '\u2028' && o != 0:
					want = append(want, s[i:i+size]...)
				default:
					one := AppendString(nil, s[i:i+size], EscapeMinimal.WithHTML(html))
					want = append(want, one[1:len(one)-1]...)
				}
				i += size
			}
			if got := AppendString(nil, s, set); string(got) != string(want)+`"` {
				t.Fatalf("%q is %q, want %q", s, got, want)
			}
			room := make([]byte, 1024)
			if _, n := escapeGeneric(ptr(room), unsafe.Pointer(unsafe.StringData(s)), len(s), len(room), set); string(room[:n]) != string(want[1:]) {
				t.Fatalf("escapeGeneric: %q is %q, want %q", s, room[:n], want[1:])
			}
		}
	}
}

// TestPlain compares Plain with Escape's specification for every byte at every place of short strings.
func TestPlain(t *testing.T) {
	for _, set := range []*EscapeSet{EscapeHTML, EscapeMinimal, EscapeHTML.WithMarks(true)} {
		for n := range 40 {
			for at := range max(n, 1) {
				for c := range 256 {
					b := []byte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN"[:n])
					if n > 0 {
						b[at] = byte(c)
					}
					s := string(b)
					if got, want := set.Plain(s), string(AppendString(nil, s, set)) == `"`+s+`"` && c < 0x80; n > 0 && got != want || n == 0 && !got {
						t.Fatalf("%q: %v", s, got)
					}
				}
			}
		}
	}
}
