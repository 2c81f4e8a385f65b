package jsonedit_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonedit"
)

// TestComments: edits keep comments and trailing commas, and new parts get none.
func TestComments(t *testing.T) {
	const config = `// the project
{ // options
  "a": 1, // about a
  // about b
  "b": [1, /* two */ 2,], /* after b */
  "c": {} // about c
  // "d": 4,
} // end
`
	const short = "{\"a\": 1, // a\n \"b\": 2, \"c\": 3}"
	set := func(v any) func(*jsonedit.Edit, jsondoc.Path) error {
		return func(e *jsonedit.Edit, p jsondoc.Path) error { return e.Set(p, v) }
	}
	remove := func(e *jsonedit.Edit, p jsondoc.Path) error { return e.Delete(p) }
	for _, row := range []struct {
		doc, path string
		do        func(*jsonedit.Edit, jsondoc.Path) error
		old, new  string // what is replaced in doc
	}{
		{config, "/a", set(7), `"a": 1`, `"a": 7`},
		{config, "/b/1", set(7), `2,]`, `7,]`},
		{config, "/b/-", set(3), `2,]`, `2, 3,]`},
		{config, "/b", set(true), `[1, /* two */ 2,]`, `true`},
		{config, "/c/x", set(1), `{} //`, `{"x":1} //`},
		{config, "/z", set(1), "{} // about c\n", "{}, // about c\n  \"z\": 1\n"},
		{config, "/a", remove, "\n  \"a\": 1, // about a", ""},
		{config, "/b", remove, "\n  // about b\n  \"b\": [1, /* two */ 2,], /* after b */", ""},
		{config, "/c", remove, "], /* after b */\n  \"c\": {} // about c", "] /* after b */"},
		{config, "", set(5), config[strings.Index(config, "{"):strings.Index(config, " // end")], "5"},
		{short, "/b", remove, "\n \"b\": 2, ", "\n "},
		{"[1, // one\n]", "/0", remove, "1, // one\n", ""},
		{"[1, // one\n // none\n]", "/0", remove, "1, // one", ""},
		{"[ // none\n]", "/-", set(1), "\n", "\n  1\n"}, {"{ // none\r\n}", "/a", set(1), "\r\n", "\r\n  \"a\": 1\r\n"},
		{"[ /* none */ ]", "/-", set(1), " ]", " 1]"},
		{"[1 /* , */ , 2]", "/0", set(3), "[1", "[3"},
		{"[1, /* a\n b */ 2]", "/0", remove, "1,", ""},
		{"[1,\r\n  2, // two\r\n]", "/-", set(3), "2, // two\r\n", "2, // two\r\n  3,\r\n"},
		{"{\"x\":[{\"y\":1}, // x\n]}", "/x/0/y", set(2), "1", "2"},
	} {
		e, err := jsonedit.Options{Comments: true}.New([]byte(row.doc))
		if err != nil {
			t.Fatal(err)
		}
		p, err := jsondoc.Pointer(row.path)
		if err == nil {
			err = row.do(e, p)
		}
		got, werr := e.Bytes()
		want := strings.Replace(row.doc, row.old, row.new, 1)
		if err != nil || werr != nil || string(got) != want {
			t.Errorf("%s of\n%s\n%v, %v:\n%s\nwant\n%s", row.path, row.doc, err, werr, got, want)
		}
		e.Release()
	}
}

