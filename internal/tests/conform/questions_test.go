package conform

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tests/cases"
	"github.com/zetes-json/zetes/internal/tests/corpus"
	"github.com/zetes-json/zetes/internal/tests/doors"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/internal/tests/suites"
)

// TestAcceptedAsksNothing decodes texts that encoding/json accepts, those of the table and random ones, and counts
// how often the toolchain was asked meanwhile.
func TestAcceptedAsksNothing(t *testing.T) {
	texts, excused := 0, map[string]int{}
	judge := func(c *cases.Case, name string) {
		accepted := false
		quiet(func() { accepted = doors.Std.Unmarshal([]byte(c.Text), c.Target()) == nil })
		if !accepted {
			return
		}
		texts++
		before := meter.Asked.Load()
		quiet(func() { _ = doors.Zetes.Unmarshal([]byte(c.Text), c.Target()) })
		asked := meter.Asked.Load() - before
		if asked == 0 {
			return
		}
		if why := excuse(c); why != "" {
			excused[why]++
		} else {
			t.Errorf("%s: %d questions about %q into %.300s", name, asked, cut(c.Text), reflect.TypeOf(c.Target()))
		}
	}
	for _, c := range sample(long.Rounds(7, 1)) {
		if c.Value == nil && c.Not["*"] == "" && c.Not["v1"] == "" {
			judge(c, c.Name+" ("+c.Where+")")
		}
	}
	n := uint64(2000)
	if !long.On() || slow {
		n = 300
	}
	for seed := range n {
		g := gen{rand.New(rand.NewPCG(seed, 2))}
		typ := g.typ(1 + g.IntN(3))
		for range 5 {
			var b, fill strings.Builder
			g.text(&b, typ, 5, 0)
			g.text(&fill, typ, 4, 0)
			judge(&cases.Case{Text: b.String(), Target: func() any {
				v := reflect.New(typ).Interface()
				quiet(func() { _ = doors.Std.Unmarshal([]byte(fill.String()), v) })
				return v
			}}, "random")
		}
	}
	t.Logf("%d texts; asked with a reason: %v", texts, excused)
}

// TestAcceptedEncodingAsksNothing encodes values that encoding/json accepts, those of the table and what random texts
// decode to, and counts how often the toolchain was asked meanwhile.
func TestAcceptedEncodingAsksNothing(t *testing.T) {
	values, excused := 0, map[string]int{}
	judge := func(v func() any, name string) {
		accepted := false
		quiet(func() {
			_, err := doors.Std.Marshal(v())
			accepted = err == nil
		})
		if !accepted {
			return
		}
		values++
		x, before := v(), meter.Asked.Load()
		quiet(func() { _, _ = doors.Zetes.Marshal(x) })
		if asked := meter.Asked.Load() - before; asked > 0 {
			if why := excuseValue(x); why != "" {
				excused[why]++
			} else {
				t.Errorf("%s: %d questions about %.300s", name, asked, reflect.TypeOf(x))
			}
		}
	}
	for _, c := range cases.All() {
		if c.Value != nil && c.Not["*"] == "" && c.Not["v1"] == "" {
			judge(c.Value, c.Name+" ("+c.Where+")")
		}
	}
	n := uint64(2000)
	if !long.On() || slow {
		n = 300
	}
	for seed := range n {
		g := gen{rand.New(rand.NewPCG(seed, 3))}
		typ := g.typ(1 + g.IntN(3))
		var b strings.Builder
		g.text(&b, typ, 5, 0)
		v := reflect.New(typ).Interface()
		quiet(func() { _ = doors.Std.Unmarshal([]byte(b.String()), v) })
		judge(func() any { return v }, "random")
	}
	t.Logf("%d values; asked with a reason: %v", values, excused)
}

// TestCorporaAskNothing decodes documents, into their types and into interfaces, and encodes what that gives. Those of
// JSONTestSuite are decoded.
func TestCorporaAskNothing(t *testing.T) {
	both := func(name string, text []byte, target any) {
		before := meter.Asked.Load()
		if err := doors.Zetes.Unmarshal(text, target); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if _, err := doors.Zetes.Marshal(target); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if asked := meter.Asked.Load() - before; asked > 0 {
			t.Errorf("%s into %T: %d questions", name, target, asked)
		}
	}
	for _, d := range corpus.Builtin() {
		both(d.Name, d.JSON, new(any))
		if d.New != nil {
			both(d.Name, d.JSON, d.New())
		}
	}
	for _, f := range suites.Files(t, "JSONTestSuite", "test_parsing/y_*.json", 90) {
		both(f.Name, f.Text, new(any))
	}
}

