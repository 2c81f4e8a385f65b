package zetes_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/codec/ready"
	"github.com/zetes-json/zetes/opt"
)

// A struct's members, and the same from embedded structs: by value, by pointer, two levels deep, of a generic type,
// from several structs, and with methods that have no part in JSON.
type (
	Flat struct {
		ID     int           `json:"id,required" default:"7" is:"id"`
		Text   string        `json:"text,omitempty,intern" is:"text"`
		When   time.Time     `json:"when" codec:"unix"`
		Raw    string        `json:"raw,raw"`
		Wide   int64         `json:",string"`
		hidden int           `is:"hidden"`
		Nano   time.Duration `json:"nano"`
		Opt    opt.Value[int]
		opt.Unknown
		UserName string
	}
	innerBase[T any] struct {
		ID     T             `json:"id,required" default:"7" is:"id"`
		Text   string        `json:"text,omitempty,intern" is:"text"`
		When   time.Time     `json:"when" codec:"unix"`
		Raw    string        `json:"raw,raw"`
		Wide   int64         `json:",string"`
		hidden int           `is:"hidden"`
		Nano   time.Duration `json:"nano"`
		Opt    opt.Value[int]
		opt.Unknown
	}
	Base struct {
		ID     int           `json:"id,required" default:"7" is:"id"`
		Text   string        `json:"text,omitempty,intern" is:"text"`
		When   time.Time     `json:"when" codec:"unix"`
		Raw    string        `json:"raw,raw"`
		Wide   int64         `json:",string"`
		hidden int           `is:"hidden"`
		Nano   time.Duration `json:"nano"`
		Opt    opt.Value[int]
		opt.Unknown
	}
	Gen[T any] struct{ innerBase[T] }
	Mid        struct{ Base }
	PMid       struct{ *Base }
	Front      struct {
		ID   int    `json:"id,required" default:"7" is:"id"`
		Text string `json:"text,omitempty,intern" is:"text"`
		Rest
	}
	Rest  struct{ opt.Unknown }
	Stray struct {
		When   time.Time     `json:"when" codec:"unix"`
		Raw    string        `json:"raw,raw"`
		Wide   int64         `json:",string"`
		hidden int           `is:"hidden"`
		Nano   time.Duration `json:"nano"`
		Opt    opt.Value[int]
	}
	Spoken  struct{ Base }
	Over    struct{ Base }
	Pointed struct {
		ID     int           `json:"id,required" default:"7" is:"id"`
		Text   string        `json:"text,omitempty,intern" is:"text"`
		When   time.Time     `json:"when" codec:"unix"`
		Raw    string        `json:"raw,raw"`
		Wide   int64         `json:",string"`
		hidden int           `is:"hidden"`
		Nano   time.Duration `json:"nano"`
		Opt    opt.Value[int]
		*opt.Unknown
	}
)

func (*Spoken) String() string                                { return "spoken" }
func (Over) AppendMembers(dst []byte, escapeHTML bool) []byte { return append(dst, `"never":1`...) }

// embeddings are structs with the members of Flat.
var embeddings = []any{
	struct {
		Base
		UserName string
	}{},
	struct {
		*Base
		UserName string
	}{},
	struct {
		Mid
		UserName string
	}{},
	struct {
		*Mid
		UserName string
	}{},
	struct {
		PMid
		UserName string
	}{},
	struct {
		*PMid
		UserName string
	}{},
	struct {
		innerBase[int]
		UserName string
	}{},
	struct {
		Gen[int]
		UserName string
	}{},
	struct {
		*Gen[int]
		UserName string
	}{},
	struct {
		Front
		Stray
		UserName string
	}{},
	struct {
		*Front
		*Stray
		UserName string
	}{},
	struct {
		Spoken
		UserName string
	}{},
	struct {
		*Over
		UserName string
	}{},
	struct {
		Pointed
		UserName string
	}{},
	struct {
		*Pointed
		UserName string
	}{},
}

