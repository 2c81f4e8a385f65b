package generated

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

//go:generate go run ../../../cmd/zetes gen -q quoted_test.go

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

// QuotedPointers has pointers to scalars in strings.
//
//zetes:json
type QuotedPointers struct {
	A *int       `json:"a,string"`
	B *quotedInt `json:"b,omitempty,string"`
	C *float64   `json:"c,string"`
	D *bool      `json:"d,omitzero,string"`
	E *string    `json:"e,string"`
	F *float32   `json:"f,string"`
	G **int      `json:"g,string"`
	H *uint64    `json:"h,omitempty"`
}

type plainPointers QuotedPointers

// TestQuotedPointers encodes pointers that are nil and such that are not, each alone and with the others.
func TestQuotedPointers(t *testing.T) {
	a, b, c, d, e, f, h := -7, quotedInt(8), 1.5, true, "e\"<", float32(0.1), uint64(9)
	g := &a
	all := QuotedPointers{&a, &b, &c, &d, &e, &f, &g, &h}
	for set := range 1 << 8 {
		v := all
		for i := range 8 {
			if set>>i&1 == 0 {
				reflect.ValueOf(&v).Elem().Field(i).SetZero()
			}
		}
		got, err := v.AppendJSON(nil)
		want, wantErr := json.Marshal(plainPointers(v))
		if string(got) != string(want) || err != nil || wantErr != nil {
			t.Errorf("%b: %s, %v, want %s, %v", set, got, err, want, wantErr)
		}
	}
	nan := math.NaN()
	_, err := QuotedPointers{C: &nan}.MarshalJSON()
	_, wantErr := json.Marshal(plainPointers{C: &nan})
	if fmt.Sprint(err) != fmt.Sprint(wantErr) {
		t.Errorf("%v, want %v", err, wantErr)
	}
}

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
