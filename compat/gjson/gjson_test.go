package gjson

import (
	"runtime"
	"strings"
	"sync"
	"testing"
)

// TestCopies: results of bytes are copies, however they were made.
func TestCopies(t *testing.T) {
	const text = `{"a":"text","b":[{"c":"x\ny"},{"c":"z"}],"n":12}`
	for _, path := range []string{"a", "b", "b.0", "b.#.c", "b.0.c", "n", "@this", "@this.a", "[a,n]", "{a}", "a.@this", "b.@reverse.0", "a|@values", "b.#(c=z)", "b.#(c=z)#"} {
		for _, get := range []func([]byte, string) Result{GetBytes, Unchecked.GetBytes, func(b []byte, path string) Result { return ParseBytes(b).Get(path) }} {
			b := []byte(text)
			r := get(b, path)
			raw, str := strings.Clone(r.Raw), strings.Clone(r.Str)
			clear(b)
			if !r.Exists() || r.Raw != raw || r.Str != str {
				t.Errorf("%s: %q, %q became %q, %q", path, raw, str, r.Raw, r.Str)
			}
		}
	}
}

// TestOdd: paths whose results are easily taken for others, as they are in gjson.
func TestOdd(t *testing.T) {
	for _, c := range [][3]string{
		{`{"b":1}`, "a.!true", ""}, {`{"a":{"!true":2}}`, "a.!true", "2"}, {`{"b":1}`, "a|!true", "true"}, {`[[1]]`, "0.!5", ""}, {`[{"a":{}}]`, "#.a.!true", "[]"}, {`[1]`, "#.!5", "[5]"}, {`{}`, "!tru", ""}, {`{"!tru":1}`, "!tru", "1"},
		{`{}`, `!"q".a`, `"q"`}, {`{}`, "!{a", ""}, {`{}`, `[!5,!"q"]`, `[5,"q"]`}, {`[1,2]`, "01", "2"}, {`{"a":[1,2]}`, "a.01", "2"},
		{`[{"a":null},{},{"a":0},{"a":1}]`, "#(a==~null)#", `[{"a":null},{}]`}, {`[{"a":null},{},{"a":0},{"a":1},5]`, "#(a==~false)#", `[{"a":null},{},{"a":0}]`}, {`[1,null,false,{}]`, "#(!=~false)#", "[1]"},
		{`[{"a":1},{}]`, "#(a>=~true)#", `[{"a":1}]`}, {`[{"a":true},{"a":false}]`, "#(a<=true)#", `[{"a":false}]`}, {`[{"a":1}]`, "#(a==~what)#", "[]"}, {`[{"":1},1]`, "#(=1)#", `[{"":1},1]`},
	} {
		if r := Get(c[0], c[1]); r.Raw != c[2] {
			t.Errorf("%s of %s is %q, want %q", c[1], c[0], r.Raw, c[2])
		}
	}
	for text, want := range map[string]int64{"1e400": 1<<63 - 1, "-1e400": -1 << 63, `"1e400"`: 0, `"1e3"`: 1000, "1.9": 1} {
		if n := Parse(text).Int(); n != want {
			t.Errorf("%s is %d, want %d", text, n, want)
		}
	}
}

// TestChecked: text that is not JSON up to the end of the value has no value, whether the path begins with names or with
// a wildcard, and whichever of several members of one name has the value.
func TestChecked(t *testing.T) {
	const first = `{"a":{"x":1}`
	for _, c := range [][2]string{
		{first + ` ]]]] "a":{"b":2`, "a.b"}, {first + `,"q":01,"a":{"b":2}}`, "a.b"}, {first + `,"a":{"b":tru`, "a.b"}, {first + `,"a":{"b":"\x"}`, "a.b"}, {first + `,"a":{"b":[1`, "a.b"},
		{first + `,"q":01,"a":{"b":{"c":2}}}`, "a.b.c"}, {first + `,"q":01,"a":{"b":[2]}}`, "a.b.#"}, {first + `,"q":01}`, "a.b|!5"}, {first + `,"q":01}`, "a.b|[!5]"}, {`{"ab":tru`, "a*"}, {`{"q":01,"ab":2}`, "a*"}, {`{"ab":[1}`, "a*"},
	} {
		if r := Get(c[0], c[1]); r.Exists() || r.Index != 0 {
			t.Errorf("%s of %s: %+v", c[1], c[0], r)
		}
	}
	for _, c := range [][3]string{
		{first + `,"a":{"b":2} x`, "a.b", "2"}, {first + `,"a":{"b":true`, "a.b", "true"}, {first + `,"a":{"b":12`, "a.b", "12"}, {first + `,"a":{"b":[2]}}`, "a.b.#", "1"}, {first + `}`, "a.b|!5", "5"}, {first + `} x`, "a.b|[!5]", "[5]"}, {`{"ab":2]`, "a*", "2"},
	} {
		if r := Get(c[0], c[1]); r.Raw != c[2] {
			t.Errorf("%s of %s: %+v", c[1], c[0], r)
		}
	}
}