// embedConfigs are choices that look at structs, each for itself and all that go together.
func embedConfigs() map[string]zetes.Config {
	hex := codec.For(func(w *codec.Writer, v *int64) { w.String(fmt.Sprintf("%x", *v)) }, func(r *codec.Reader, v *int64) { fmt.Sscanf(r.String(), "%x", v) })
	return map[string]zetes.Config{
		"KeepUnknown":        {},
		"Naming":             {Naming: zetes.SnakeCase},
		"TagKey":             {TagKey: "is,json"},
		"TaggedOnly":         {TaggedOnly: true},
		"Unexported":         {Unexported: true, TagKey: "json,is"},
		"OmitEmpty":          {OmitEmpty: true},
		"OmitZero":           {OmitZero: true},
		"MoreTags":           {MoreTags: true},
		"ExactCase":          {ExactCase: true},
		"RejectUnknown":      {RejectUnknown: true},
		"RejectDuplicates":   {RejectDuplicates: true},
		"Required":           {Required: true},
		"RequireAll":         {RequireAll: true},
		"ResetAbsent":        {ResetAbsent: true},
		"Defaults":           {Defaults: true},
		"Alias":              {Alias: true},
		"Fuzzy":              {Fuzzy: true},
		"Canonical":          {Canonical: true},
		"Indent":             {Indent: " "},
		"CodecNamed":         {CodecNamed: ready.Named},
		"IntsAsStrings":      {IntsAsStrings: true},
		"DurationsAsStrings": {DurationsAsStrings: true},
		"Codecs":             {Codecs: []codec.Codec{hex}},
		"Members": {Members: func(_ reflect.Type, members []zetes.Member) []zetes.Member {
			kept := members[:0]
			for _, m := range members {
				if m.Name = strings.ToUpper(m.Name); m.Name != "RAW" {
					m.Aliases = append(m.Aliases, "x"+m.Name)
					kept = append(kept, m)
				}
			}
			return kept
		}},
		"Limits": {Limits: zetes.Limits{Memory: 10_000, Depth: 5}},
		"many": {TagKey: "json,is", Naming: zetes.LowerCamelCase, Unexported: true, MoreTags: true, Required: true, Defaults: true, RejectDuplicates: true, CodecNamed: ready.Named,
			DurationsAsStrings: true, OmitZero: true, ResetAbsent: true},
	}
}

// reachAll makes all that embedded pointers of the struct v lead to.
func reachAll(v reflect.Value) {
	for i := range v.NumField() {
		if !v.Type().Field(i).Anonymous {
			continue
		}
		f := v.Field(i)
		if f.Kind() == reflect.Pointer {
			if f.IsNil() {
				f.Set(reflect.New(f.Type().Elem()))
			}
			f = f.Elem()
		}
		reachAll(f)
	}
}

// TestEmbedding: under every choice a struct reads and writes what its members would be in one struct, and Check says
// the same of both.
func TestEmbedding(t *testing.T) {
	docs := []string{
		`{}`, `{"id":1}`, `{"id":7,"name":"n","x":1}`, `{"ID":7,"Text":"t","x":{"a": [1 ]},"y":"<","x":3}`, `{"id":"no number","text":5,"x":null}`, `{"id":3,"id":4,"ID":5}`,
		`{"when":1700000000,"raw":{"a":1},"Wide":"5","hidden":3,"nano":"1s","Opt":null,"UserName":"u"}`, `{"when":"2026-01-02T03:04:05Z","raw":"[1]","nano":5,"Opt":7}`,
		`{"user_name":"s","userName":"l","username":"f","wide":"1f","opt":1,"NANO":9,"xID":4,"XTEXT":"a"}`, `{"id":null,"text":null,"x":`, `{"a":[[[[[[[1]]]]]]]}`, `null`, `[]`, `{"text":"` + strings.Repeat("x", 50) + `","id":1.5}`,
	}
	plain := zetes.Config{KeepUnknown: true}.Freeze()
	for name, c := range embedConfigs() {
		for _, keep := range []bool{true, false} {
			c.KeepUnknown = keep
			api := c.Freeze()
			for _, form := range embeddings {
				typ := reflect.TypeOf(form)
				if flat, deep := api.Check(Flat{}), api.Check(form); (flat == nil) != (deep == nil) {
					t.Errorf("%s, KeepUnknown %v, %v: Check says %v, of the flat struct %v", name, keep, typ, deep, flat)
				}
				for _, doc := range docs {
					if c.Fuzzy && doc == "[]" {
						continue // which makes the whole struct zero, and its embedded pointers nil
					}
					for _, filled := range []string{"", `{"id":9,"text":"old","when":"2020-01-01T00:00:00Z","raw":"3","Wide":"4","x":"old","UserName":"old"}`} {
						flat, deep := new(Flat), reflect.New(typ)
						reachAll(deep.Elem())
						if filled != "" {
							if err := errors.Join(plain.UnmarshalString(filled, flat), plain.UnmarshalString(filled, deep.Interface())); err != nil {
								t.Fatal(err)
							}
						}
						where := fmt.Sprintf("%s, KeepUnknown %v, %v, %s over %q", name, keep, typ, doc, filled)
						werr, gerr := api.UnmarshalString(doc, flat), api.UnmarshalString(doc, deep.Interface())
						if a, b := placeOf(werr), placeOf(gerr); a != b {
							t.Errorf("%s:\ngot  %s: %v\nwant %s: %v", where, b, gerr, a, werr)
						}
						want, werr := api.Marshal(flat)
						got, gerr := api.Marshal(deep.Interface())
						byValue, verr := api.Marshal(deep.Elem().Interface())
						if string(got) != string(want) || string(byValue) != string(want) || placeOf(werr) != placeOf(gerr) || placeOf(verr) != placeOf(gerr) {
							t.Errorf("%s:\ngot  %s, %v\nand  %s, %v\nwant %s, %v", where, got, gerr, byValue, verr, want, werr)
						}
					}
				}
			}
		}
	}
}