// excuseValue says why the toolchain may be asked about an accepted value, or is empty.
func excuseValue(v any) string {
	f := features{seen: map[reflect.Type]bool{}}
	held := holdings{types: &f}
	held.look(reflect.ValueOf(v), 4000)
	switch {
	case f.streams:
		return "MarshalJSONTo takes an encoder of the toolchain's"
	case f.oddKeys:
		return "the rules for keys that are neither strings nor integers are version 2's"
	case f.embeds:
		return "encoding/json has the tag option embed in Go 1.27 only, with the rules of version 2 for equal names"
	case held.nilMethods:
		return "releases differ in what a nil pointer in an interface with methods is"
	case held.deep:
		return "values that are nested deeper than the machine goes, which might be cycles"
	}
	return ""
}

// holdings are what a value has that is left to the toolchain, in its types and in what its interfaces hold.
type holdings struct {
	types            *features
	nilMethods, deep bool
}

func (h *holdings) look(v reflect.Value, levels int) {
	if !v.IsValid() {
		return
	}
	if levels == 0 || h.deep {
		h.deep = true
		return
	}
	h.types.look(v.Type())
	switch v.Kind() {
	case reflect.Interface:
		in := v.Elem()
		if in.Kind() == reflect.Pointer && in.IsNil() && v.NumMethod() > 0 {
			h.nilMethods = true
		}
		h.look(in, levels-1)
	case reflect.Pointer:
		h.look(v.Elem(), levels-1)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			h.look(v.Index(i), levels-1)
		}
	case reflect.Map:
		k := v.Type().Key()
		plain := k.Kind() == reflect.String || reflect.Int <= k.Kind() && k.Kind() <= reflect.Uintptr
		h.types.oddKeys = h.types.oddKeys || !plain && shape.MethodsOf(k).Value&(shape.MarshalText|shape.AppendText) == 0
		for _, k := range v.MapKeys() {
			h.look(v.MapIndex(k), levels-1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			h.look(v.Field(i), levels-1)
		}
	}
}

// excuse says why the toolchain may be asked about an accepted text, or is empty.
func excuse(c *cases.Case) string {
	target := reflect.ValueOf(c.Target())
	f := features{seen: map[reflect.Type]bool{}}
	f.look(target.Type())
	chained := f.chained(target, 0)
	switch {
	case f.streams:
		return "UnmarshalJSONFrom takes a decoder of the toolchain's"
	case f.oddKeys:
		return "the rules for keys that are neither strings nor integers are version 2's"
	case f.embeds:
		return "encoding/json has the tag option embed in Go 1.27 only, with the rules of version 2 for equal names"
	case f.quotedPointer && strings.Contains(c.Text, `"null"`):
		return "whether a pointer under the tag option string is nil depends on what decoding it says"
	case f.quoted && (strings.ContainsAny(c.Text, "\\\ufffd") || !utf8.ValidString(c.Text)):
		return "the strings within strings of the tag option string differ between releases where they are broken"
	case chained:
		return "an interface holds a pointer that leads on to a pointer or interface"
	}
	return ""
}

// features are what a type has that is left to the toolchain.
type features struct {
	seen                                            map[reflect.Type]bool
	streams, oddKeys, embeds, quoted, quotedPointer bool
}

func (f *features) look(t reflect.Type) {
	if f.seen[t] {
		return
	}
	f.seen[t] = true
	f.streams = f.streams || shape.MethodsOf(t).Pointer&(shape.UnmarshalJSONFrom|shape.MarshalJSONTo) != 0
	switch t.Kind() {
	case reflect.Map:
		k := t.Key()
		plain := k.Kind() == reflect.String || reflect.Int <= k.Kind() && k.Kind() <= reflect.Uintptr
		f.oddKeys = f.oddKeys || !plain && (k.Kind() == reflect.Interface || shape.MethodsOf(k).Pointer&shape.UnmarshalText == 0)
		f.look(t.Elem())
	case reflect.Pointer, reflect.Slice, reflect.Array:
		f.look(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			sf := t.Field(i)
			f.embeds = f.embeds || strings.Contains(sf.Tag.Get("json"), ",embed")
			if strings.Contains(sf.Tag.Get("json"), ",string") {
				f.quoted = true
				f.quotedPointer = f.quotedPointer || sf.Type.Kind() == reflect.Pointer
			}
			f.look(sf.Type)
		}
	}
}

// chained reports whether an interface within v holds a pointer to a pointer or an interface. It looks at the types
// that interfaces hold.
func (f *features) chained(v reflect.Value, depth int) bool {
	if depth > 20 {
		return false
	}
	switch v.Kind() {
	case reflect.Interface:
		if e := v.Elem(); e.Kind() == reflect.Pointer {
			f.look(e.Type())
			k := e.Type().Elem().Kind()
			return k == reflect.Pointer || k == reflect.Interface || f.chained(e, depth+1)
		}
	case reflect.Pointer:
		return f.chained(v.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if f.chained(v.Index(i), depth+1) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f.chained(v.Field(i), depth+1) {
				return true
			}
		}
	}
	return false
}