// TestMade: paths that make more with each part have a value up to mostMade, and none that is longer.
func TestMade(t *testing.T) {
	for _, text := range []string{`"a\\b"`, `["x",["y"]]`, "7"} {
		for _, part := range []string{"@tostr", "[@this,@this]", "{a:@this,b:@this}", "@this|[@this,@this].@tostr", "[@this,@this,#]"} {
			path, last := part, 0
			for range 40 {
				r := Get(text, path)
				if !r.Exists() || len(r.Raw) > mostMade(len(text)) {
					break
				}
				last = len(r.Raw)
				path += "|" + part
			}
			if r := Get(text, path); last < 1<<17 || r.Exists() {
				t.Errorf("%s of %s: %d bytes, then %d", part, text, last, len(r.Raw))
			}
			if r := Get("["+text+"]", "#."+strings.ReplaceAll(path, "|", ".")); len(r.Raw) > 10 {
				t.Errorf("%s of elements: %d bytes", part, len(r.Raw))
			}
		}
	}
	many := "[" + strings.Repeat("1,", 1000) + "1]"
	for path, exists := range map[string]bool{"#": true, "#.@this": true, "#" + strings.Repeat(".[@this,@this]", 4): true, "#" + strings.Repeat(".[@this,@this]", 10): false} {
		if r := Get(many, path); r.Exists() != exists {
			t.Errorf("%s: %d bytes", path, len(r.Raw))
		}
	}
	for levels, exists := range map[int]bool{100: true, 3000: false} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := Get(strings.Repeat("[", levels)+strings.Repeat("]", levels), `@pretty:{"width":0,"indent":"          "}`)
		runtime.ReadMemStats(&after)
		if grown := after.TotalAlloc - before.TotalAlloc; r.Exists() != exists || grown > 32<<20 {
			t.Errorf("@pretty of %d arrays: %d bytes, %d allocated", levels, len(r.Raw), grown)
		}
	}
}

// TestNested: what goes over all of a value takes JSON that is nested 10,000 deep, in time in proportion to its length:
// going over the long string once for each level would take minutes. There is no value if it is nested deeper, even in
// text that is not JSON, as soon as that is seen.
func TestNested(t *testing.T) {
	const most = 10_000
	long := `"` + strings.Repeat("x", 1<<20) + `"`
	ops := map[string]func(text string) bool{"Value": func(text string) bool { return Unchecked.Parse(text).Value() != nil }}
	for _, path := range []string{`@pretty:{"indent":""}`, `@pretty:{"indent":"","sortKeys":true}`, `@flatten:{"deep":true}`, "@dig:b"} {
		ops[path] = func(text string) bool { return Unchecked.Get(text, path).Exists() }
	}
	for name, op := range ops {
		if text := strings.Repeat("[", most) + long + strings.Repeat("]", most); !op(text) {
			t.Errorf("%s of %d arrays is nothing", name, most)
		}
		for _, text := range []string{
			strings.Repeat("[", most+1) + strings.Repeat("]", most+1), strings.Repeat("[", 5<<20) + strings.Repeat("]", 5<<20), strings.Repeat("[", 10<<20), `[x" ,` + strings.Repeat("[", 10<<20), strings.Repeat(`[{"a":`, most) + "1",
		} {
			if flat := strings.Contains(name, "flatten") && text[1] == '{'; op(text) != flat { // @flatten leaves objects as they are
				t.Errorf("%s of %.10s with %d bytes: a value is %t", name, text, len(text), !flat)
			}
		}
		op(strings.Repeat(`{]"a":`, 1<<16)) // each object is cut by a bracket of the wrong kind
	}
	if r := Get(strings.Repeat(`{"a":`, most-1)+long+strings.Repeat("}", most-1), "@dig:a"); r.Exists() {
		t.Errorf("@dig makes %d bytes", len(r.Raw))
	}
	if r := Get(strings.Repeat(`{"a":`, 60)+long+strings.Repeat("}", 60), "@dig:a"); r.Get("#").Num != 60 {
		t.Errorf("@dig finds %v values", r.Get("#"))
	}
}