// placeOf returns what an error says besides Go's paths.
func placeOf(err error) string {
	var e *zetes.Error
	if !errors.As(err, &e) {
		return fmt.Sprint(err != nil)
	}
	return fmt.Sprintf("%v %d %s", e.Reason(), e.Offset, e.Pointer)
}

// TestCheckEmbeddedUnknown: Check says what keeps no unknown members, and nothing else.
func TestCheckEmbeddedUnknown(t *testing.T) {
	tags := zetes.Config{MoreTags: true, CodecNamed: ready.Named}
	plain := tags.Freeze()
	tags.KeepUnknown = true
	keeps := tags.Freeze()
	for _, form := range embeddings {
		if err := keeps.Check(form); err != nil {
			t.Errorf("%T: %v", form, err)
		}
		if err := plain.Check(form); err == nil || !strings.Contains(err.Error(), "keeps no unknown members without Config.KeepUnknown") {
			t.Errorf("%T: %v", form, err)
		}
		v := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "B", Type: reflect.TypeOf(form)}}))
		if err := keeps.Check(v.Interface()); err != nil {
			t.Errorf("%v: %v", v.Type(), err)
		}
		if err := keeps.UnmarshalString(`{"B":{"id":1,"x":2}}`, v.Interface()); err != nil {
			t.Error(err)
		}
		if got, err := keeps.MarshalString(v.Interface()); err != nil || !strings.Contains(got, `"x":2`) {
			t.Errorf("%v: %s, %v", v.Type(), got, err)
		}
	}
	if err := keeps.Check(struct{ U opt.Unknown }{}); err == nil || !strings.Contains(err.Error(), "only where it is embedded") {
		t.Error(err)
	}
}

// TestEmbeddedPointers: an embedded pointer stays nil where no member behind it comes, and is made for an unknown one.
func TestEmbeddedPointers(t *testing.T) {
	api := zetes.Config{KeepUnknown: true}.Freeze()
	for doc, made := range map[string]bool{`{}`: false, `{"UserName":"u"}`: false, `{"id":1}`: true, `{"x":1}`: true} {
		for _, form := range embeddings {
			v := reflect.New(reflect.TypeOf(form))
			if err := api.UnmarshalString(doc, v.Interface()); err != nil {
				t.Fatal(err)
			}
			if f := v.Elem().Field(0); f.Kind() == reflect.Pointer && f.IsNil() == made {
				t.Errorf("%s into %v: made %v, want %v", doc, v.Type(), !made, made)
			}
			var text strings.Builder
			if err := api.MarshalTo(&text, v.Interface()); err != nil || strings.Contains(doc, "x") && !strings.Contains(text.String(), `"x":1`) {
				t.Errorf("%s became %s, %v", doc, &text, err)
			}
		}
	}
	long := strings.Repeat("x", 10_000)
	for doc, want := range map[string]string{`{}`: `{"UserName":""}`, `{"x":"` + long + `","y":2}`: `{"UserName":"","x":"` + long + `","y":2}`} {
		var v struct {
			UserName string
			*Rest
		}
		if err := api.UnmarshalString(doc, &v); err != nil {
			t.Fatal(err)
		}
		if got, err := api.MarshalString(v); got != want || err != nil {
			t.Errorf("%.100s, %v, want %.100s", got, err, want)
		}
	}
	for doc, want := range map[string]bool{`{}`: true, `{"a":1}`: true, `{"x":1}`: false} {
		v := struct {
			A int `json:"a"`
			*innerBase[int]
		}{}
		if err := api.UnmarshalString(doc, &v); (err == nil) != want {
			t.Errorf("%s behind a pointer that can't be made: %v", doc, err)
		}
	}
}
