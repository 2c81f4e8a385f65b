package compat

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	theirs "github.com/tidwall/gjson"
	ours "github.com/zetes-json/zetes/compat/gjson"
)

const friends = `{
  "name": {"first": "Tom", "last": "Anderson"}, "age":37, "children": ["Sara","Alex","Jack"], "fav.movie": "Deer Hunter", "": {"": 1}, "0": "zero",
  "friends": [
    {"first": "Dale", "last": "Murphy", "age": 44, "nets": ["ig", "fb", "tw"], "ok": true, "n": null},
    {"first": "Roger", "last": "Craig", "age": 68, "nets": ["fb", "tw"], "ok": false, "deep": [[1,[2]],{"x":{"y":"z\u00e9\n\ud83d\ude00"}}]},
    {"first": "Jane", "last": "Mur\"phy", "age": 47.5, "nets": [], "@x": 1, "a|b": 2, "last": "again"}
  ], "@key": {"@this": [true, false, null, -1.5e3, 12345678901234567890]}, "esc\"aped\u00e9": [[], {}, [{}], "", 0]
}`

var gjsonPaths = []string{
	"", "name", "name.first", "name.last.x", "name.", ".", "..", "age", "children", "children.0", "children.2", "children.3", "children.-1", "children.x", "children.#", "children.#.x", "fav\\.movie", "fav.movie", "0",
	"child*.2", "c?ildren.0", "*", "*.first", "f*.#.first", "nam?.*", "friends.#", "friends.#.age", "friends.#.nets", "friends.#.nets.#", "friends.#.nets.0", "friends.#.nets|0", "friends.#.n",
	`friends.#(last=="Murphy").first`, `friends.#(last=="Murphy")#.first`, `friends.#(age>45)#.last`, `friends.#(age>=47.5)#.last`, `friends.#(first%"D*").last`, `friends.#(first!%"D*").last`, `friends.#(first!%"D*")#.last`,
	`children.#(!%"*a*")`, `children.#(%"*a*")#`, `friends.#(nets.#(=="fb"))#.first`, `friends.#[last="Murphy"]#|first`, `friends.#(last="Murphy")#|0`, `friends.#(last="Murphy")#.0`, `friends.#(last="Murphy")#|#`, `friends.#(last="Murphy")#.#`,
	`friends.#(ok==true)#.first`, `friends.#(ok!=true)#.first`, `friends.#(ok>false)#.first`, `friends.#(ok<=false)#.first`, `friends.#(ok==~true)#.first`, `children.#(x==~false)#`, `children.#(x==~null)#`, `children.#(x!=~true)#`, `friends.#(ok==~false)#.first`, `friends.#(n==~null)#.first`, `friends.#(deep==~*)#.first`, `friends.#(deep!=~*)#.first`,
	`friends.#(deep)#.first`, `friends.#(n)#.first`, `friends.#(age=="44")#.first`, `friends.#(last=Murphy).age`, `friends.#(first<"J").first`, `friends.#(first<="Jane")#.first`, `friends.#(x==1)`, `friends.#(x==1)#`, `friends.#()`, `friends.#()#`, `friends.#(`, `friends.#(age`,
	"children.@reverse", "children.@reverse.0", "name.@reverse", "@this", "@this.age", "@ugly", "@pretty", `@pretty:{"sortKeys":true}`, `@pretty:{"indent":"\t","prefix":" ","width":20}`, "@valid", "@valid.age", "@keys", "@values", "children.@keys", "age.@keys", "age.@values", "name.@values",
	"friends.#.nets.@flatten", `friends.1.deep.@flatten`, `friends.1.deep.@flatten:{"deep":true}`, "friends.@join", `friends.@join:{"preserve":true}`, "name.@join", "name.@tostr", "name.@tostr.@fromstr", "children.0.@fromstr", "friends.@group", "name.@group", `{"a":children,"b":friends.#.first}.@group`,
	"@dig:first", "@dig:x.y", "@dig:#(first=Jane)|0.age", "@nosuch", "@key", "@key.@this", `@key.@this.4`, "@key.\\@this.3", "friends.2.@x", "friends.2.a\\|b", "friends.2.last", "friends.1.deep.0.1.0", "friends.1.deep.1.x.y",
	"{name.first,age}", "{name.first,age,\"the_murphys\":friends.#(last=\"Murphy\")#.first}", "[name.first,age,nothing]", "friends.#.{first,age}", "friends.#.[first,age]", "friends.0.{first,n:nets.#}", "[children,name].0.1", "{a:age,age}", "[]", "{}", "{age}|age", "[age]|0",
	`!"x"`, "!true", "!1.5", `!{"a":[1]}.a.0`, "!hello", "[!1,!null,!x]", "..0", "..#", "..#.name", "..0.age", "friends|0|first", "friends|#", "friends.0|nets|1", "friends.#|first", "friends.#.first|1", "#", "#.a", "name.#", "esc\"apedé", "esc\"apedé.#", "esc\"apedé.2.0", "esc\"apedé.#.#", ".",
	"name|first", "name|@this|first", "name.first|@this", "friends.@this.#.age", "friends.#.@this.age", "friends.#(age>40)#.@this", "friends.#(age>40)#|@this.0.age", "a\\", "\\", "name\\.first", "na\\me", "*.*", "?*", "friends.*", "friends.0.*",
}

