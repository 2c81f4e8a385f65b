package static_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

//go:generate go run ../cmd/zetes gen -q quoted_test.go

// Quoting has scalars in strings.
//
//zetes:json
type Quoting struct {
	A int         `json:"a,string"`
	B *uint8      `json:"b,string"`
	C bool        `json:"c,string"`
	D float32     `json:"d,string"`
	E string      `json:"e,string"`
	F *quotedInt  `json:"f,string"`
	G quotedInt   `json:"g,string"`
	H *float64    `json:"h,omitempty,string"`
	I *bool       `json:"i,string"`
	J *string     `json:"j,string"`
	K **int       `json:"k,string"`
	L []int       `json:"l,string"`
	M json.Number `json:"m,string"`
	N uint64      `json:"n,string"`
	quotingInside
	*QuotingBehind
}

type (
	quotedInt     int16
	quotingInside struct {
		O int8 `json:"o,string"`
	}
	// QuotingBehind is embedded as a pointer.
	QuotingBehind struct {
		P int8 `json:"p,string"`
	}
	plainQuoting Quoting
)

// TestQuoted decodes every value into every member, into zero targets and others, with a member that does not fit in
// front or none.
func TestQuoted(t *testing.T) {
	values := []string{
		`"1"`, `"-1"`, `"0"`, `"00"`, `"-0"`, `"01"`, `"1.5"`, `"1e2"`, `"300"`, `"70000"`, `"1e400"`, `"18446744073709551615"`, `"18446744073709551616"`,
		`"true"`, `"false"`, `"True"`, `"tru"`, `"null"`, `""`, `" 1"`, `"1 "`, `"1x"`, `"+1"`, `"\u0031"`, `"\"x\""`, `"\"x"`, `"x"`, `"[1]"`,
		`1`, `true`, `null`, `[1]`, `{}`, `"1`, `"true`, `"1"x`, `"`, ``,
	}
	for name := range strings.SplitSeq("a b c d e f g h i j k l m n o p", " ") {
		for _, value := range values {
			for i, format := range []string{`{"%s":%s}`, `{"e":7,"%s":%s}`, `{ "%s" : %s }`, `{"%s":%s`} {
				text := fmt.Sprintf(format, name, value)
				got, want := quoting(i%2 == 0), quoting(i%2 == 0)
				err, wantErr := got.UnmarshalJSON([]byte(text)), json.Unmarshal([]byte(text), (*plainQuoting)(want))
				if a, b := fmt.Sprint(err), strings.ReplaceAll(fmt.Sprint(wantErr), "plainQuoting", "Quoting"); a != b {
					t.Errorf("%s: %s, want %s", text, a, b)
				}
				a, _ := json.Marshal((*plainQuoting)(got))
				b, _ := json.Marshal((*plainQuoting)(want))
				if string(a) != string(b) {
					t.Errorf("%s: %s, want %s", text, a, b)
				}
			}
		}
	}
}

// quoting returns a target, with something in it or not.
func quoting(held bool) *Quoting {
	if !held {
		return new(Quoting)
	}
	b, f, h, i, j := uint8(2), quotedInt(3), 4.5, true, "j"
	k := &[]int{5}[0]
	return &Quoting{A: 6, B: &b, D: 1, E: "e", F: &f, G: 7, H: &h, I: &i, J: &j, K: &k, N: 8, QuotingBehind: &QuotingBehind{9}}
}
