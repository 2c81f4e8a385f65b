//go:build goexperiment.jsonv2 && go1.27

package anytype

import (
	v1 "encoding/json"
	"encoding/json/jsontext"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/tests/agree"
	"github.com/zetes-json/zetes/internal/tests/anytype/testdata/groups"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json/v2"
)

var ours = agree.V2{Marshal: json.Marshal, MarshalWrite: json.MarshalWrite, Unmarshal: json.Unmarshal, UnmarshalDecode: json.UnmarshalDecode}

// single are the options that are true or false.
var single = []func(bool) json.Options{
	json.Deterministic, json.FormatNilMapAsNull, json.FormatNilSliceAsNull, json.OmitZeroStructFields, json.MatchCaseInsensitiveNames,
	json.RejectUnknownMembers, json.StringifyNumbers, jsontext.AllowDuplicateNames, jsontext.AllowInvalidUTF8, jsontext.EscapeForHTML, jsontext.EscapeForJS,
	jsontext.PreserveRawStrings, jsontext.CanonicalizeRawInts, jsontext.CanonicalizeRawFloats, jsontext.ReorderRawObjects, jsontext.SpaceAfterComma,
	v1.CallMethodsWithLegacySemantics, v1.FormatByteArrayAsArray, v1.FormatBytesWithLegacySemantics, v1.FormatDurationAsNano,
	v1.MatchCaseSensitiveDelimiter, v1.MergeWithLegacySemantics, v1.OmitEmptyWithLegacySemantics, v1.ParseBytesWithLooseRFC4648,
	v1.ParseTimeWithLooseRFC3339, v1.ReportErrorsWithLegacySemantics, v1.StringifyWithLegacySemantics, v1.UnmarshalArrayFromAnyLength,
}

// randomSet returns a set of options: those of a version, with some of them changed.
func randomSet(rnd *rand.Rand) json.Options {
	set := []json.Options{nil, json.DefaultOptionsV2(), v1.DefaultOptionsV1()}[rnd.IntN(3)]
	for range rnd.IntN(4) {
		set = json.JoinOptions(set, single[rnd.IntN(len(single))](rnd.IntN(3) > 0))
	}
	return set
}

// TestGroupsV2 compares the types of the groups with encoding/json/v2, without options and under random sets of them.
func TestGroupsV2(t *testing.T) {
	step, rounds := 1, 3
	if !long.On() {
		step, rounds = 4, 1
	}
	var sum agree.Counts
	rnd := rand.New(rand.NewPCG(1, 2))
	for n := 0; n < len(groups.Groups); n += step {
		var types []reflect.Type
		for _, p := range groups.Groups[n] {
			types = append(types, reflect.TypeOf(p).Elem())
		}
		for i, typ := range types {
			var set json.Options
			if i%2 > 0 {
				set = randomSet(rnd)
			}
			k := agree.NewJudged(agree.StdV2.Library(set), ours.Library(set), types)
			c := k.Check(typ, typ.String(), 1, rounds, func() bool { return true }, func(f agree.Finding) {
				t.Errorf("%v under %s: %s of %s differs at %q\ndoc           %s\nv             %s\nencoding/json %s\nzetes         %s\n%s",
					typ, describe(set), f.What, f.Door, f.Where, f.Doc, f.Value, f.Std, f.Got, f.Note)
			})
			sum.Cases += c.Cases
			sum.Panics += c.Panics
			sum.Unsteady += c.Unsteady
		}
	}
	t.Logf("%+v", sum)
	if sum.Cases < 2000 || sum.Panics*10 > sum.Cases {
		t.Errorf("%+v", sum)
	}
}

// plain are types that plans serve under all options, but for the last ones.
var plain = []reflect.Type{
	reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint64](), reflect.TypeFor[float64](), reflect.TypeFor[float32](),
	reflect.TypeFor[string](), reflect.TypeFor[string](), reflect.TypeFor[bool](), reflect.TypeFor[any](), reflect.TypeFor[map[string]any](), reflect.TypeFor[[]any](),
	reflect.TypeFor[[]byte](), reflect.TypeFor[time.Time](), reflect.TypeFor[map[string]string](), reflect.TypeFor[map[int]string](), reflect.TypeFor[map[string]int](), reflect.TypeFor[fmt.Stringer](),
	reflect.TypeFor[[]int](), reflect.TypeFor[[]string](), reflect.TypeFor[[]float64](), reflect.TypeFor[[]bool](), reflect.TypeFor[*int](), reflect.TypeFor[struct{}](),
	reflect.TypeFor[[2]byte](), reflect.TypeFor[[36]byte](),
	reflect.TypeFor[time.Duration](), reflect.TypeFor[[0]byte](), reflect.TypeFor[v1.Number](), reflect.TypeFor[jsontext.Value](), reflect.TypeFor[map[bool]int](), reflect.TypeFor[chan int](),
}

