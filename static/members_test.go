package static_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/guard"
	"github.com/zetes-json/zetes/internal/long"
)

//go:generate go run ../cmd/zetes gen -q members_test.go

// Memberful has names of all lengths that the text in front of a value is compared by, and a name that no text has.
//
//zetes:json
type Memberful struct {
	A    int
	Name nameOf `json:"name"`
	Long *int8  `json:"aNameOfTwelv"`
	Any  any    `json:"a_name_of_twenty_five_char"`
	Full bool   `json:"a_name_of_more_than_twenty_eight_characters"`
	Odd  uint16 `json:"ö<&>"`
	Over string `json:"a_name_of_more_than_sixty_four_characters_which_is_looked_up_always"`
	Real float32
	L    []*int32
	In   *Memberful
}

// plainMemberful is Memberful without generated code.
type plainMemberful struct {
	A    int
	Name nameOf `json:"name"`
	Long *int8  `json:"aNameOfTwelv"`
	Any  any    `json:"a_name_of_twenty_five_char"`
	Full bool   `json:"a_name_of_more_than_twenty_eight_characters"`
	Odd  uint16 `json:"ö<&>"`
	Over string `json:"a_name_of_more_than_sixty_four_characters_which_is_looked_up_always"`
	Real float32
	L    []*int32
	In   *plainMemberful
}

type nameOf string

// checkMembers compares what Memberful's code makes of text with what encoding/json does.
func checkMembers(t *testing.T, text string, held bool) {
	t.Helper()
	var got Memberful
	var want plainMemberful
	if held {
		x, y := int8(7), int8(7)
		got = Memberful{A: 1, Name: "held", Long: &x, Any: &got.A, Full: true, Real: 5, In: &Memberful{A: 3}}
		want = plainMemberful{A: 1, Name: "held", Long: &y, Any: &want.A, Full: true, Real: 5, In: &plainMemberful{A: 3}}
	}
	err := (&got).UnmarshalJSON([]byte(text))
	wantErr := json.Unmarshal([]byte(text), &want)
	words := func(err error) string {
		if err == nil {
			return ""
		}
		return strings.ReplaceAll(err.Error(), "plainMemberful", "Memberful")
	}
	if words(err) != words(wantErr) {
		t.Fatalf("%s: error %v, want %v", text, err, wantErr)
	}
	a, _ := json.Marshal(bare(&got))
	b, _ := json.Marshal(&want)
	if string(a) != string(b) {
		t.Fatalf("%s: got %s, want %s", text, a, b)
	}
}

// bare returns v's members in a type without generated code.
func bare(v *Memberful) *plainMemberful {
	if v == nil {
		return nil
	}
	return &plainMemberful{v.A, v.Name, v.Long, v.Any, v.Full, v.Odd, v.Over, v.Real, v.L, bare(v.In)}
}

// memberTexts are members with values that fit, that do not, and null.
var memberTexts = []string{
	`"A":-12`, `"name":"x\u0041"`, `"aNameOfTwelv":5`, `"a_name_of_twenty_five_char":[1,"b"]`, `"a_name_of_more_than_twenty_eight_characters":true`,
	`"ö<&>":65535`, `"a_name_of_more_than_sixty_four_characters_which_is_looked_up_always":"over"`, `"Real":1.5`, `"L":[1,null,3]`, `"In":{"A":2,"name":"in"}`,
	`"A":"x"`, `"name":5`, `"aNameOfTwelv":300`, `"a_name_of_more_than_twenty_eight_characters":0`, `"ö<&>":-1`, `"Real":1e39`, `"L":[1,"x",3e9,4]`, `"In":[]`,
	`"A":null`, `"name":null`, `"aNameOfTwelv":null`, `"a_name_of_twenty_five_char":null`, `"a_name_of_more_than_twenty_eight_characters":null`, `"L":null`, `"In":null`,
	`"a":4`, `"NAME":"fold"`, `"n\u0061me":"escape"`, `"none":{"A":1}`, `"aNameOfTwelw":1`, `"a_name_of_twenty_five_chas":1`, `"a_name_of_more_than_twenty_eight_charactert":1`, `"":0`,
}

// TestMembersInOrder decodes objects of three members each, in every order, twice among them, compact and with white
// space, into values that are zero and others.
func TestMembersInOrder(t *testing.T) {
	every := long.Rounds(7, 1)
	n := 0
	for _, a := range memberTexts {
		for _, b := range memberTexts {
			for _, c := range memberTexts {
				if n++; n%every != 0 {
					continue
				}
				list := []string{a, b, c}
				checkMembers(t, "{"+strings.Join(list, ",")+"}", n%2 == 0)
				checkMembers(t, "{ "+strings.ReplaceAll(strings.Join(list, " ,\n"), ":", " : ")+" }\n", n%2 == 0)
			}
		}
	}
}

// TestMembersBroken cuts and changes a document that has all members at each place.
func TestMembersBroken(t *testing.T) {
	all := memberTexts[:10]
	reversed := slices.Clone(all)
	slices.Reverse(reversed)
	for _, list := range [][]string{all, reversed, append(slices.Clone(all[1:]), all[0]), {`"none":0`, all[0], `"no":{"A":1}`, all[2]}} {
		text := "{" + strings.Join(list, ",") + "}"
		for i := range text {
			checkMembers(t, text[:i], i%2 == 0)
			for _, c := range []byte("\"\\{}[]:, \x00a0-") {
				b := []byte(text)
				b[i] = c
				checkMembers(t, string(b), i%2 == 0)
			}
			checkMembers(t, text[:i]+text[i+1:], i%2 == 0)
		}
	}
}

// TestAllocMembers: the target of a static call stays on the stack, whatever its members are.
func TestAllocMembers(t *testing.T) {
	for _, text := range []string{`{"A":1,"a_name_of_more_than_twenty_eight_characters":true}`, `{"A":null,"name":null,"none":1}`} {
		data := []byte(text)
		if n := testing.AllocsPerRun(100, func() {
			var v Memberful
			if err := v.UnmarshalJSON(data); err != nil || v.In != nil {
				t.Error(err)
			}
		}); n > 0 && !guard.Race {
			t.Errorf("%s: %v allocations", text, n)
		}
	}
}
