package zetes_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/stream"
)

// TestWith: choices hold for the API that With returns alone, also behind a context, and nothing is compiled for them.
func TestWith(t *testing.T) {
	for name, api := range map[string]*zetes.API{"standard": zetes.Standard(), "own": zetes.Config{EmptySlices: true, ExactInts: true}.Freeze()} {
		for _, with := range []*zetes.API{
			api.With(zetes.PerCall{NoEscapeHTML: true, UseNumber: true, RejectUnknown: true}),
			api.With(zetes.PerCall{NoEscapeHTML: true}).WithContext(context.Background()).With(zetes.PerCall{UseNumber: true}).With(zetes.PerCall{RejectUnknown: true}),
		} {
			var v any
			if err := with.UnmarshalString("1", &v); err != nil || v != json.Number("1") {
				t.Errorf("%s: %T %v, %v", name, v, v, err)
			}
			if err := with.UnmarshalString(`{"x":1}`, new(struct{ A int })); err == nil {
				t.Errorf("%s: an unknown name is taken", name)
			}
			if got, err := with.MarshalString("<"); err != nil || got != `"<"` {
				t.Errorf("%s: %s, %v", name, got, err)
			}
		}
		var v any
		if err := api.UnmarshalString("1", &v); err != nil || v == any(json.Number("1")) {
			t.Errorf("%s: %T, %v", name, v, err)
		}
		if got, _ := api.MarshalString("<"); got != `"\u003c"` {
			t.Errorf("%s: %s", name, got)
		}
		if got, err := api.With(zetes.PerCall{}).MarshalString("<"); err != nil || got != `"\u003c"` {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}

type visited struct{ Name string }

type visitKey struct{}

var visitors = zetes.Config{Codecs: []codec.Codec{codec.For(
	func(w *codec.Writer, v *visited) {
		who, _ := zetes.WriteContext(w).Value(visitKey{}).(string)
		w.String(who + v.Name)
	},
	func(r *codec.Reader, v *visited) {
		who, _ := zetes.ReadContext(r).Value(visitKey{}).(string)
		v.Name = strings.TrimPrefix(r.String(), who)
	},
), codec.For(
	func(w *codec.Writer, v *[]visited) {
		w.BeginArray()
		for i := range *v {
			zetes.WriteValue(w, (*v)[i])
		}
		w.EndArray()
	},
	func(r *codec.Reader, v *[]visited) {
		for range r.Array() {
			var x visited
			zetes.ReadValue(r, &x)
			*v = append(*v, x)
		}
	},
)}}.Freeze()

// TestWithContext: codecs of one call get its context, those within codecs too, and those of others none.
func TestWithContext(t *testing.T) {
	type T struct {
		A visited
		B map[string][]visited
		C any
	}
	v := T{visited{"a"}, map[string][]visited{"x": {{"b"}, {"c"}}}, visited{"d"}}
	for range 3 {
		for _, who := range []string{"", "jane/", "joe/"} {
			api, want := visitors, `{"A":"`+who+`a","B":{"x":["`+who+`b","`+who+`c"]},"C":"`+who+`d"}`
			if who != "" {
				api = visitors.WithContext(context.WithValue(context.Background(), visitKey{}, who))
			}
			if who == "joe/" {
				api = api.With(zetes.PerCall{RejectUnknown: true})
			}
			got, err := api.MarshalString(v)
			if err != nil || got != want {
				t.Fatalf("%s, %v, want %s", got, err, want)
			}
			var b strings.Builder
			if err := stream.NewEncoder(&b, stream.Using(api)).Encode(v); err != nil || b.String() != want+"\n" {
				t.Fatalf("%s, %v, want %s", b.String(), err, want)
			}
			var back T
			if err := api.UnmarshalString(got, &back); err != nil || back.A != v.A || back.B["x"][1] != v.B["x"][1] {
				t.Fatalf("%+v, %v", back, err)
			}
		}
	}
	var none context.Context
	if got, err := visitors.WithContext(context.WithValue(context.Background(), visitKey{}, "x")).WithContext(none).MarshalString(visited{"a"}); err != nil || got != `"a"` {
		t.Errorf("%s, %v", got, err)
	}
	if ctx := zetes.WriteContext(codec.NewBytesWriter(nil)); ctx != context.Background() {
		t.Errorf("%v", ctx)
	}
}

// TestWithAllocates: an API for one call is one small piece of memory, and its types are compiled already.
func TestWithAllocates(t *testing.T) {
	if raceEnabled {
		t.Skip("pools forget under the race detector")
	}
	ctx := context.Background()
	v := &struct{ A []int }{[]int{1}}
	buf := make([]byte, 0, 4096)
	plain := testing.AllocsPerRun(100, func() { buf, _ = visitors.Append(buf[:0], v) })
	with := testing.AllocsPerRun(100, func() {
		buf, _ = visitors.With(zetes.PerCall{UseNumber: true}).WithContext(ctx).Append(buf[:0], v)
	})
	if with > plain+2 {
		t.Errorf("%v allocations, %v without choices", with, plain)
	}
}

// TestVary: a key stands for one change, which is made once; the API itself, and its lists, stay as they are.
func TestVary(t *testing.T) {
	codecs := []codec.Codec{codec.For(
		func(w *codec.Writer, v *visited) { w.String("by a codec") },
		func(r *codec.Reader, v *visited) { r.Skip() },
	)}
	base := zetes.Config{EmptySlices: true, Codecs: codecs}
	calls := 0
	loose := func(c *zetes.Config) {
		calls++
		c.Fuzzy, c.Indent = true, " "
		c.Codecs[0] = codec.For(
			func(w *codec.Writer, v *visited) { w.String("by another") },
			func(r *codec.Reader, v *visited) { r.Skip() },
		)
	}
	for name, api := range map[string]*zetes.API{"own": base.Freeze(), "with": base.Freeze().With(zetes.PerCall{UseNumber: true}), "context": base.Freeze().WithContext(context.Background())} {
		calls = 0
		one := api.Vary("loose", loose)
		if two := api.Vary("loose", loose); one != two || calls != 1 {
			t.Errorf("%s: %d calls, the same: %v", name, calls, one == two)
		}
		var n int
		if err := one.UnmarshalString(`"7"`, &n); n != 7 || err != nil {
			t.Errorf("%s: %d, %v", name, n, err)
		}
		v := []any{visited{}, []int(nil)}
		if out, err := one.MarshalString(v); out != "[\n \"by another\",\n []\n]" || err != nil {
			t.Errorf("%s: %s, %v", name, out, err)
		}
		if out, err := api.MarshalString(v); out != `["by a codec",[]]` || err != nil {
			t.Errorf("%s: the API itself: %s, %v", name, out, err)
		}
		if api.Vary("another", func(*zetes.Config) {}) == one {
			t.Errorf("%s: two keys stand for one API", name)
		}
		// A variant of a variant begins with its Config.
		if out, err := one.Vary(1, func(c *zetes.Config) { c.Indent = "" }).MarshalString(v); out != `["by another",[]]` || err != nil {
			t.Errorf("%s: %s, %v", name, out, err)
		}
	}
	if out, err := zetes.Standard().Vary("x", func(c *zetes.Config) { c.EmptyMaps = true }).MarshalString(map[string]int(nil)); out != "{}" || err != nil {
		t.Errorf("%s, %v", out, err)
	}
	api := base.Freeze()
	for i := range 1500 {
		if out, err := api.Vary(i, func(c *zetes.Config) { c.Indent = strings.Repeat(" ", i%3) }).MarshalString([]int{1}); err != nil || len(out) < 3 {
			t.Fatal(out, err)
		}
	}
	panics := func(what string, key any, change func(*zetes.Config)) {
		defer func() {
			if recover() == nil {
				t.Errorf("%s is no panic", what)
			}
		}()
		api.Vary(key, change)
	}
	for range 2 { // none of them holds what the next call waits for
		panics("a key that can't be compared", []int{}, func(*zetes.Config) {})
		panics("a Config that contradicts itself", "bad", func(c *zetes.Config) { c.UseNumber, c.ExactInts = true, true })
	}
	if out, err := api.Vary("none", nil).MarshalString([]int(nil)); out != "[]" || err != nil {
		t.Errorf("without a change: %s, %v", out, err)
	}
	// A change may call Vary itself.
	if api.Vary("outer", func(c *zetes.Config) { api.Vary("inner", func(*zetes.Config) {}) }) == nil {
		t.Error("there is no API")
	}
}

// TestVaryAtOnce: goroutines that ask for one key get one API.
func TestVaryAtOnce(t *testing.T) {
	api := zetes.Config{EmptyMaps: true}.Freeze()
	results := make(chan *zetes.API)
	for range 20 {
		go func() { results <- api.Vary("k", func(c *zetes.Config) { c.EmptySlices = true }) }()
	}
	first := <-results
	for range 19 {
		if <-results != first {
			t.Error("one key has two APIs")
		}
	}
}

// TestPerCallFields: each field of PerCall but Fields is one of Config, and means the same, beside other choices for
// the call too. A choice that is compiled into programs, or is about the whole text, is for Vary.
func TestPerCallFields(t *testing.T) {
	vary := strings.Fields(`UnsortedMaps EmptySlices EmptyMaps NonFinite LargeIntsAsStrings IntsAsStrings ShortFloats StrictUTF8 Canonical ASCII
		NoEscapeLines UncheckedRaw UncheckedMethods BytesAsText DurationsAsStrings TagKey Naming TaggedOnly Unexported OmitEmpty OmitZero MoreTags
		Members ExactCase Objects KeepUnknown RejectDuplicates RejectInvalidUTF8 Required RequireAll ResetAbsent Defaults Intern Alias OneWay
		RefuseReadOnly Comments JSON5 ByteOrderMark Limits Codecs Fields Keys CodecsFor CodecNamed CodecsSkipNull second Fuzzy ExactInts`)
	config, single := reflect.TypeFor[zetes.Config](), reflect.TypeFor[zetes.PerCall]()
	for i := range config.NumField() {
		name := config.Field(i).Name
		_, ok := single.FieldByName(name)
		if ok = ok && name != "Fields"; ok == slices.Contains(vary, name) {
			t.Errorf("Config.%s: for one call %v", name, ok)
		}
	}
	type T struct {
		A any
		N int
		S string
		M map[string]any
	}
	answers := func(a *zetes.API) (all []string) {
		for _, v := range []any{"<&", T{A: []int{1}, M: map[string]any{"x<": 1.5}}, []any{nil, map[string]int{}}, visited{"<"}} {
			b, err := a.Marshal(v)
			all = append(all, fmt.Sprintf("%s %v", b, err))
		}
		for _, doc := range []string{
			`{"A":12345678901234567890,"N":1}`, `{"N":"7","S":1}`, `{"N":1.5}`, `{"no":1}`, `{"M":{"x":[1,1.5]}}`, `{"A":[],"M":[]}`, `{"N":true,"S":{`,
		} {
			v, w := T{}, any(nil)
			err := a.UnmarshalString(doc, &v)
			all = append(all, fmt.Sprintf("%#v %v", v, err))
			err = a.UnmarshalString(doc, &w)
			all = append(all, fmt.Sprintf("%#v %v", w, err))
		}
		return all
	}
	for name, api := range map[string]*zetes.API{
		"standard": zetes.Standard(), "plain": zetes.Config{NoEscapeHTML: true, UseNumber: true}.Freeze(), "own": zetes.Config{EmptySlices: true}.Freeze(),
		"codecs": visitors,
	} {
		for i := range single.NumField() {
			field := single.Field(i)
			if field.Name == "Fields" {
				continue
			}
			set := func(v reflect.Value) {
				if v.Kind() == reflect.Bool {
					v.SetBool(true)
				} else {
					v.SetString("\t")
				}
			}
			for _, also := range []bool{false, true} {
				var p zetes.PerCall
				set(reflect.ValueOf(&p).Elem().Field(i))
				p.RejectUnknown = p.RejectUnknown || also
				want := answers(api.Vary(field.Name+fmt.Sprint(also), func(c *zetes.Config) {
					set(reflect.ValueOf(c).Elem().FieldByName(field.Name))
					c.RejectUnknown = c.RejectUnknown || also
					if p.UseNumber {
						c.ExactInts = false
					}
				}))
				for way, a := range map[string]*zetes.API{
					"With": api.With(p), "before a context": api.With(p).WithContext(context.Background()), "after one": api.WithContext(context.Background()).With(p),
				} {
					for i, got := range answers(a) {
						if got != want[i] {
							t.Errorf("%s, %s, %s: %s\nwant %s", name, field.Name, way, got, want[i])
						}
					}
				}
			}
		}
	}
	set, _ := zetes.ParseFields("N,A")
	got, err := zetes.Standard().With(zetes.PerCall{Fields: set}).With(zetes.PerCall{NoEscapeHTML: true, Indent: " "}).MarshalString(T{})
	if want := "{\n \"A\": null,\n \"N\": 0\n}"; got != want || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}
