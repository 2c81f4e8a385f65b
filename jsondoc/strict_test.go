package jsondoc

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/tests/samples"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
)

func TestComments(t *testing.T) {
	o := Options{Comments: true, ByteOrderMark: true, Whole: true}
	for _, row := range []struct{ text, want string }{
		{"// first\n{\"a\": 1, // one\n \"b\": [1, 2, /* two\n */],}\n//", `{"a":1,"b":[1,2]}`},
		{`["// no comment", "/* nor this */", "\"//"]`, `["// no comment","/* nor this */","\"//"]`},
		{"\xef\xbb\xbf[1]", `[1]`}, {`[1,/**/]`, `[1]`}, {`/**/1/**/`, `1`}, {`{"a":/*,*/1,}`, `{"a":1}`}, {`[[],]`, `[[]]`}, {`[{},/*]*/]`, `[{}]`},
		{`[,]`, ``}, {`[1,,]`, ``}, {`{,}`, ``}, {`{"a":,}`, ``}, {`[1] /`, ``}, {`[1] /* `, ``}, {`[1/2]`, ``}, {`1 2`, ``}, {`1/**/2`, ``}, {`,`, ``}, {`1,`, ``}, {`["a`, ``},
		{`{"a":1,"b",}`, ``}, {`{"a",}`, ``}, {"[1 // x", ``}, {`{"a":1,:}`, ``},
	} {
		v, err := o.Get([]byte(row.text))
		d, err2 := o.Parse([]byte(row.text))
		if (err == nil) != (row.want != "") || (err2 == nil) != (row.want != "") {
			t.Errorf("%q: %v, %v", row.text, err, err2)
			continue
		}
		if err != nil {
			continue
		}
		if want, _ := Get([]byte(row.want)); !Equal(v, want) || !Equal(d.Root(), want) {
			t.Errorf("%q: %s and %s, want %s", row.text, v, d.Root(), row.want)
		}
		if _, err := Get([]byte(row.text)); err == nil && !json.Valid([]byte(row.text)) {
			t.Errorf("%q is JSON without a choice", row.text)
		}
	}
}

// TestUnclosedComment: the error about a comment that is not closed says so, at the comment's start.
func TestUnclosedComment(t *testing.T) {
	const text = "{\"a\": 1, // one\n /* two"
	q, by := jsonpath.MustCompile("$.a"), jsonpath.MustCompile("$[-1]")
	for _, o := range []Options{{}, {Comments: true}, {JSON5: true}, {API: zetes.Config{Comments: true}.Freeze()}} {
		o.Whole = true
		errs := map[string]error{}
		_, errs["Parse"] = o.Parse([]byte(text))
		_, errs["Get"] = o.Get([]byte(text), "b")
		_, errs["Get, all"] = o.Get([]byte(text))
		_, errs["GetPaths"] = o.GetPaths(nil, []byte(text), NewPaths(MustPointer("/b")))
		_, errs["Select"] = o.Select([]byte(text), q)
		_, errs["Select by a tape"] = o.Select([]byte(text), by)
		for name, err := range errs {
			e, ok := err.(*zetes.Error)
			closes := ok && !strings.Contains(err.Error(), "the comment that starts here is not closed")
			if !ok || closes != (o == Options{Whole: true}) || !closes && (e.Line != 2 || e.Column != 2) {
				t.Errorf("%+v, %s: %v", o, name, err)
			}
		}
	}
}

// TestCommentsOffsets: random documents with comments have the values that they have without, at the same offsets.
func TestCommentsOffsets(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		plain := samples.Text(r, 3)
		var b strings.Builder
		quoted := false
		for i := range len(plain) {
			c := plain[i]
			b.WriteByte(c)
			if c == '"' && (i == 0 || plain[i-1] != '\\') {
				quoted = !quoted
			}
			if !quoted && strings.IndexByte("{}[],:", c) >= 0 && r.IntN(3) == 0 {
				b.WriteString([]string{"/* , ] */", "// \"x\n", "/**/"}[r.IntN(3)])
			}
		}
		text := b.String()
		d, err := Options{Comments: true}.Parse([]byte(text))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		want, _ := Parse([]byte(plain))
		if !Equal(d.Root(), want.Root()) {
			t.Fatalf("%q is %s", text, d.Root())
		}
		for _, v := range d.Root().Members() {
			if text[v.Offset()] != v.String()[0] {
				t.Fatalf("%q: no value at %d", text, v.Offset())
			}
		}
	}
}

// TestLimits: the limits and rules of a configuration hold for all that reads.
func TestLimits(t *testing.T) {
	deep := Options{API: zetes.Config{Limits: zetes.Limits{Depth: 2}}.Freeze()}
	short := Options{API: zetes.Config{Limits: zetes.Limits{Bytes: 10}}.Freeze()}
	once := Options{API: zetes.Config{RejectDuplicates: true}.Freeze()}
	for _, row := range []struct {
		o    Options
		text string
		ok   bool
	}{
		{deep, `[[1]]`, true}, {deep, `[[[1]]]`, false}, {short, `[1,2,3,4]`, true}, {short, `[1,2,3,4,5]`, false}, {once, `{"a":1,"b":2}`, true}, {once, `{"a":1,"a":2}`, false},
	} {
		_, err := row.o.Get([]byte(row.text))
		_, err2 := row.o.Parse([]byte(row.text))
		_, err3 := row.o.Select([]byte(row.text), jsonpath.MustCompile("$..*"))
		if (err == nil) != row.ok || (err2 == nil) != row.ok || (err3 == nil) != row.ok {
			t.Errorf("%s: %v, %v, %v", row.text, err, err2, err3)
		}
	}
}
