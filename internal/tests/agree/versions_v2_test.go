//go:build goexperiment.jsonv2 && go1.27

package agree

import (
	stdjson "encoding/json"
	jsonv2 "encoding/json/v2"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"
)

type versioned struct {
	Items  []int          `json:"items"`
	Tags   map[string]int `json:"tags"`
	Open   bool           `json:"open,omitempty"`
	N      *versioned     `json:"n,omitempty"`
	Wait   time.Duration  `json:"wait"`
	Hash   [2]byte        `json:"hash"`
	Point  [3]int         `json:"point"`
	Count  string         `json:",string"`
	Fine   string         `json:"fine,omitempty"`
	Zero   int            `json:",omitempty"`
	Named  bool           `json:"Named,omitempty"`
	Method called         `json:"method,omitempty"`
}

// called has a method that v2 calls for each value.
type called struct{ A int }

func (*called) MarshalText() ([]byte, error) { return []byte("called"), nil }

type opaque struct{ _ int }

// refusedTags has a field with an option that v2 refuses.
type refusedTags struct {
	First  int
	Second int `json:"a_b,case:odd"`
}

type loose struct {
	X   any
	A_B int
}

// TestVersions: each field for which an option matters is named with it, and with a tag that keeps v1's answer.
func TestVersions(t *testing.T) {
	types := []reflect.Type{reflect.TypeFor[versioned](), reflect.TypeFor[opaque](), reflect.TypeFor[[]string](), reflect.TypeFor[refusedTags](), reflect.TypeFor[loose]()}
	k := newExplainer(V1ToV2(), types)
	got := map[string]map[string]string{} // tags by field by option
	for i, typ := range types {
		c := k.Check(typ, typ.String(), 1, 150, func() bool { return true }, func(f Finding) {
			for _, o := range f.Options {
				if got[o] == nil {
					got[o] = map[string]string{}
				}
				got[o][f.Field] = f.Tag
			}
			if f.Std == f.Got {
				t.Errorf("no difference is shown: %+v", f)
			}
		})
		if c.Unsteady > c.Cases/50 || c.Differences == 0 || c.Panics > 0 {
			t.Errorf("%v: %+v", types[i], c)
		}
	}
	field := func(name string) string {
		return "github.com/zetes-json/zetes/internal/tests/agree.versioned." + name
	}
	for option, want := range map[string]map[string]string{
		"json.FormatNilSliceAsNull":          {field("Items"): "", "": ""},
		"json.FormatNilMapAsNull":            {field("Tags"): ""},
		"v1.OmitEmptyWithLegacySemantics":    {field("Open"): `json:"open,omitzero"`, field("Zero"): `json:",omitzero"`, field("Named"): `json:"Named,omitzero"`},
		"v1.FormatDurationAsNano":            {field("Wait"): ""},
		"v1.FormatByteArrayAsArray":          {field("Hash"): ""},
		"v1.UnmarshalArrayFromAnyLength":     {field("Point"): ""},
		"v1.StringifyWithLegacySemantics":    {field("Count"): ""},
		"v1.CallMethodsWithLegacySemantics":  {field("Method"): ""},
		"v1.MergeWithLegacySemantics":        {},
		"v1.ReportErrorsWithLegacySemantics": {"": ""},
		"json.Deterministic":                 {field("Tags"): ""},
		"json.MatchCaseInsensitiveNames":     {"": ""},
		"jsontext.AllowDuplicateNames":       {"": ""},
		"jsontext.AllowInvalidUTF8":          {"": ""},
		"jsontext.EscapeForHTML":             {"": ""},
	} {
		if got[option] == nil {
			t.Errorf("%s: nothing is found", option)
		}
		for name, tag := range want {
			if has, ok := got[option][name]; !ok || has != tag {
				t.Errorf("%s: of %q got %q, %v, in %q", option, name, has, ok, slices.Sorted(maps.Keys(got[option])))
			}
		}
	}
	if _, has := got["v1.ReportErrorsWithLegacySemantics"]["github.com/zetes-json/zetes/internal/tests/agree.refusedTags.Second"]; !has {
		t.Errorf("the refused field is not named: %q", got["v1.ReportErrorsWithLegacySemantics"])
	}
	if fields, has := got["v1.MatchCaseSensitiveDelimiter"]; has {
		t.Errorf("an option that only matters beside another one is told: %q", fields)
	}
	for option, fields := range got {
		if _, has := fields["github.com/zetes-json/zetes/internal/tests/agree.loose.X"]; has {
			t.Errorf("%s: a difference in what an interface holds is said to be about its field", option)
		}
		if _, has := fields[field("Fine")]; has && option != "v1.MergeWithLegacySemantics" {
			t.Errorf("%s is said to matter for a field for which it does not", option)
		}
	}
}

// optional has fields that only v2 leaves out if what they hold is written as "", [] or {}.
type optional struct {
	X any              `json:"x,omitempty"`
	S *string          `json:"s,omitempty"`
	P *struct{ A any } `json:"p,omitempty"`
	T struct{}         `json:"t,omitempty"`
}

// TestVersionsOptional: each field with omitempty is named, with the tag that keeps v1's answer, and examples are the
// smallest ones.
func TestVersionsOptional(t *testing.T) {
	typ := reflect.TypeFor[optional]()
	tags, examples := map[string]string{}, map[string]string{}
	newExplainer(V1ToV2(), []reflect.Type{typ}).Check(typ, "", 1, 300, func() bool { return true }, func(f Finding) {
		switch o := f.Options[0]; {
		case o == "v1.OmitEmptyWithLegacySemantics":
			tags[f.Field] = f.Tag
		case examples[o] == "" || len(f.Value+string(f.Doc)) < len(examples[o]):
			examples[o] = f.Value + string(f.Doc)
		}
	})
	field := "github.com/zetes-json/zetes/internal/tests/agree.optional."
	want := map[string]string{field + "X": `json:"x,omitzero"`, field + "S": `json:"s,omitzero"`, field + "T": `json:"t"`}
	if !maps.Equal(tags, want) {
		t.Errorf("got %q, want %q", tags, want)
	}
	for option, want := range map[string]string{
		"json.FormatNilMapAsNull":      `agree.optional{X: (map[string]interface {})(nil)}`,
		"json.FormatNilSliceAsNull":    `agree.optional{X: ([]interface {})(nil)}`,
		"jsontext.AllowDuplicateNames": `{"":0,"":0}`,
		"jsontext.EscapeForHTML":       `agree.optional{X: "<"}`,
		"jsontext.EscapeForJS":         `agree.optional{X: "\u2028"}`,
	} {
		if examples[option] != want {
			t.Errorf("%s: got %s, want %s", option, examples[option], want)
		}
	}
}

// TestOptionsV1: the options that are tried are those of DefaultOptionsV1, and no others.
func TestOptionsV1(t *testing.T) {
	set := stdjson.DefaultOptionsV1()
	for _, o := range optionsV1 {
		if on, ok := jsonv2.GetOption(set, o.of); !on || !ok {
			t.Errorf("%s is not one of DefaultOptionsV1", o.name)
		}
		set = jsonv2.JoinOptions(set, o.of(false))
	}
	if rest := reflect.ValueOf(jsonv2.JoinOptions(set, jsonv2.Deterministic(false))).Elem().FieldByName("Flags").FieldByName("Values"); rest.Uint()&^1 != 0 {
		t.Errorf("options %b are not tried", rest.Uint())
	}
}