// odd is the number of types at the end of plain that plans do not serve.
const odd = 6

// holding returns a pointer, slice, array or map type whose values lead to those of in, or nil in half of the cases.
func holding(rnd *rand.Rand, in reflect.Type, keys ...reflect.Type) reflect.Type {
	switch rnd.IntN(8) {
	case 0:
		return reflect.PointerTo(in)
	case 1:
		return reflect.SliceOf(in)
	case 2:
		return reflect.ArrayOf(rnd.IntN(4), in)
	case 3:
		return reflect.MapOf(keys[rnd.IntN(len(keys))], in)
	}
	return nil
}

// randomType returns a type made of plain ones.
func randomType(rnd *rand.Rand, depth int) reflect.Type {
	if depth == 0 {
		return plain[rnd.IntN(len(plain)-odd+rnd.IntN(2)*rnd.IntN(2)*rnd.IntN(2)*odd)]
	}
	in := randomType(rnd, depth-1)
	if t := holding(rnd, in, reflect.TypeFor[string](), reflect.TypeFor[int8](), reflect.TypeFor[uint]()); t != nil {
		return t
	}
	var fields []reflect.StructField
	for i := range 1 + rnd.IntN(9) + rnd.IntN(2)*rnd.IntN(2)*rnd.IntN(2)*70 {
		name := "abcABC_xyz\u00e9<"[rnd.IntN(4):][:1+rnd.IntN(8)]
		tag := fmt.Sprintf(`json:"%s%d%s"`, name, i, []string{"", "", "", ",omitzero", ",omitempty", ",omitempty,omitzero"}[rnd.IntN(6)])
		if rnd.IntN(3) == 0 {
			tag = ""
		}
		if rnd.IntN(8) == 0 {
			tag = fmt.Sprintf(`json:"%s%d,case:%s"`, name, i, []string{"ignore", "strict"}[rnd.IntN(2)])
		}
		if rnd.IntN(60) == 0 {
			tag = []string{`json:",string"`, `json:"a,case:ignore"`, `json:"x,"`, `json:"-"`, `json:"a,omitEmpty"`, `json:"'a'"`}[rnd.IntN(6)]
		}
		in := randomType(rnd, rnd.IntN(depth))
		of := in
		if of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		if k := of.Kind(); reflect.Int <= k && k <= reflect.Float64 && tag != "" && rnd.IntN(3) > 0 {
			tag = strings.TrimSuffix(tag, `"`) + `,string"`
		}
		fields = append(fields, reflect.StructField{Name: fmt.Sprint("F", i), Type: in, Tag: reflect.StructTag(tag)})
	}
	return reflect.StructOf(fields)
}

// TestPlainV2 does the same with types that plans mostly serve.
func TestPlainV2(t *testing.T) {
	count, rounds := 400, 1
	if long.On() {
		count, rounds = 8000, 3
	}
	var sum agree.Counts
	for n := range count {
		rnd := rand.New(rand.NewPCG(7, uint64(n)))
		typ := randomType(rnd, 1+rnd.IntN(3))
		var set json.Options
		if n%2 > 0 {
			set = randomSet(rnd)
		}
		k := agree.NewJudged(agree.StdV2.Library(set), ours.Library(set), plain)
		c := k.Check(typ, fmt.Sprint(n), 1, rounds, func() bool { return true }, func(f agree.Finding) {
			t.Errorf("type %d: %v under %s: %s of %s differs at %q\ndoc           %s\nv             %s\nencoding/json %s\nzetes         %s\n%s",
				n, typ, describe(set), f.What, f.Door, f.Where, f.Doc, f.Value, f.Std, f.Got, f.Note)
		})
		sum.Cases += c.Cases
		sum.Panics += c.Panics
		sum.Unsteady += c.Unsteady
	}
	t.Logf("%+v", sum)
	if sum.Cases < 2000 || sum.Panics*10 > sum.Cases {
		t.Errorf("%+v", sum)
	}
}

// describe names the options that are true.
func describe(set json.Options) (names string) {
	for i, of := range single {
		if set == nil {
			break
		}
		if on, _ := json.GetOption(set, of); on {
			names += fmt.Sprint(i, " ")
		}
	}
	return "options " + names
}
