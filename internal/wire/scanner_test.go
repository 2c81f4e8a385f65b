package wire

import (
	"fmt"
	"strings"
	"testing"
)

var stateNames = [...]string{
	value: "value", firstElem: "firstElem", firstName: "firstName", nextName: "nextName", colon: "colon", after: "after", inString: "inString",
	inEscape: "inEscape", inLiteral: "inLiteral", minus: "minus", zero: "zero", integer: "integer", point: "point", fraction: "fraction",
	exp: "exp", expSign: "expSign", exponent: "exponent",
}

// TestStates says in which state the Scanner is behind each byte of a text, and what it says of the last one.
func TestStates(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{`{"a":-1.5}`, `firstName inString inString colon value minus integer point fraction after; done`},
		{`[0,1e-7]`, `firstElem zero value integer exp expSign exponent after; done`},
		{`12 `, `integer integer after; done before it`},
		{`12`, `integer integer; more, complete`},
		{`-`, `minus; more`},
		{`"\n\u00e9"`, `inString inEscape inString inEscape inEscape inEscape inEscape inEscape inString after; done`},
		{`"\x`, `inString inEscape inEscape; bad`},
		{`[tru`, `firstElem inLiteral inLiteral inLiteral; more`},
		{`[trx`, `firstElem inLiteral inLiteral inLiteral; bad`},
		{`{ "a" :`, `firstName firstName inString inString colon colon value; more`},
		{`{"a":1,}`, `firstName inString inString colon value integer nextName nextName; bad`},
		{`[1,]`, `firstElem integer value value; bad`},
		{`[1}`, `firstElem integer after; bad`},
		{`[[],{}]`, `firstElem firstElem after value firstName after after; done`},
	} {
		var s Scanner
		var states []string
		say := ""
		for i := range len(row.text) {
			st, used := s.step(row.text[i])
			states = append(states, stateNames[s.at.state])
			if say = statusNames[st]; st == Done && !used {
				say += " before it"
			} else if st == More && s.End() {
				say += ", complete"
			}
		}
		if got := strings.Join(states, " ") + "; " + say; got != row.want {
			t.Errorf("%s: %s\nwant %s", row.text, got, row.want)
		}
	}
}

// TestScanPieces feeds values in pieces, and says what each piece gets.
func TestScanPieces(t *testing.T) {
	for _, row := range []struct {
		pieces []string
		want   string
	}{
		{[]string{`{"a":[1`, `2,tr`, `ue]} 7`}, "7 more, 4 more, 4 done"},
		{[]string{`"ab\u0`, `0e9"`}, "6 more, 4 done"},
		{[]string{`12`, `3`, ` `}, "2 more, 1 more, 0 done"},
		{[]string{`12 `}, "2 done"},
		{[]string{`  true`}, "6 done"},
		{[]string{` `, ``, `null`}, "1 more, 0 more, 4 done"},
		{[]string{`[1,`, `]`}, "3 more, 0 bad"},
		{[]string{`nul`, `x`}, "3 more, 0 bad"},
	} {
		var s Scanner
		var says []string
		for _, piece := range row.pieces {
			n, st := s.Scan([]byte(piece))
			says = append(says, fmt.Sprint(n, " ", statusNames[st]))
		}
		if got := strings.Join(says, ", "); got != row.want {
			t.Errorf("%q: %s\nwant %s", row.pieces, got, row.want)
		}
	}
}

// TestBlank: white space alone is no part of a value, and the end of one is no part of the next.
func TestBlank(t *testing.T) {
	var s Scanner
	for _, row := range []struct {
		text       string
		blank, end bool
		depth      int
	}{{" \n", true, false, 0}, {"[", false, false, 1}, {"0,", false, false, 1}, {"{", false, false, 2}, {"}", false, false, 1}, {"]", false, true, 0}} {
		s.Scan([]byte(row.text))
		if s.Blank() != row.blank || s.End() != row.end || s.Depth() != row.depth {
			t.Errorf("behind %q: blank %v, end %v, depth %d", row.text, s.Blank(), s.End(), s.Depth())
		}
	}
	if s.ResetWithin(0); !s.Blank() || s.End() {
		t.Error("a value of old")
	}
}

// TestLeadOfScanner says of which shorter text a wrong byte has the same error: its lead, and the bytes of the token
// before the wrong one.
func TestLeadOfScanner(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{`[1,2,trx`, `[0,|tr`},
		{`[[[[1,{"a":nul]`, `{"":|nul`},
		{`{"a":1,"b":2,x`, `{"":"",|`},
		{`{"some name\x`, `{"|\`},
		{`["text\u12x`, `[0,"|\u12`},
		{`[1, -12.5e+x`, `[0,|-12.5e+`},
		{`[1,2 3`, `[""|`},
		{`{"a":1]`, `{"":""|`},
		{`{"a"1`, `{""|`},
		{`1 2`, `""|`},
		{"[\"ab\x01", `[0,"|`},
	} {
		var s Scanner
		n, st := s.Scan([]byte(row.text))
		if st == Done {
			n += Space([]byte(row.text[n:]))
		}
		lead, token := s.Lead([]byte(row.text[:n]))
		if got := lead + "|" + row.text[n-token:n]; got != row.want {
			t.Errorf("%s is wrong at %d: %s, want %s", row.text, n, got, row.want)
		}
	}
}

// TestScanCutStrings cuts a name and a string of several blocks at every place. Of the second piece the blockScanner
// goes on within the string where much is left, and the byte-wise machine where little is.
func TestScanCutStrings(t *testing.T) {
	long := strings.Repeat(`text \u00e9 and \n`, 12)
	for _, doc := range []string{
		`{"` + long + `":"` + long + `"}`,
		`["` + long + `", "` + long + "\x01\"]",
		`{"` + long + `\u12x":0}`,
		`{"` + long + `",0}`,
	} {
		want, wantSt, _ := plain([]byte(doc))
		for cut := 1; cut < want; cut++ {
			var s Scanner
			n, st := s.Scan([]byte(doc[:cut]))
			if n != cut || st != More {
				t.Fatalf("%s: of the first %d bytes %d are %s", doc, cut, n, statusNames[st])
			}
			if n, st = s.Scan([]byte(doc[cut:])); cut+n != want || st != wantSt {
				t.Fatalf("%s, cut at %d: %s at %d, want %s at %d", doc, cut, statusNames[st], cut+n, statusNames[wantSt], want)
			}
		}
	}
}