// TestPlans: goroutines may use paths and add modifiers at the same time.
func TestPlans(t *testing.T) {
	var all sync.WaitGroup
	for g := range 8 {
		all.Go(func() {
			name := strings.Repeat("n", g+1)
			text := `{"` + name + `":{"x":["` + name + `"]}}`
			for range 300 {
				AddModifier("mod"+name, func(json, _ string) string { return json })
				if r := Get(text, name+".x.0"); r.Str != name {
					t.Errorf("%s: %+v", name, r)
				}
				if r := Get(text, name+".x.@mod"+name+".0"); r.Str != name {
					t.Errorf("%s: %+v", name, r)
				}
			}
		})
	}
	all.Wait()
}

// TestEscape: the path that Escape returns leads to the member, whatever its name is.
func TestEscape(t *testing.T) {
	for _, name := range []string{"a", "a.b", "*", "?", "#", "@this", "!x", "{a}", "[0]", "a|b", `a\b`, "a:b", `"`, "é.ü", "..", ""} {
		text := `{"x":` + string(AppendJSONString(nil, name)) + `,` + string(AppendJSONString(nil, name)) + `:1}`
		if r := Get(text, Escape(name)); r.Num != 1 {
			t.Errorf("%q: %+v", name, r)
		}
		if r := Get(`{"o":`+text+`}`, "o."+Escape(name)); r.Num != 1 || r.Path(`{"o":`+text+`}`) != "o."+Escape(name) {
			t.Errorf("%q in an object: %+v, %s", name, r, r.Path(`{"o":`+text+`}`))
		}
	}
}

// TestEarly: the byte-wise start of a path and the walk over bitmaps find the same, wherever the start ends.
func TestEarly(t *testing.T) {
	for n := nearBytes - 80; n < nearBytes+20; n++ {
		text := `{"pad":"` + strings.Repeat("x", n) + `", "a" : { "b" : [1, {"c":"é\n"}, "end"] }, "z":0}`
		for path, want := range map[string]string{"a.b.0": "1", "a.b.1.c": `"é\n"`, "a.b.2": `"end"`, "a.b": `[1, {"c":"é\n"}, "end"]`, "z": "0", "a.b.3": "", "y": ""} {
			for _, r := range []Result{Get(text, path), Unchecked.Get(text, path)} {
				if r.Raw != want || want != "" && !strings.HasPrefix(text[r.Index:], want) {
					t.Fatalf("%d %s: %+v", n, path, r)
				}
			}
		}
	}
}

// FuzzPath: no path and no text makes a function panic.
func FuzzPath(f *testing.F) {
	for _, path := range []string{"a.b", "#.a", "#(a>1)#.b", "{a,b}", "@pretty:{", "@dig:#", `!"x`, "..#.a", "[a", "a|b|@keys", `@join:{""[]""preserve"3,"][{]]]`, `0.#[[{}]].@valid:"000`} {
		f.Add(`{"a":[1,{"b":"c"}]}`, path)
	}
	f.Fuzz(func(t *testing.T, text, path string) {
		if len(text) > 1000 || len(path) > 200 {
			return
		}
		r := Get(text, path)
		if r.Exists() && !strings.Contains(path, "!") && !strings.Contains(path, "pretty") && !Valid(r.Raw) {
			t.Errorf("%q of %q is %q", path, text, r.Raw)
		}
		r = Unchecked.Get(text, path)
		r.Value()
		r.Path(text)
		r.Paths(text)
		Unchecked.GetBytes([]byte(text), path)
		Unchecked.ForEachLine(text, func(line Result) bool { return line.Exists() })
	})
}