// TestGjsonPaths compares results for many paths with gjson's, with and without checks, and of Results' own Get.
func TestGjsonPaths(t *testing.T) {
	for _, path := range gjsonPaths {
		want := theirs.Get(friends, path)
		for name, got := range map[string]ours.Result{
			"Get": ours.Get(friends, path), "GetBytes": ours.GetBytes([]byte(friends), path), "Unchecked": ours.Unchecked.Get(friends, path),
			"Parse": ours.Parse(friends).Get(path), "GetMany": ours.GetMany(friends, "x", path)[1],
		} {
			if differ(friends, got, want) {
				t.Errorf("%s %s: %+v, want %+v", name, path, got, want)
			}
		}
	}
}

// differ reports whether two Results of text are different. Places of values that were made are not compared: some of gjson's
// are by chance.
func differ(text string, got ours.Result, want theirs.Result) bool {
	if got.Raw != want.Raw || int(got.Type) != int(want.Type) || got.Str != want.Str || got.Num != want.Num {
		return true
	}
	if len(got.Raw) > 0 && strings.HasPrefix(text[want.Index:], want.Raw) && want.Index > 0 && got.Index > 0 && got.Index != want.Index {
		return true
	}
	return got.String() != want.String() || got.Int() != want.Int() || got.Uint() != want.Uint() && want.Num >= 0 || got.Float() != want.Float() || got.Bool() != want.Bool() || got.Exists() != want.Exists() ||
		got.IsArray() != want.IsArray() || len(got.Array()) != len(want.Array()) || len(got.Map()) != len(want.Map()) || !reflect.DeepEqual(got.Value(), want.Value())
}

