//go:build goexperiment.jsonv2 && go1.27

package json_test

import (
	v1 "encoding/json"
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/json/v2"
)

type (
	key   string
	label struct {
		N int    `json:"n"`
		S string `json:"s,omitzero"`
	}
	embedInts struct {
		A int            `json:"a"`
		M map[string]int `json:",embed"`
		B string         `json:"b,omitempty"`
	}
	embedFolded struct {
		A int              `json:"a_b,case:ignore"`
		B string           `json:"b,omitzero"`
		M map[key][]string `json:",embed"`
	}
	embedStructs struct {
		M  map[string]label `json:",embed"`
		In label            `json:"in"`
	}
	embedPointer struct {
		A int              `json:"a"`
		M *map[string]*int `json:",embed"`
	}
	embedRaw struct {
		A int            `json:"a,omitzero"`
		R jsontext.Value `json:",embed"`
	}
	embedRawPointer struct {
		R *jsontext.Value `json:",embed"`
		A string          `json:"a"`
	}
	embedAny struct {
		M map[string]any `json:",embed"`
	}
	embedItself struct {
		N int                    `json:"n,omitzero"`
		M map[string]embedItself `json:",embed"`
	}
	embedPointers struct {
		M map[string]*embedPointers `json:",embed"`
	}
	EmbedDeep struct {
		X int `json:"x"`
		embedInts
	}
	embedByPointer struct {
		*EmbedBoth
		Q bool `json:"q"`
	}
	EmbedBoth struct {
		E bool               `json:"e"`
		M map[string]float64 `json:",embed"`
	}
	embedTwice struct { // two at one depth: none
		EmbedBoth
		EmbedOther
		Z int
	}
	EmbedOther struct {
		R jsontext.Value `json:",embed"`
	}
	embedOuter struct { // the outer one
		EmbedOther
		M map[string]string `json:",embed"`
	}
	embedFields struct { // the fields of a struct, and a map in it
		F EmbedBoth `json:",embed"`
		A int       `json:"a"`
	}
	embedTimes struct {
		M map[string]time.Time `json:",embed"`
	}
	embedMethods struct {
		M map[string]reads `json:",embed"`
	}
	reads     struct{ text string }
	embedMap  map[string]embedHeld
	embedHeld struct {
		A int      `json:"a,omitzero"`
		M embedMap `json:",embed"`
	}
	// The standard library refuses these.
	embedTwo struct {
		A map[string]int `json:",embed"`
		B jsontext.Value `json:",embed"`
	}
	embedNamed struct {
		A map[string]int `json:"a,embed"`
	}
	embedOmits struct {
		A map[string]int `json:",embed,omitempty"`
	}
	embedKeys struct {
		A map[int]int `json:",embed"`
	}
	embedBytes struct {
		A []byte `json:",embed"`
	}
)

func (r *reads) UnmarshalJSON(b []byte) error {
	if string(b) == `"bad"` {
		return fmt.Errorf("asked to fail")
	}
	r.text += string(b)
	return nil
}

func (r reads) MarshalJSON() ([]byte, error) { return []byte(r.text), nil }

var embedTypes = []reflect.Type{
	reflect.TypeFor[embedInts](), reflect.TypeFor[embedFolded](), reflect.TypeFor[embedStructs](), reflect.TypeFor[embedPointer](),
	reflect.TypeFor[embedRaw](), reflect.TypeFor[embedRawPointer](), reflect.TypeFor[embedAny](), reflect.TypeFor[embedItself](),
	reflect.TypeFor[embedPointers](), reflect.TypeFor[EmbedDeep](), reflect.TypeFor[embedByPointer](), reflect.TypeFor[embedTwice](),
	reflect.TypeFor[embedOuter](), reflect.TypeFor[embedFields](), reflect.TypeFor[embedTimes](), reflect.TypeFor[embedMethods](),
	reflect.TypeFor[embedMap](), reflect.TypeFor[embedHeld](),
	reflect.TypeFor[[]embedInts](), reflect.TypeFor[map[string]embedRaw](), reflect.TypeFor[*embedStructs](),
	reflect.TypeFor[embedTwo](), reflect.TypeFor[embedNamed](), reflect.TypeFor[embedOmits](), reflect.TypeFor[embedKeys](), reflect.TypeFor[embedBytes](),
}

