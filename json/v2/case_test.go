//go:build goexperiment.jsonv2 && go1.27

package json_test

import (
	v1 "encoding/json"
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/json/v2"
)

type (
	cased struct {
		First  int `json:"first_name,case:ignore"`
		Second int `json:"second-name,case:strict"`
		Third  int `json:"ThirdName"`
		Kelvin int `json:"k_\u00e9,case:ignore,omitzero"`
		Under  int `json:"_,case:ignore"`
		Long   int `json:"long_name_of_more_than_sixty_four_bytes_that_is_not_folded_on_the_stack,case:ignore"`
		CasedEmbedded
	}
	CasedEmbedded struct {
		Fourth string `json:"fourth_name,case:ignore"`
		Fifth  []int  `json:"fifth_name"`
	}
	// ambiguous has names that fold to those of two members.
	ambiguous struct {
		A  int `json:"a_b,case:ignore"`
		B  int `json:"AB,case:ignore"`
		C  int `json:"ab"`
		DE int
		D  int `json:"d_e,case:strict"`
	}
)

// spell returns name in another case, with other delimiters.
func spell(rnd *rand.Rand, name string) string {
	if rnd.IntN(3) == 0 {
		return name
	}
	var b strings.Builder
	for _, r := range name {
		switch rnd.IntN(6) {
		case 0:
			b.WriteString(strings.ToUpper(string(r)))
		case 1:
			b.WriteString(strings.ToLower(string(r)))
		case 2:
			if r != '_' && r != '-' {
				b.WriteRune(r)
			}
		case 3:
			b.WriteString([]string{"_", "-", "", "\u212a"}[rnd.IntN(4)] + string(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// TestCase reads objects whose names are spelled in many ways into structs with the tag option "case", and writes them,
// under options that match names and alone.
func TestCase(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	names := []string{"first_name", "second-name", "ThirdName", "k_\u00e9", "_", "long_name_of_more_than_sixty_four_bytes_that_is_not_folded_on_the_stack", "fourth_name", "fifth_name", "a_b", "AB", "ab", "DE", "d_e", "x"}
	options := []json.Options{
		json.MatchCaseInsensitiveNames(true), v1.MatchCaseSensitiveDelimiter(true), v1.ReportErrorsWithLegacySemantics(true), json.RejectUnknownMembers(true),
		jsontext.AllowDuplicateNames(true), v1.MergeWithLegacySemantics(true), jsontext.AllowInvalidUTF8(true),
	}
	matched := 0
	for range 20000 {
		var list []string
		for range 1 + rnd.IntN(4) {
			value := "1"
			switch i := rnd.IntN(12); i {
			case 0:
				value = `"1"`
			case 1:
				value = `[1]`
			}
			list = append(list, fmt.Sprintf("%q:%s", spell(rnd, names[rnd.IntN(len(names))]), value))
		}
		doc := "{" + strings.Join(list, ",") + "}"
		var set []json.Options
		for _, o := range options {
			if rnd.IntN(4) == 0 {
				set = append(set, o)
			}
		}
		opts := json.JoinOptions(set...)
		for _, typ := range []reflect.Type{reflect.TypeFor[cased](), reflect.TypeFor[ambiguous]()} {
			json.ForgetTrials()
			got, want := reflect.New(typ), reflect.New(typ)
			gotErr, wantErr := json.Unmarshal([]byte(doc), got.Interface(), opts), stdjson.Unmarshal([]byte(doc), want.Interface(), opts)
			if wrong(gotErr, wantErr) || !reflect.DeepEqual(got.Interface(), want.Interface()) {
				t.Fatalf("%s under %v\n got %+v, %v\nwant %+v, %v", doc, set, got, gotErr, want, wantErr)
			}
			if wantErr == nil && !want.Elem().IsZero() {
				matched++
			}
			gotText, gotErr := json.Marshal(got.Interface(), opts)
			wantText, wantErr := stdjson.Marshal(want.Interface(), opts)
			if wrong(gotErr, wantErr) || string(gotText) != string(wantText) {
				t.Fatalf("%s under %v\n got %s, %v\nwant %s, %v", doc, set, gotText, gotErr, wantText, wantErr)
			}
		}
	}
	if matched < 5000 {
		t.Errorf("only %d objects have set a member", matched)
	}
}
