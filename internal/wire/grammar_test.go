package wire

import (
	"bytes"
	"testing"
)

var statusNames = map[Status]string{More: "more", Done: "done", Bad: "bad"}

// TestTokensByHand says of each text how far its token goes: More where the bytes are the start of one, Done behind
// it, Bad at the byte that is wrong.
func TestTokensByHand(t *testing.T) {
	str := func(b []byte) (int, Status) { return String(b, 0) }
	for _, row := range []struct {
		name  string
		token func(b []byte) (int, Status)
		text  string
		n     int
		st    Status
	}{
		{"String", str, ``, 0, More},
		{"String", str, `"`, 1, More},
		{"String", str, `"ab`, 3, More},
		{"String", str, `"ab"`, 4, Done},
		{"String", str, `"ab",`, 4, Done},
		{"String", str, `""`, 2, Done},
		{"String", str, `ab`, 0, Bad},
		{"String", str, "\"a\n\"", 2, Bad},
		{"String", str, `"a\n"`, 5, Done},
		{"String", str, `"a\`, 2, More}, // where to go on: the escape sequence is looked at as a whole
		{"String", str, `"a\x"`, 3, Bad},
		{"String", str, `"\u00`, 1, More},
		{"String", str, `"\u00e9"`, 8, Done},
		{"String", str, `"\u00g9"`, 5, Bad},
		{"String", str, `"longer than a word, with a \" in it"`, 37, Done},
		{"Number", Number, ``, 0, More},
		{"Number", Number, `12`, 2, More}, // more digits may come
		{"Number", Number, `12,`, 2, Done},
		{"Number", Number, `0`, 1, More},
		{"Number", Number, `01`, 1, Done}, // 0, and something else
		{"Number", Number, `-`, 1, More},
		{"Number", Number, `-x`, 1, Bad},
		{"Number", Number, `+1`, 0, Bad},
		{"Number", Number, `.5`, 0, Bad},
		{"Number", Number, `1.]`, 2, Bad},
		{"Number", Number, `1.50 `, 4, Done},
		{"Number", Number, `1.5.`, 3, Done},
		{"Number", Number, `1e`, 2, More},
		{"Number", Number, `1e+`, 3, More},
		{"Number", Number, `1E-07}`, 5, Done},
		{"Number", Number, `1e+-`, 3, Bad},
		{"Number", Number, `1e5.`, 3, Done},
		{"Number", Number, `-01`, 2, Done},
		{"Number", Number, `12345678901234567890123 `, 23, Done},
		{"Literal", Literal, ``, 0, More},
		{"Literal", Literal, `tr`, 2, More},
		{"Literal", Literal, `true`, 4, Done},
		{"Literal", Literal, `trues`, 4, Done},
		{"Literal", Literal, `false,`, 5, Done},
		{"Literal", Literal, `null`, 4, Done},
		{"Literal", Literal, `nul `, 3, Bad},
		{"Literal", Literal, `True`, 0, Bad},
		{"ScalarLen", ScalarLen, `"a" `, 3, Done},
		{"ScalarLen", ScalarLen, `-1 `, 2, Done},
		{"ScalarLen", ScalarLen, `null `, 4, Done},
		{"ScalarLen", ScalarLen, `[`, 0, Bad},
		{"ScalarLen", ScalarLen, ``, 0, More},
	} {
		if n, st := row.token([]byte(row.text)); n != row.n || st != row.st {
			t.Errorf("%s of %s: %d, %s, want %d, %s", row.name, row.text, n, statusNames[st], row.n, statusNames[row.st])
		}
	}
}

// TestStringResumes cuts strings at every byte: with the length that the first half got, the second call ends where
// one call over all bytes does.
func TestStringResumes(t *testing.T) {
	for _, text := range []string{`"some text"`, `"\"\\\/\n\u00e9\ud834\udd1e"`, `"a\x"`, "\"some more\x01\"", `"\u12z4"`} {
		want, wantSt := String([]byte(text), 0)
		for cut := range text {
			n, st := String([]byte(text[:cut]), 0)
			if st == More {
				n, st = String([]byte(text), n)
			}
			if n != want || st != wantSt {
				t.Errorf("%s cut at %d: %d, %s, want %d, %s", text, cut, n, statusNames[st], want, statusNames[wantSt])
			}
		}
	}
}

func TestSpace(t *testing.T) {
	for text, want := range map[string]int{"": 0, "x": 0, " ": 1, " \t\r\n": 4, "  x": 2, "\n\n[ ": 2, "\v": 0, "\x00": 0, "\u00a0": 0} {
		if got := Space([]byte(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// TestStarts holds Starts against a Structure, for every byte: what can start a token somewhere.
func TestStarts(t *testing.T) {
	for c := range 256 {
		want := false
		for _, before := range []string{"", "[", "{"} {
			var s Structure
			for _, b := range []byte(before) {
				s.Next(b)
			}
			want = want || s.Next(byte(c)) != Wrong
		}
		if got := Starts(byte(c)); got != want {
			t.Errorf("%q: %v", byte(c), got)
		}
	}
}

func TestIsNumber(t *testing.T) {
	for text, want := range map[string]bool{"": false, "0": true, "-0": true, "12.5e+3": true, "-": false, "1.": false, "1e": false, "1e+": false, "1 ": false, "01": false} {
		if got := IsNumber([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestNumberAt compares numbers with the states that are their grammar, over all short texts of a few bytes.
func TestNumberAt(t *testing.T) {
	const bytes = "-+.eE019 "
	text := make([]byte, 0, 20)
	var walk func()
	walk = func() {
		for _, head := range []string{"", "1234567890"} {
			b := append([]byte(head), text...)
			for _, from := range []int{0, len(head)} {
				n, st := numberAt(b, from)
				if m, want := numberByStates(b, from); n != m || st != want {
					t.Fatalf("%q from %d: %d %v, want %d %v", b, from, n, st, m, want)
				}
			}
		}
		if len(text) == 5 {
			return
		}
		for i := range len(bytes) {
			text = append(text, bytes[i])
			walk()
			text = text[:len(text)-1]
		}
	}
	walk()
}

// TestSpecials has each byte at each place of a word, behind and in front of all kinds of text.
func TestSpecials(t *testing.T) {
	for i, text := range []byte{'a', ' ', '!', '#', '[', ']', 0x7f, 0x80, 0xa2, 0xdc, 0xff} {
		from := i % 3 * 5
		b := bytes.Repeat([]byte{text}, 40-i%3*9-i)
		b[0] = '"'
		for at := from + 1; at < len(b); at++ {
			for c := range 256 {
				b[at] = byte(c)
				want := len(b)
				if c < ' ' || c == '"' || c == '\\' {
					want = at
				}
				if got := Special(b, from+1); got != want {
					t.Fatalf("%#x at %d among %#x: %d", c, at, text, got)
				}
			}
			b[at] = text
		}
	}
}