// TestGjsonRandom compares results for paths that are made of random parts, in a short text, in one that begins with a
// long value, and in a long list.
func TestGjsonRandom(t *testing.T) {
	parts := []string{"name", "friends", "children", "0", "1", "#", "#(age>45)", `#(last="Murphy")#`, "first", "age", "nets", "nam?", "@reverse", "@this", "@ugly", "{first,age}", "[0,1]", "deep", "x", "@values", "@flatten", "#(x==~null)#", "#(deep==~false)#",
		"fr*", "#(nets.#>2)", `#(nets.#(=="tw"))`, "#(nets.0)#"}
	texts := []string{friends, `{"far": ["` + strings.Repeat("x", 3000) + `", {}],` + friends[1:], `{"friends": [` + strings.Repeat(`{"age": 7, "nets": []}, `, 100) + friends + "]}"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 6000 {
		var path strings.Builder
		for i := range 1 + r.IntN(5) {
			if i > 0 {
				path.WriteByte(".|"[r.IntN(4)/3])
			}
			path.WriteString(parts[r.IntN(len(parts))])
		}
		for i, text := range texts {
			want := theirs.Get(text, path.String())
			for name, got := range map[string]ours.Result{"Get": ours.Get(text, path.String()), "Unchecked": ours.Unchecked.Get(text, path.String())} {
				if differ(text, got, want) {
					t.Errorf("%d %s %s: %.300q, want %.300q", i, name, path.String(), got.Raw, want.Raw)
				}
			}
		}
	}
}

// TestGjsonBroken: in a text that is not JSON up to the value there is no value, but by Unchecked.
func TestGjsonBroken(t *testing.T) {
	for _, text := range []string{`{"a":[1,}],"b":2}`, `{"a":tru,"b":2}`, `{"a" 1,"b":2}`, `{"a":"\x","b":2}`, "{\"a\":\"\x01\",\"b\":2}", `{"a":01,"b":2}`} {
		far := `{"far":"` + strings.Repeat("x", 2000) + `",` + text[1:]
		if r, s := ours.Get(text, "b"), ours.Get(far, "b"); r.Exists() || s.Exists() {
			t.Errorf("%s: %+v, %+v", text, r, s)
		}
		if r := ours.Unchecked.Get(text, "b"); r.Int() != 2 {
			t.Errorf("unchecked %s: %+v", text, r)
		}
		if ours.Parse(text).Exists() || ours.Valid(text) || !ours.Unchecked.Parse(text).Exists() {
			t.Errorf("Parse of %s", text)
		}
	}
	for text, path := range map[string]string{`{"a":tru,"b":2}`: "?", `{"ab":[01],"bc":2}`: "?c", `[{"a":tru,"b":1},{"a":1,"b":2}]`: "#(a==1).b", `[[1,],{"b":2}]`: "#(b).b", `{"c":{"a":"\x","b":2}}`: "c.b*"} {
		if r := ours.Get(text, path); r.Exists() {
			t.Errorf("%s %s: %+v", text, path, r)
		}
	}
	// Long values are passed over first, and checked together.
	long := strings.Repeat("long ", 20)
	for _, bad := range []string{`{"t":"` + long + `","a":tru}`, `["` + long + `",]`, `[["` + long + `"]1]`, "[\"\x01" + long + "\"]"} {
		for text, path := range map[string]string{`{"v":` + bad + `,"b":2}`: "b", `{"v":` + bad + `,"b":3}`: "b*", `{"v":` + bad + `}`: "v", `[[` + bad + `,2]]`: "0.1", `[` + bad + `,{"b":2}]`: "#(b=2).b"} {
			if r := ours.Get(text, path); r.Exists() {
				t.Errorf("%s %s: %+v", text, path, r)
			}
		}
	}
	if r := ours.Get(`{"a":1,"b":x`, "a"); r.Int() != 1 {
		t.Errorf("text after the value: %+v", r)
	}
}

// TestGjsonDepth: text that is nested without an end takes no endless stack.
func TestGjsonDepth(t *testing.T) {
	deep := strings.Repeat("[", 20000)
	for _, path := range []string{"@dig:a", "@pretty", `@flatten:{"deep":true}`, "@ugly", "0.0.0"} {
		ours.Unchecked.Get(deep, path)
	}
	ours.Unchecked.Parse(deep).Value()
	if r := ours.Get(deep, "0"); r.Exists() {
		t.Error("a value")
	}
}

// BenchmarkGjson looks for values at the start, in the middle and at the end of a document, and goes over its elements.
func BenchmarkGjson(b *testing.B) {
	var list []string
	for i := range 200 {
		list = append(list, fmt.Sprintf(`{"id": %d, "name": "a name of usual length", "tags": ["red", "green", "blue"], "place": {"lat": %v, "lng": -1.5}, "ok": %t}`, i, float64(i)*1.25, i%2 == 0))
	}
	large := `{"count": 200, "list": [` + strings.Join(list, ", ") + `], "user": {"name": {"first": "Ada"}}}`
	if !json.Valid([]byte(large)) {
		b.Fatal("the document is not JSON")
	}
	type results func(text, path string) string
	for _, row := range []struct{ name, text, path string }{
		{"small", friends, "name.last"}, {"small last", friends, "friends.2.age"}, {"small wildcard", friends, "chil*.1"}, {"small query", friends, `friends.#(last=="Craig").age`},
		{"first", large, "count"}, {"middle", large, "list.100.place.lat"}, {"last", large, "user.name.first"}, {"missing", large, "nobody"},
		{"all", large, "list.#.id"}, {"query", large, `list.#(id==150).name`}, {"queries", large, `list.#(ok==true)#.id`}, {"count", large, "list.#"},
	} {
		want := theirs.Get(row.text, row.path).String()
		for _, f := range []struct {
			name string
			get  results
		}{
			{"gjson", func(text, path string) string { return theirs.Get(text, path).String() }},
			{"compat", func(text, path string) string { return ours.Get(text, path).String() }},
			{"compat unchecked", func(text, path string) string { return ours.Unchecked.Get(text, path).String() }},
		} {
			if got := f.get(row.text, row.path); got != want {
				b.Fatalf("%s %s: %s, want %s", f.name, row.path, got, want)
			}
			b.Run(row.name+"/"+f.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					f.get(row.text, row.path)
				}
			})
		}
	}
	b.Run("walk/gjson", func(b *testing.B) {
		for b.Loop() {
			n := int64(0)
			theirs.Parse(large).Get("list").ForEach(func(_, v theirs.Result) bool {
				n += v.Get("id").Int()
				return true
			})
		}
	})
	b.Run("walk/compat", func(b *testing.B) {
		for b.Loop() {
			n := int64(0)
			ours.Parse(large).Get("list").ForEach(func(_, v ours.Result) bool {
				n += v.Get("id").Int()
				return true
			})
		}
	})
}
