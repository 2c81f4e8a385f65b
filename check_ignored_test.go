package zetes_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/opt"
	"github.com/zetes-json/zetes/testdata/foreign"
)

// Types with methods of other libraries, under whatever signatures.
type (
	easyType  struct{ A int }
	bothType  struct{ A int }
	bufType   []int
	gojayType map[string]int
	readType  int
	proxyType struct{ A int }
)

func (easyType) MarshalEasyJSON(w *strings.Builder)     {}
func (*easyType) UnmarshalEasyJSON(r *strings.Reader)   {}
func (bothType) MarshalEasyJSON(w *strings.Builder)     {}
func (bothType) MarshalJSON() ([]byte, error)           { return []byte("1"), nil }
func (bufType) MarshalJSONBuf(w *strings.Builder) error { return nil }
func (gojayType) MarshalJSONObject(w *strings.Builder)  {}

type ugorjiType struct{ A int }

func (ugorjiType) CodecEncodeSelf(w *strings.Builder)         {}
func (*ugorjiType) CodecDecodeSelf(r *strings.Reader)         {}
func (*ugorjiType) CodecMissingField(name []byte, v any) bool { return false }
func (readType) UnmarshalText(text string)                    {}
func (proxyType) MarshalUnknowns(w *strings.Builder)          {}
func (proxyType) MarshalJSON() ([]byte, error)                { return []byte("1"), nil }