// TestMovedComments: the comments of a value go with it.
func TestMovedComments(t *testing.T) {
	const config = "{\n  // one\n  // more\n  \"a\": 1, // about a\n  \"b\": [\n    2, /* two */\n    3 /* three */, // of b\n    4 // last\n  ], /* c's */ \"c\": {}\n}\n"
	for _, row := range []struct{ doc, from, to, want string }{
		{config, "/a", "/c/x", "{\n  \"b\": [\n    2, /* two */\n    3 /* three */, // of b\n    4 // last\n  ], /* c's */ \"c\": {// one\n  // more\n  \"x\":1 // about a\n}\n}\n"},
		{config, "/a", "/z", "{\n  \"b\": [\n    2, /* two */\n    3 /* three */, // of b\n    4 // last\n  ], /* c's */ \"c\": {},\n  // one\n  // more\n  \"z\": 1 // about a\n}\n"},
		{config, "/a", "/b/1", "{\n  \"b\": [\n    2, /* two */\n    // one\n  // more\n    1, // about a\n    3 /* three */, // of b\n    4 // last\n  ], /* c's */ \"c\": {}\n}\n"},
		{config, "/b/0", "/b/2", strings.Replace(strings.Replace(config, "    2, /* two */\n", "", 1), "4 // last", "4, // last\n    2 /* two */", 1)},
		{config, "/b/1", "/b/2", strings.Replace(strings.Replace(config, "    3 /* three */, // of b\n", "", 1), "4 // last", "4, // last\n    3 /* three */ // of b", 1)},
		{config, "/b/2", "/b/0", strings.Replace(strings.Replace(config, ", // of b\n    4 // last\n", " // of b\n", 1), "    2,", "    4, // last\n    2,", 1)},
		{config, "/c", "/b/-", config[:strings.Index(config, " // last")] + ", // last\n    /* c's */ {}\n  ]\n}\n"},
		{"[1, // one\n 2]", "/0", "/1", "[2,\n 1 // one\n]"}, {"[/* one */ 1, 2]", "/0", "/1", "[ 2, /* one */ 1]"}, {"[1, /* one */ 2]", "/1", "/0", "[/* one */ 2, 1]"},
		{"{\n  \"a\": 1,\n  \"b\": [2] /* two */, // of b\n  // end\n}", "/b", "/z", "{\n  \"a\": 1,\n  \"z\": [2] /* two */, // of b\n  // end\n}"},
		{"{\"a\":[1], \"b\":[2, // two\n]}", "/b/0", "/a/0", "{\"a\":[2, // two\n1], \"b\":[]}"},
		{"{\"a\":[1 // one\n], \"b\":{\"c\":2 /* two */}}", "/b/c", "/a/0", "{\"a\":[2,1 // one\n], \"b\":{ /* two */}}"},
	} {
		e, err := jsonedit.Options{Comments: true}.New([]byte(row.doc))
		if err != nil {
			t.Fatal(err)
		}
		from, _ := jsondoc.Pointer(row.from)
		to, _ := jsondoc.Pointer(row.to)
		var moved any
		if err = e.Move(from, to); err != nil {
			t.Error(err)
		}
		got, err := e.Bytes()
		if string(got) != row.want {
			t.Errorf("%s to %s of\n%s\n%v:\n%s\nwant\n%s", row.from, row.to, row.doc, err, got, row.want)
		}
		if n := bytes.Count(got, []byte("/*")) + bytes.Count(got, []byte("//")); n != strings.Count(row.doc, "/*")+strings.Count(row.doc, "//") {
			t.Errorf("%s to %s: %d comments in\n%s", row.from, row.to, n, got)
		}
		if err := (zetes.Config{Comments: true}).Freeze().Unmarshal(got, &moved); err != nil {
			t.Errorf("%s: %v", got, err)
		}
	}
}