// embedDoc returns an object whose names are fields of some types, in several spellings, and others.
func embedDoc(rnd *rand.Rand, depth int) string {
	names := []string{"a", "b", "x", "y", "n", "s", "e", "q", "in", "a_b", "AB", "B", "Z", "M", `\u0061`, `\u0078`, "é", "<k>", ""}
	values := []string{"1", "2.5", `"t"`, "true", "null", "[]", "{}", `["u","v"]`, `{"n":1,"s":"z"}`, `[ 1 , {"k" : 2} ]`, `"2024-01-02T03:04:05Z"`, `"bad"`, `{"k":1,"k":2}`, `"\ud800"`, `"<&>"`}
	var list []string
	kind := rnd.IntN(len(values))
	for range rnd.IntN(6) {
		value := values[kind]
		switch i := rnd.IntN(8); {
		case i == 0:
			value = values[rnd.IntN(len(values))]
		case i == 1 && depth < 3:
			value = embedDoc(rnd, depth+1)
		}
		space := ""
		if rnd.IntN(6) == 0 {
			space = " "
		}
		list = append(list, fmt.Sprintf(`%s"%s"%s:%s%s`, space, names[rnd.IntN(len(names))], space, space, value))
	}
	return "{" + strings.Join(list, ",") + "}"
}

// TestEmbed reads objects into structs that take members without a field, and writes them again, under all options.
func TestEmbed(t *testing.T) {
	options := []json.Options{
		json.MatchCaseInsensitiveNames(true), v1.MatchCaseSensitiveDelimiter(true), v1.ReportErrorsWithLegacySemantics(true), json.RejectUnknownMembers(true),
		jsontext.AllowDuplicateNames(true), v1.MergeWithLegacySemantics(true), jsontext.AllowInvalidUTF8(true), json.OmitZeroStructFields(true),
		json.FormatNilMapAsNull(true), jsontext.EscapeForHTML(true), v1.DefaultOptionsV1(),
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	stored := 0
	for range 25000 {
		typ := embedTypes[rnd.IntN(len(embedTypes))]
		doc := embedDoc(rnd, 0)
		switch typ.Kind() {
		case reflect.Slice:
			doc = "[" + doc + "," + embedDoc(rnd, 0) + "]"
		case reflect.Map:
			doc = `{"k":` + doc + "}"
		}
		if rnd.IntN(30) == 0 {
			doc = doc[:rnd.IntN(len(doc)+1)]
		}
		set := []json.Options{json.Deterministic(true)}
		for _, o := range options {
			if rnd.IntN(10) == 0 {
				set = append(set, o)
			}
		}
		opts := json.JoinOptions(set...)
		got, want := reflect.New(typ), reflect.New(typ)
		docs := []string{doc}
		if rnd.IntN(3) == 0 {
			docs = append(docs, embedDoc(rnd, 0)) // over what the first one has left
		}
		for _, doc := range docs {
			json.ForgetTrials()
			gotErr, wantErr := json.Unmarshal([]byte(doc), got.Interface(), opts), stdjson.Unmarshal([]byte(doc), want.Interface(), opts)
			if wrong(gotErr, wantErr) || !reflect.DeepEqual(got.Interface(), want.Interface()) {
				t.Fatalf("%v, %s under %v\n got %+v, %v\nwant %+v, %v", typ, docs, set, got, gotErr, want, wantErr)
			}
			if wantErr == nil && !want.Elem().IsZero() {
				stored++
			}
		}
		if rnd.IntN(4) == 0 {
			spoil(rnd, got.Elem())
		}
		gotText, gotErr := json.Marshal(got.Interface(), opts)
		wantText, wantErr := stdjson.Marshal(got.Interface(), opts)
		if wrong(gotErr, wantErr) || string(gotText) != string(wantText) {
			t.Fatalf("%v: %+v under %v\n got %s, %v\nwant %s, %v", typ, got, set, gotText, gotErr, wantText, wantErr)
		}
	}
	if stored < 4000 {
		t.Errorf("only %d objects have set a member", stored)
	}
}

// spoil gives raw JSON and maps in v members that a field has, or that are not JSON.
func spoil(rnd *rand.Rand, v reflect.Value) {
	names := []string{"a", "A", "b", "e", "\xff", "a-b", "zz", "E", "in"}
	switch {
	case v.Type() == reflect.TypeFor[jsontext.Value]():
		raws := []string{` { "zz" : [ 1 ] } `, `{}`, ` `, `null`, `[]`, `{"a":1}`, `{"zz":1,"zz":2}`, `{"y":"\u0061\/"}`, `{"y":1}x`, `{"A":{"q":[{"k":"}"}]},"\u0061":1}`, `{"x":"\ud800"}`, `{"x":1e1,"y":"<"}`}
		v.SetBytes([]byte(raws[rnd.IntN(len(raws))]))
	case v.Kind() == reflect.Map && v.Type().Key().Kind() == reflect.String:
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
		e := reflect.New(v.Type().Elem()).Elem()
		if e.Kind() == reflect.Float64 && rnd.IntN(3) == 0 {
			e.SetFloat(math.Inf(1))
		}
		v.SetMapIndex(reflect.ValueOf(names[rnd.IntN(len(names))]).Convert(v.Type().Key()), e)
	case v.Kind() == reflect.Pointer && !v.IsNil():
		spoil(rnd, v.Elem())
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				spoil(rnd, v.Field(i))
			}
		}
	}
}
