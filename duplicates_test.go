package zetes_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/opt"
	"github.com/zetes-json/zetes/stream"
)

// TestDuplicateFields: under RejectDuplicates two names that reach one field are duplicates, however they are spelled,
// and two names that reach none, or two fields, are not. The first value stays, and the error has the place of the
// second name.
func TestDuplicateFields(t *testing.T) {
	type Inner struct{ Deep int }
	type plain struct {
		Admin bool
		Other int `json:"other"`
		Ks    string
		*Inner
		List []struct{ A int }
		Map  map[string]struct{ A, B int }
		Any  any
	}
	type both struct {
		Admin bool `json:"admin"`
		ADMIN bool `json:"ADMIN"`
	}
	type strict struct {
		Admin bool `json:"Admin,case:strict"`
		Other int
	}
	type keeps struct {
		Admin bool
		opt.Unknown
	}
	type required struct {
		Admin bool `json:",required"`
		Other int  `json:"other" default:"7"`
	}
	aliased := func(_ reflect.Type, members []zetes.Member) []zetes.Member {
		for i := range members {
			members[i].Aliases = append(members[i].Aliases, "alias"+members[i].Name)
		}
		return members
	}
	for _, row := range []struct {
		c       zetes.Config
		v       any
		text    string
		pointer string // of the second name, or "" where there is none
		offset  int64
	}{
		{zetes.Config{}, plain{}, `{"Admin":false,"admin":true}`, "/admin", 15},
		{zetes.Config{}, plain{}, `{"admin":false,"ADMIN":true}`, "/ADMIN", 15},
		{zetes.Config{}, plain{}, `{"admin":false,"admin":true}`, "/admin", 15},
		{zetes.Config{}, plain{}, `{"admin":false,"\u0041dmin":true}`, "/Admin", 15},
		{zetes.Config{}, plain{}, `{"ks":"a","Kſ":"b"}`, "/Kſ", 10},
		{zetes.Config{}, plain{}, `{"deep":1,"DEEP":2}`, "/DEEP", 10},
		{zetes.Config{}, plain{}, `{"list":[{"a":1},{"A":1,"a":2}]}`, "/list/1/a", 24},
		{zetes.Config{}, plain{}, `{"map":{"k":{"A":1,"B":2,"b":3}}}`, "/map/k/b", 25},
		{zetes.Config{}, plain{}, `{"any":{"A":1,"a":2},"x":1,"X":2,"map":{"k":{},"K":{}}}`, "", 0},
		{zetes.Config{}, plain{}, `{"any":1,"Other":null,"other":1}`, "/other", 22},
		{zetes.Config{}, both{}, `{"admin":true,"ADMIN":false}`, "", 0},
		{zetes.Config{}, both{}, `{"admin":true,"Admin":false}`, "/Admin", 14},
		{zetes.Config{ExactCase: true}, plain{}, `{"Admin":false,"admin":true}`, "", 0},
		{zetes.Config{MoreTags: true}, strict{}, `{"Admin":false,"admin":true}`, "", 0},
		{zetes.Config{MoreTags: true}, strict{}, `{"other":1,"Other":true}`, "/Other", 11},
		{zetes.Config{Naming: zetes.SnakeCase}, plain{}, `{"admin":false,"Admin":true}`, "/Admin", 15},
		{zetes.Config{KeepUnknown: true}, keeps{}, `{"Admin":false,"x":1,"admin":true}`, "/admin", 21},
		{zetes.Config{KeepUnknown: true}, keeps{}, `{"Admin":false,"x":1,"X":true}`, "", 0},
		{zetes.Config{Required: true, Defaults: true}, required{}, `{"Admin":false,"admin":true}`, "/admin", 15},
		{zetes.Config{RejectUnknown: true}, plain{}, `{"Admin":false,"aDmin":true}`, "/aDmin", 15},
		{zetes.Config{ResetAbsent: true}, plain{}, `{"Admin":false,"aDmin":true}`, "/aDmin", 15},
		{zetes.Config{Members: aliased}, plain{}, `{"aliasAdmin":false,"Admin":true}`, "/Admin", 20},
		{zetes.Config{Members: aliased}, plain{}, `{"other":1,"aliasother":true}`, "/aliasother", 11},
		{zetes.Config{Members: aliased, ExactCase: true}, plain{}, `{"other":1,"aliasother":true}`, "/aliasother", 11},
		{zetes.Config{Members: aliased, ExactCase: true}, plain{}, `{"other":1,"AliasOther":true}`, "", 0},
	} {
		row.c.RejectDuplicates = true
		api := row.c.Freeze()
		for how, read := range map[string]func(v any) error{
			"Unmarshal":     func(v any) error { return api.UnmarshalString(row.text, v) },
			"UnmarshalFrom": func(v any) error { return api.UnmarshalFrom(strings.NewReader(row.text), v) },
			"Decoder":       func(v any) error { return stream.NewDecoder(strings.NewReader(row.text), stream.Using(api)).Decode(v) },
			"ReadValue": func(v any) error {
				type box struct{ V any }
				cd := codec.For(nil, func(r *codec.Reader, b *box) { zetes.ReadValue(r, v) })
				c := row.c
				c.Codecs = []codec.Codec{cd}
				return c.Freeze().UnmarshalString(row.text, new(box))
			},
			"all": func(v any) error {
				errs := api.UnmarshalAll([]byte(row.text), v, 0)
				said := 0
				var first error
				if list, ok := errs.(interface{ Unwrap() []error }); ok {
					for _, e := range list.Unwrap() {
						if errors.Is(e, zetes.ReasonDuplicateMember) {
							said++
							first = e
						}
					}
				}
				if said > 1 {
					return fmt.Errorf("told %d times: %w", said, errs)
				}
				return first
			},
		} {
			v := reflect.New(reflect.TypeOf(row.v))
			err := read(v.Interface())
			var e *zetes.Error
			var rule *zetes.RuleError
			switch {
			case row.pointer == "":
				if err != nil && !strings.Contains(err.Error(), "cannot unmarshal") {
					t.Errorf("%s of %s: %v", how, row.text, err)
				}
			case !errors.As(err, &e) || !errors.As(err, &rule) || rule.Rule != zetes.UniqueNames:
				t.Errorf("%s of %s into %T: %v, became %+v", how, row.text, row.v, err, v.Elem())
			case e.Pointer != row.pointer || e.Offset != row.offset || e.Reason() != zetes.ReasonDuplicateMember || rule.Name != row.pointer[strings.LastIndex(row.pointer, "/")+1:]:
				t.Errorf("%s of %s: at %s, offset %d, %v: %v", how, row.text, e.Pointer, e.Offset, e.Reason(), err)
			}
			if f := v.Elem().Field(0); row.pointer != "" && f.Kind() == reflect.Bool && f.Bool() && row.offset == 15 {
				t.Errorf("%s of %s: the second value stands", how, row.text)
			}
		}
	}
	var many []string
	for i := range 100 {
		many = append(many, fmt.Sprintf(`"a%d":%d`, i, i))
	}
	fields := make([]reflect.StructField, 100)
	for i := range fields {
		fields[i] = reflect.StructField{Name: fmt.Sprintf("A%d", i), Type: reflect.TypeFor[int]()}
	}
	v := reflect.New(reflect.StructOf(fields)).Interface()
	api := zetes.Config{RejectDuplicates: true}.Freeze()
	if err := api.UnmarshalString("{"+strings.Join(many, ",")+"}", v); err != nil {
		t.Error(err)
	}
	if err := api.UnmarshalString("{"+strings.Join(append(many, `"A99":1`), ",")+"}", v); !errors.Is(err, zetes.ReasonDuplicateMember) {
		t.Error(err)
	}
	// The first of several is named, also if an escape hides it at first sight.
	var first *zetes.Error
	if err := api.UnmarshalString(`{"x":1,"\u0078":2,"y":3,"y":4}`, new(any)); !errors.As(err, &first) || first.Pointer != "/x" || first.Offset != 7 {
		t.Error(err)
	}
	var raw json.RawMessage
	if err := api.UnmarshalString(`{"a":1,"A":2}`, &raw); err != nil || !slices.Contains([]string{`{"a":1,"A":2}`}, string(raw)) {
		t.Error(err)
	}
}

// TestDuplicatesAll: a second member of one name is decoded after its error, also in a struct that keeps other members.
func TestDuplicatesAll(t *testing.T) {
	type keeps struct {
		A int               `json:"a"`
		B map[string]string `json:"b"`
		opt.Unknown
	}
	api := zetes.Config{ExactCase: true, KeepUnknown: true, RejectDuplicates: true}.Freeze()
	var v keeps
	err := api.UnmarshalAll([]byte(`{"a":4,"b":1e3,"b":{"a":{}},"a":88}`), &v, 5)
	if text := fmt.Sprint(err); strings.Count(text, "\n") != 3 || v.A != 88 || v.B == nil {
		t.Errorf("%+v\n%s", v, text)
	}
}