// TestKeptJSON5: what JSON5 allows stays as it is written.
func TestKeptJSON5(t *testing.T) {
	const doc = "{\n  extends: ['config:base',], // base\n  'hex': 0x10,\n  name: \"it's\",\n}\n"
	e, err := jsonedit.Options{JSON5: true}.New([]byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	for pointer, v := range map[string]any{"/hex": 17, "/extends/-": "x", "/new": true} {
		p, _ := jsondoc.Pointer(pointer)
		if err := e.Set(p, v); err != nil {
			t.Fatal(err)
		}
	}
	got, err := e.Bytes()
	if want := "{\n  extends: ['config:base',\"x\",], // base\n  'hex': 17,\n  name: \"it's\",\n  \"new\": true,\n}\n"; string(got) != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	if v, err := e.Get(jsondoc.NewPath("extends")); err != nil || string(v.Raw()) != `["config:base","x" ]` {
		t.Errorf("%s, %v", v.Raw(), err)
	}
	if out, err := (jsonedit.Options{JSON5: true}).Set([]byte(doc), 1, "extends", 0); err != nil || string(out) != strings.Replace(doc, "'config:base'", "1", 1) {
		t.Errorf("%s, %v", out, err)
	}
	moved := []byte("[ /* a */ [1, // x\n 2], /* b */ {y: 3}]")
	if e, err = (jsonedit.Options{JSON5: true}).New(moved); err != nil {
		t.Fatal(err)
	}
	if err := e.Set(jsondoc.NewPath(0, 0), 5); err != nil {
		t.Fatal(err)
	}
	if err := e.Copy(jsondoc.NewPath(0), jsondoc.NewPath(1, "z")); err != nil {
		t.Fatal(err)
	}
	if err := e.Set(jsondoc.NewPath(1, "z", 1), 6); err != nil {
		t.Fatal(err)
	}
	var v any
	if out, err := e.Bytes(); err != nil || (zetes.Config{JSON5: true}).Freeze().Unmarshal(out, &v) != nil || fmt.Sprint(v) != "[[5 2] map[y:3 z:[5 6]]]" {
		t.Errorf("%s, %v, %v", out, v, err)
	}
}

// TestJSON5Whole: a document that is one value is replaced as a whole, however JSON5 spells it.
func TestJSON5Whole(t *testing.T) {
	for _, doc := range []string{"0xF", "+5", "-0x10", "5.", ".5", "5.e1", "NaN", "+Infinity", "-Infinity", `'\x41'`, `'"'`, "'a\\\n'", "{a:0xF}", "[+5]", "true"} {
		for _, text := range []string{doc, doc + " ", "/**/" + doc + "// end", "\ufeff" + doc} {
			want := strings.Replace(text, doc, "7", 1)
			o := jsonedit.Options{JSON5: true}
			if got, err := o.Set([]byte(text), 7); err != nil || string(got) != want {
				t.Errorf("Set of %q: %q, %v", text, got, err)
			}
			e, err := o.New([]byte(text))
			if err != nil {
				t.Fatal(text, err)
			}
			same, err := e.Bytes()
			if err != nil || string(same) != text {
				t.Errorf("unchanged, %q is %q, %v", text, same, err)
			}
			if err := e.Set(jsondoc.NewPath(), 7); err != nil {
				t.Fatal(err)
			}
			if got, err := e.Bytes(); err != nil || string(got) != want {
				t.Errorf("Edit.Set of %q: %q, %v", text, got, err)
			}
		}
	}
}

// TestCommentsRandom: an edit of a document with comments changes the same values as that of the document without, and
// a comment is lost only with the value that it belongs to.
func TestCommentsRandom(t *testing.T) {
	rnd := rand.New(rand.NewPCG(36, 2))
	n := 0
	space := func() string {
		n++
		return []string{"", " ", "\n  ", fmt.Sprintf(" /* #%d */", n), fmt.Sprintf(" // #%d\n", n), fmt.Sprintf("\n// #%d\n\t", n), fmt.Sprintf("/*#%d\n*/", n)}[rnd.IntN(7)]
	}
	var value func(depth int) string
	value = func(depth int) string {
		if depth == 0 || rnd.IntN(3) == 0 {
			return []string{"1", `"//"`, "true", `"/* , */"`, "[]", "{}"}[rnd.IntN(6)]
		}
		object, b := rnd.IntN(2) == 0, strings.Builder{}
		for i := range 1 + rnd.IntN(3) {
			if b.WriteString(space()); i > 0 {
				b.WriteString("," + space())
			}
			if object {
				b.WriteString(fmt.Sprintf(`"%c"`, 'a'+i) + space() + ":" + space())
			}
			b.WriteString(value(depth - 1))
		}
		if b.WriteString(space()); rnd.IntN(2) == 0 {
			b.WriteString("," + space())
		}
		if object {
			return "{" + b.String() + "}"
		}
		return "[" + b.String() + "]"
	}
	api := zetes.Config{Comments: true}.Freeze()
	for range 5_000 {
		n = 0
		doc := space() + value(3) + space()
		var plain json.RawMessage
		if err := api.UnmarshalString(doc, &plain); err != nil {
			t.Fatalf("%s: %v", doc, err)
		}
		with, err := jsonedit.Options{Comments: true}.New([]byte(doc))
		if err != nil {
			t.Fatal(err)
		}
		without, err := jsonedit.New(plain)
		if err != nil {
			t.Fatal(err)
		}
		deletes, said := false, []string{}
		for range 1 + rnd.IntN(3) {
			var steps []any
			for range 1 + rnd.IntN(3) {
				steps = append(steps, []any{"a", "b", "c", 0, 1, 2, "-"}[rnd.IntN(7)])
			}
			p, do := jsondoc.NewPath(steps...), rnd.IntN(3)
			said = append(said, fmt.Sprint(do, p))
			var errs [2]error
			for i, e := range []*jsonedit.Edit{with, without} {
				switch do {
				case 0:
					errs[i] = e.Set(p, 7)
				case 1:
					errs[i] = e.Insert(p, 8)
				default:
					errs[i] = e.Delete(p)
				}
			}
			_, named := steps[len(steps)-1].(string) // then Insert replaces
			deletes = deletes || (do != 1 || named) && errs[0] == nil
			if (errs[0] == nil) != (errs[1] == nil) {
				t.Fatalf("%s, %s: %v, %v", doc, said, errs[0], errs[1])
			}
		}
		out, err := with.Bytes()
		want, werr := without.Bytes()
		var got, wanted any
		if err != nil || werr != nil || api.Unmarshal(out, &got) != nil || json.Unmarshal(want, &wanted) != nil || !reflect.DeepEqual(got, wanted) {
			t.Fatalf("%s\n%s\n%s\nwant %s", doc, said, out, want)
		}
		for i := 1; i <= n && !deletes; i++ {
			if c := fmt.Sprintf("#%d", i); strings.Count(doc, c) != strings.Count(string(out), c) {
				t.Fatalf("the comment %s is lost:\n%s\n%s\n%s", c, doc, said, out)
			}
		}
		with.Release()
		without.Release()
	}
}

func ExampleOptions_Set() {
	tsconfig := []byte(`{
  // compiled by the build, not by hand
  "compilerOptions": {
    "target": "es2020", // as the oldest browser
    "strict": true,
  },
}`)
	out, err := jsonedit.Options{Comments: true}.Set(tsconfig, "es2022", "compilerOptions", "target")
	fmt.Println(string(out), err)
	// Output:
	// {
	//   // compiled by the build, not by hand
	//   "compilerOptions": {
	//     "target": "es2022", // as the oldest browser
	//     "strict": true,
	//   },
	// } <nil>
}

// TestMovesWithComments: after moves in a text with comments the values are those of the same moves without them.
func TestMovesWithComments(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	spaces := []string{"", " ", "\n", "\n  ", " /* x */ ", "// y\n", "\n // z\n ", "/* a\n b */", " // y\r\n  // z\r\n"}
	var text func(depth int) string
	space := func() string { return spaces[r.IntN(len(spaces))] }
	text = func(depth int) string {
		kind := r.IntN(3)
		switch depth {
		case 0:
			kind = r.IntN(2)
		case 3:
			kind = 2
		}
		if kind == 2 {
			return strconv.Itoa(r.IntN(100))
		}
		b := "[{"[kind:kind+1] + space()
		n := r.IntN(4)
		for i := range n {
			if kind == 1 {
				b += `"` + string(rune('a'+i)) + `"` + space() + ":" + space()
			}
			if b += text(depth+1) + space(); i < n-1 || r.IntN(3) == 0 {
				b += "," + space()
			}
		}
		return b + "]}"[kind:kind+1]
	}
	places := []any{0, 1, 2, "a", "b", "c"}
	path := func() (p []any) {
		for range 1 + r.IntN(2) {
			p = append(p, places[r.IntN(len(places))])
		}
		return p
	}
	api, moves := zetes.Config{Comments: true}.Freeze(), 0
	for range long.Rounds(4000, 100_000) {
		doc := space() + text(0) + space()
		var v any
		if err := api.Unmarshal([]byte(doc), &v); err != nil {
			t.Fatalf("%s: %v", doc, err)
		}
		plain, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		a, err := jsonedit.Options{Comments: true}.New([]byte(doc))
		if err != nil {
			t.Fatal(err)
		}
		b, _ := jsonedit.New(plain)
		var done []any
		for range 1 + r.IntN(4) {
			from, to := jsondoc.NewPath(path()...), jsondoc.NewPath(path()...)
			x, y := a.Move(from, to), b.Move(from, to)
			if (x == nil) != (y == nil) {
				t.Fatalf("%s: %v to %v: %v, %v", doc, from, to, x, y)
			}
			if x == nil {
				done, moves = append(done, from, to), moves+1
			}
		}
		got, err := a.Bytes()
		want, _ := b.Bytes()
		var x, y any
		if err = errors.Join(err, api.Unmarshal(got, &x), json.Unmarshal(want, &y)); err != nil || !reflect.DeepEqual(x, y) {
			t.Fatalf("%s\n%v, %v:\n%s\nwant\n%s", doc, done, err, got, want)
		}
		a.Release()
		b.Release()
	}
	if moves < 200 {
		t.Errorf("%d moves only", moves)
	}
}
