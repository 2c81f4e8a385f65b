package wire

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/internal/tests/suites"
)

// corpus holds good and bad documents; mutations of them make more.
var corpus = []string{
	``, ` `, `null`, `true`, `false`, `nul`, `truex`, `fals`, `0`, `-0`, `-`, `01`, `1.`, `1.5`, `1.e1`, `1e`, `1e+`, `1E-07`, `123456789012345678901234567890`,
	`-12.50e+10 `, `1 2`, `+1`, `.5`, `""`, `"a`, `"abc"`, `"\n\t\"\\\/\b\f\r"`, `"\u00e9\uD834\udd1e"`, `"\u00g0"`, `"\x"`, `"\`, `"\u12`, "\"\x01\"", "\"\xff\xc3\"",
	`"<a>&` + "\u2028\u2029\u2027" + `"`, `{}`, `[]`, ` { } `, "[ \t\r\n ]", `{"a":1}`, `{"a" : [1, 2 ,{"b":null}] , "c":"d"}`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{,}`,
	`[1,]`, `[,1]`, `[1 2]`, `{"a":1 "b":2}`, `{1:2}`, `[1}`, `{"a":1]`, `]`, `}`, `[[[[]]]]`, `[[],{},[{}]]`, `{"a":{"b":{"c":[[],[1],{}]}}}`, "\x00", "1\x00", "[1\x00]",
	`["` + strings.Repeat("long text ", 40) + `", "` + strings.Repeat(`\"<x>`, 30) + `"]`, `[` + strings.Repeat(`{"name":"value","n":12345.678,"t":true},`, 60) + `null]`,
	"[" + strings.Repeat("  \n\t", 700) + "1" + strings.Repeat(" ", 3000) + ", 2]\n\n", strings.Repeat("[", 70) + strings.Repeat("]", 70), strings.Repeat(`{"a":[`, 66) + strings.Repeat("]}", 66),
	"[" + strings.Repeat("4", 588) + "]", "-1." + strings.Repeat("0", 600) + "e+" + strings.Repeat("9", 300), `["a", ` + strings.Repeat(" ", 400) + "fals", `{"` + strings.Repeat("k", 300) + `\`,
	"\xef\xbb\xbf1", `"` + "\xe2\x80", `"` + "\xe2\x80\"", "\"\xe2\x80\xa8", "\"\xe2\x80<\xa8\"", `["` + strings.Repeat("é世", 50) + `"]`,
}

func documents(t testing.TB) [][]byte {
	var docs [][]byte
	for _, s := range corpus {
		docs = append(docs, []byte(s))
	}
	for _, f := range suites.JSONTestSuite(t) {
		docs = append(docs, f.Text)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for i, n := 0, len(docs); i < 1500; i++ {
		b := bytes.Clone(docs[rnd.IntN(n)])
		if len(b) == 0 || len(b) > 5000 {
			continue
		}
		switch k := rnd.IntN(len(b)); rnd.IntN(3) {
		case 0:
			b[k] = `{}[]",:\ un10e+-.`[rnd.IntN(17)]
		case 1:
			b = append(b[:k], b[k+1:]...)
		case 2:
			b = b[:k]
		}
		docs = append(docs, b)
	}
	return docs
}

// plain is the verdict of the byte-wise machine: where the value ends, or what is wrong.
func plain(b []byte) (n int, st Status, end bool) {
	var s Scanner
	for n < len(b) {
		st, used := s.step(b[n])
		if used {
			n++
		}
		if st != More {
			return n, st, s.End()
		}
	}
	return n, More, s.End()
}

func TestScan(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, doc := range documents(t) {
		checkScan(t, doc, rnd)
	}
}

// checkScan compares all ways to scan doc with the byte-wise machine, in one piece and in several.
func checkScan(t *testing.T, doc []byte, rnd *rand.Rand) {
	t.Helper()
	n, st, end := plain(doc)
	var s Scanner
	if gn, gst := s.run(doc); gn != n || gst != st || s.End() != end {
		t.Fatalf("%q: run %d %d, step %d %d", doc, gn, gst, n, st)
	}
	for form, loop := range map[string]func([]byte) (int, Status){
		"walk":   func(b []byte) (int, Status) { return s.Walk(b) },
		"blocks": func(b []byte) (int, Status) { return s.blocks(b) },
	} {
		s.ResetWithin(0)
		if gn, gst := loop(doc); gn != n || gst != st || s.End() != end {
			t.Fatalf("%q: %s %d %d, step %d %d", doc, form, gn, gst, n, st)
		}
	}
	for range 3 {
		s.ResetWithin(0)
		i, gst, most := 0, More, 1+rnd.IntN(1+rnd.IntN(700))
		for i < len(doc) && gst == More {
			k := min(1+rnd.IntN(most), len(doc)-i)
			var m int
			m, gst = s.Scan(doc[i : i+k])
			i += m
		}
		if i != n || gst != st || s.End() != end {
			t.Fatalf("%q: pieces %d %d %v, step %d %d %v", doc, i, gst, s.End(), n, st, end)
		}
	}
}

// TestEscapeRuns has runs of escapes from each place of a block on, cut, and with a byte that does not belong there.
func TestEscapeRuns(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	escapes := []string{`\n`, `\\`, `\"`, `\u00e9`, `\uD83D\uDE00`, `\/`, "a"}
	for lead := range 140 {
		text := `["` + strings.Repeat("a", lead)
		for range 1 + rnd.IntN(60) {
			text += escapes[rnd.IntN(len(escapes))]
		}
		text += `"]`
		checkScan(t, []byte(text), rnd)
		for range 4 {
			checkScan(t, []byte(text)[:rnd.IntN(len(text))], rnd) // what is behind the cut is not looked at
			odd := []byte(text)
			odd[rnd.IntN(len(odd))] = `\"u0x`[rnd.IntN(5)]
			checkScan(t, odd, rnd)
		}
	}
}

// TestUnicodeRuns has runs of one kind of escape that are long enough for the kernel, in names and values, across
// windows of masks and the ends of texts, whole and broken.
func TestUnicodeRuns(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		rnd := rand.New(rand.NewPCG(7, 8))
		runs := func() string {
			var b strings.Builder
			for range 1 + rnd.IntN(3) {
				for range rnd.IntN(1 << rnd.IntN(10)) {
					fmt.Fprintf(&b, []string{`\u%04x`, `\u%04X`}[rnd.IntN(2)], rnd.IntN(1<<16))
				}
				b.WriteString([]string{"", "a", `\n`, `\\`, `\"`, " ", "é", "<"}[rnd.IntN(8)])
			}
			return b.String()
		}
		rounds := long.Rounds(120, 400)
		for range rounds {
			name, value, blanks := runs(), runs(), strings.Repeat(" ", rnd.IntN(40))
			text := "[{" + blanks + `"` + name + `"` + blanks + `:` + blanks + `"` + value + `"}]` + blanks
			checkScan(t, []byte(text), rnd)
			if got, bad := AppendCompact(nil, []byte(text), false); bad >= 0 || string(got) != `[{"`+name+`":"`+value+`"}]` {
				t.Fatalf("%q: compacted %q, bad %d", text, got, bad)
			}
			for range 3 {
				checkScan(t, []byte(text)[:rnd.IntN(len(text))], rnd)
				odd := []byte(text)
				odd[rnd.IntN(len(odd))] = `\"u0xG`[rnd.IntN(6)]
				checkScan(t, odd, rnd)
				n, st, _ := plain(odd)
				if _, bad := AppendCompact(nil, odd, false); st == Bad && bad != n {
					t.Fatalf("%q: compacted, bad at %d, want %d", odd, bad, n)
				}
				in := load(string(odd))
				want := n
				if st != Done {
					want = -1
				}
				if got := in.Skip(0, MaxDepth); got != want {
					t.Fatalf("%q: skipped %d, want %d", odd, got, want)
				}
			}
		}
	})
}

// TestAgainstToolchain compares verdicts, places and output with encoding/json's.
func TestAgainstToolchain(t *testing.T) {
	for _, doc := range documents(t) {
		want := stdjson.Valid(doc)
		if got := Valid(doc); got != want {
			t.Fatalf("Valid(%q) = %v", doc, got)
		}
		var buf bytes.Buffer
		err := stdjson.Compact(&buf, doc)
		got, bad := AppendCompact([]byte("x"), doc, false)
		if (bad < 0) != (err == nil) || string(got) != "x"+buf.String() {
			t.Fatalf("AppendCompact(%q) = %q, %d, want %q, %v", doc, got, bad, buf.String(), err)
		}
		if err != nil {
			var v stdjson.RawMessage
			syntax, ok := stdjson.Unmarshal(doc, &v).(*stdjson.SyntaxError)
			if !ok {
				t.Fatalf("%q: no syntax error", doc)
			}
			at := int(syntax.Offset)
			if bad < len(doc) && !strings.Contains(syntax.Error(), "escape") {
				at--
			}
			if bad < len(doc) && doc[bad] >= 0x80 {
				continue
			}
			if bad != at && !strings.Contains(syntax.Error(), "escape") && !strings.Contains(syntax.Error(), "unexpected end") {
				t.Errorf("AppendCompact(%q): wrong at %d, toolchain %v at %d", doc, bad, err, syntax.Offset)
			}
		}
		raw, err := stdjson.Marshal(stdjson.RawMessage(doc))
		if len(doc) == 0 {
			continue
		}
		got, bad = AppendCompact(nil, doc, true)
		if (bad < 0) != (err == nil) || err == nil && string(got) != string(raw) {
			t.Fatalf("AppendCompact(%q, html) = %q, %d, want %q, %v", doc, got, bad, raw, err)
		}
		for _, in := range [][2]string{{"", ""}, {"", "\t"}, {"> ", "  "}, {" ", "-="}} {
			buf.Reset()
			err := stdjson.Indent(&buf, bytes.TrimRight(doc, " \n\r\t"), in[0], in[1])
			if err == nil {
				buf.Write(doc[len(bytes.TrimRight(doc, " \n\r\t")):])
			}
			got, bad := AppendIndent([]byte("x"), doc, in[0], in[1])
			if (bad < 0) != (err == nil) || string(got) != "x"+buf.String() {
				t.Fatalf("AppendIndent(%q, %q) = %q, %d, want %q, %v", doc, in, got, bad, buf.String(), err)
			}
		}
	}
}

func TestDepth(t *testing.T) {
	for _, n := range []int{63, 64, 65, 128, 129, 9999, 10000, 10001, 20000} {
		for _, s := range []string{strings.Repeat("[", n) + strings.Repeat("]", n), strings.Repeat(`{"a":[`, n/2) + "1" + strings.Repeat("]}", n/2)} {
			if got, want := Valid([]byte(s)), stdjson.Valid([]byte(s)); got != want {
				t.Errorf("depth %d: %v, want %v", n, got, want)
			}
		}
	}
}

func TestTokens(t *testing.T) {
	for _, doc := range documents(t) {
		if len(doc) == 0 || len(doc) > 300 {
			continue
		}
		n, st, _ := plain(doc)
		var m int
		var got Status
		switch c := doc[0]; {
		case c == '"':
			m, got = String(doc, 0)
			if got == More {
				m = n // String says where to resume, not how far it got
				if _, again := String(append(bytes.Clone(doc), '"'), m); again == More {
					continue
				}
			}
		case c == '-' || isDigit(c):
			m, got = Number(doc)
			if got == Done && st == Bad {
				continue
			}
		case literal(c) != "":
			m, got = Literal(doc)
		default:
			continue
		}
		if m != n || got != st {
			t.Errorf("%q: token %d %d, machine %d %d", doc, m, got, n, st)
		}
	}
}

func TestAllocs(t *testing.T) {
	doc := []byte(`[` + strings.Repeat(`{"name":"va lue", "n":12345.678,"t":true},`, 60) + `null]`)
	dst := make([]byte, 0, 64<<10)
	if n := testing.AllocsPerRun(100, func() { Valid(doc) }); n != 0 {
		t.Errorf("Valid: %v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { AppendCompact(dst, doc, true) }); n != 0 {
		t.Errorf("AppendCompact: %v allocations", n)
	}
}

func FuzzScan(f *testing.F) {
	for _, s := range corpus {
		f.Add([]byte(s), uint16(3))
	}
	f.Fuzz(func(t *testing.T, doc []byte, piece uint16) {
		n, st, end := plain(doc)
		var s Scanner
		i, got := 0, More
		for i < len(doc) && got == More {
			var m int
			m, got = s.Scan(doc[i:min(i+1+int(piece%2000), len(doc))])
			i += m
		}
		if i != n || got != st || s.End() != end {
			t.Fatalf("pieces of %d: %d %d, machine %d %d", piece, i, got, n, st)
		}
		if got, want := Valid(doc), stdjson.Valid(doc); got != want {
			t.Fatalf("Valid = %v", got)
		}
		var buf bytes.Buffer
		err := stdjson.Compact(&buf, doc)
		out, bad := AppendCompact(nil, doc, false)
		if (bad < 0) != (err == nil) || string(out) != buf.String() {
			t.Fatalf("AppendCompact = %q, %d", out, bad)
		}
		buf.Reset()
		doc = bytes.TrimRight(doc, " \r\n\t")
		err = stdjson.Indent(&buf, doc, "", " ")
		out, bad = AppendIndent(nil, doc, "", " ")
		if (bad < 0) != (err == nil) || string(out) != buf.String() {
			t.Fatalf("AppendIndent = %q, %d", out, bad)
		}
	})
}

// BenchmarkShort compares the two loops over a text that is all there, at the lengths between which Valid chooses.
func BenchmarkShort(b *testing.B) {
	for _, doc := range []string{
		`{"id":123}`, `[1,2,3,4,5,6,7]`, `{"id":1234567,"name":"somebody"}`, `"a string of about forty characters, yes"`,
		`{"id":1234567,"name":"somebody","ok":true,"x":[1]}`, `{"id":1234567,"name":"somebody","ok":true,"x":[1,2],"y":2}`,
	} {
		doc := []byte(doc)
		b.Run(strconv.Itoa(len(doc))+"/walk", func(b *testing.B) {
			for b.Loop() {
				var s Scanner
				if n, st := s.Walk(doc); s.verdict(doc, n, st) >= 0 {
					b.Fatal("not valid")
				}
			}
		})
		b.Run(strconv.Itoa(len(doc))+"/blocks", func(b *testing.B) {
			for b.Loop() {
				var s Scanner
				if n, st := s.blocks(doc); s.verdict(doc, n, st) >= 0 {
					b.Fatal("not valid")
				}
			}
		})
	}
}

func BenchmarkValid(b *testing.B) {
	for i, doc := range []string{corpus[37], corpus[len(corpus)-11], strings.Repeat("[", 70) + strings.Repeat("]", 70)} {
		b.Run("doc="+strconv.Itoa(i), func(b *testing.B) {
			doc := []byte(doc)
			b.SetBytes(int64(len(doc)))
			for b.Loop() {
				Valid(doc)
			}
		})
	}
}