// TestCheckIgnored: what would be lost without a word is told, once, and nothing else is.
func TestCheckIgnored(t *testing.T) {
	type keeps struct {
		A int
		opt.Unknown
	}
	type named struct {
		A    int
		Rest opt.Unknown
	}
	type tags struct {
		A int `json:"a,requird"`
		B int `json:"b,omitEmpty"`
		C int `json:",inline"`
		D int `json:"d,intern"`
		E int `json:"-"`
		F int `json:"f,omitempty,string,required,omitzero"`
	}
	type inlined struct { // an embedded struct without a name is inlined as it is
		InlinedMeta  `json:",inline"`
		*InlinedSpec `json:",inline"`
		Named        InlinedMeta `json:",inline"`
		InlinedList  `json:",inline"`
	}
	type bad struct {
		A int8          `default:"300"`
		B int           `default:"x"`
		C time.Duration `default:"1"`
		D []int         `default:"{}"`
	}
	type optional struct {
		A opt.Value[int] `json:"a,omitempty"`
	}
	type neither struct {
		A int `json:"a,readonly"`
		B int `json:"b,writeonly"`
		C int `json:"c,writeonly,readonly"`
	}
	type good struct {
		A int            `json:"a,omitempty"`
		Z opt.Value[int] `json:"z,omitzero"`
		T time.Time
		M map[string]*good
		U opt.Value[int]
		*keeps
	}
	for name, c := range map[string]struct {
		config zetes.Config
		values []any
		want   []string
	}{
		"easyjson": {zetes.Config{}, []any{easyType{}, &easyType{}, []map[string]easyType{}}, []string{
			"type zetes_test.easyType: its method MarshalEasyJSON, of easyjson, is not called: write a codec for the type, or a method of encoding/json",
			"type zetes_test.easyType: its method UnmarshalEasyJSON, of easyjson, is not called: write a codec for the type, or a method of encoding/json",
		}},
		"easyjson/and-standard": {zetes.Config{}, []any{bothType{}}, nil},
		"easyjson/codec": {zetes.Config{Codecs: []codec.Codec{codec.For(
			func(w *codec.Writer, v *easyType) { w.Null() }, func(r *codec.Reader, v *easyType) { r.Skip() })}}, []any{[]easyType{}}, nil},
		"easyjson/proxy": {zetes.Config{}, []any{proxyType{}}, []string{
			"its method MarshalUnknowns, of easyjson, is not called: an embedded opt.Unknown keeps unknown members, under Config.KeepUnknown",
		}},
		"context": {zetes.Config{}, []any{struct{ T *foreign.Context }{}}, []string{
			"type foreign.Context: its method MarshalJSON is not called, for it is a func(context.Context) ([]uint8, error) and no func() ([]byte, error)",
			"type foreign.Context: its method UnmarshalJSON is not called, for it is a func(context.Context, []uint8) error and no func([]byte) error",
		}},
		"ffjson": {zetes.Config{}, []any{bufType{}}, []string{"MarshalJSONBuf, of ffjson"}},
		"gojay":  {zetes.Config{}, []any{gojayType{}}, []string{"MarshalJSONObject, of gojay"}},
		"ugorji": {zetes.Config{}, []any{ugorjiType{}}, []string{"CodecMissingField, of ugorji", "CodecEncodeSelf, of ugorji", "CodecDecodeSelf, of ugorji"}},
		"text":   {zetes.Config{}, []any{map[readType]int{}}, []string{"its method UnmarshalText is not called, for it is a func(string) and no"}},
		"unknown": {zetes.Config{}, []any{keeps{}, named{}}, []string{
			"field Unknown of type zetes_test.keeps: it keeps no unknown members without Config.KeepUnknown",
			"field Rest of type zetes_test.named: it keeps unknown members only where it is embedded",
		}},
		"unknown/kept": {zetes.Config{KeepUnknown: true}, []any{keeps{}}, nil},
		"tags": {zetes.Config{}, []any{tags{}, tags{}}, []string{
			`field A of type zetes_test.tags: unknown tag option "requird": did you mean "required"?`,
			`field B of type zetes_test.tags: unknown tag option "omitEmpty": did you mean "omitempty"?`,
			`field C of type zetes_test.tags: unknown tag option "inline"`,
			`field D of type zetes_test.tags: the tag option "intern" means nothing without Config.MoreTags`,
		}},
		"tags/unreadable": {zetes.Config{}, []any{foreign.Tags{}}, []string{
			"field G of type foreign.Tags: its tag json: \"g\" can't be read",
			`field h of type foreign.Tags: the name "h" of its tag means nothing without Config.Unexported`,
		}},
		"tags/unexported": {zetes.Config{Unexported: true}, []any{foreign.Tags{}}, []string{
			"field G of type foreign.Tags: its tag json: \"g\" can't be read",
			`field h of type foreign.Tags: unknown tag option "nothing"`,
		}},
		"tags/optional": {zetes.Config{}, []any{optional{}}, []string{`field A of type zetes_test.optional: the tag option "omitempty" leaves out no opt.Value`}},
		"tags/more": {zetes.Config{MoreTags: true}, []any{struct {
			D string `json:"d,intern"`
		}{}}, nil},
		"tags/inline": {zetes.Config{}, []any{inlined{}}, []string{
			`field Named of type zetes_test.inlined: unknown tag option "inline"`,
			`field InlinedList of type zetes_test.inlined: unknown tag option "inline"`,
		}},
		"tags/embed": {zetes.Config{KeepUnknown: true}, []any{foreign.Embeds{}}, []string{
			`field A of type foreign.Embeds: the tag option "embed" means nothing beside the name "a"`,
			`field b of type foreign.Embeds: the tag option "embed" means nothing, for the field is not exported`,
		}},
		"tags/embed/unexported": {zetes.Config{KeepUnknown: true, Unexported: true}, []any{foreign.Embeds{}}, []string{`field A of`, `field b of`}},
		"tags/neither":          {zetes.Config{OneWay: true}, []any{[]neither{}}, []string{`field C of type zetes_test.neither: it is read-only and write-only`}},
		"tags/other-key": {zetes.Config{TagKey: "yaml"}, []any{struct {
			D string `json:"d,x" yaml:"d,flow"`
		}{}}, []string{`unknown tag option "flow"`}},
		"defaults": {zetes.Config{Defaults: true}, []any{bad{}, &bad{}, []bad{}}, []string{
			"field A of type zetes_test.bad: default 300: json: cannot unmarshal number 300 into Go value of type int8",
			`field B of type zetes_test.bad: default "x": json: cannot unmarshal string into Go value of type int`,
			"field D of type zetes_test.bad: default {}: json: cannot unmarshal object into Go value of type []int",
		}},
		"good": {zetes.Config{KeepUnknown: true, Defaults: true}, []any{good{}, 1, "", nil, time.Time{}, map[string]any{}}, nil},
	} {
		err := c.config.Freeze().Check(c.values...)
		var got []string
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			for _, e := range joined.Unwrap() {
				if _, ok := errors.AsType[*zetes.TypeError](e); !ok {
					t.Errorf("%s: %T", name, e)
				}
				got = append(got, e.Error())
			}
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: got\n%s", name, strings.Join(got, "\n"))
			continue
		}
		for i := range got {
			if !strings.Contains(got[i], c.want[i]) {
				t.Errorf("%s: got %s, want %s", name, got[i], c.want[i])
			}
		}
	}
}

// Types that are embedded as those of Kubernetes are.
type (
	InlinedMeta struct{ A int }
	InlinedSpec struct{ B int }
	InlinedList []int
)
