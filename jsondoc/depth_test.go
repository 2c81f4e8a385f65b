package jsondoc_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonedit"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
	"github.com/zetes-json/zetes/jsondoc/partial"
)

// TestDepth does everything with documents that are as deep as encoding/json takes them, of both kinds of containers.
func TestDepth(t *testing.T) {
	const most = 10_000
	for _, row := range [][3]string{{"[", "]", "/0"}, {`{"a":`, "}", "/a"}} {
		text := []byte(strings.Repeat(row[0], most) + strings.Repeat(row[1], most))
		if row[0] != "[" {
			text = []byte(strings.Repeat(row[0], most) + "1" + strings.Repeat(row[1], most))
		}
		d, err := jsondoc.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		p := jsondoc.MustPointer(strings.Repeat(row[2], most-1))
		whole, err := jsondoc.Get(text)
		if err != nil {
			t.Fatal(err)
		}
		v, err := p.Get(text)
		if err != nil || v.Offset() != len(row[0])*(most-1) {
			t.Fatalf("the innermost is at %d, %v", v.Offset(), err)
		}
		if w, err := d.GetPath(p); err != nil || !jsondoc.Equal(v, w) || !jsondoc.Equal(d.Root(), whole) {
			t.Fatalf("another innermost: %v", err)
		}
		all, err := jsondoc.NewPaths(p, jsondoc.Path{}).Get(nil, text)
		if err != nil || all[0].Offset() != v.Offset() || len(all[1].Raw()) != len(text) {
			t.Fatalf("paths: %v", err)
		}
		if got := jsondoc.PathAt(text, v.Offset()); got.String() != p.String() {
			t.Error("the path back is another one")
		}
		if out, err := jsondoc.Canonical(text); err != nil || !bytes.Equal(out, text) {
			t.Errorf("canonical: %v", err)
		}
		if out, err := jsondoc.Sort(text); err != nil || !bytes.Equal(out, text) {
			t.Errorf("sorted: %v", err)
		}
		if patch, err := jsonedit.Diff(text, text); err != nil || string(patch) != "[]" {
			t.Errorf("diff: %v", err)
		}
		if out, err := jsonedit.MergePatch(text, text); err != nil || !bytes.Equal(out, text) {
			t.Errorf("merge: %v", err)
		}
		if out, err := jsonedit.Set(text, 1, "x", 0); (err == nil) != (row[0] != "[") {
			t.Errorf("set: %d bytes, %v", len(out), err)
		}
		e, err := jsonedit.New(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.SetRaw(p, []byte("[[]]")); err != nil {
			t.Error(err)
		}
		if out, err := e.Bytes(); err == nil {
			t.Errorf("%d bytes that are too deep", len(out))
		}
		if got, err := jsondoc.Select(text, jsonpath.MustCompile("$..*")); err != nil || len(got) < most-1 {
			t.Errorf("query: %d values, %v", len(got), err)
		}
		if out, cut, err := partial.Complete(nil, text[:len(row[0])*most]); err != nil || cut.Open != most || len(out) < most {
			t.Errorf("complete: %d bytes, %+v, %v", len(out), cut, err)
		}
		if _, err := jsondoc.Parse([]byte(row[0] + string(text) + row[1])); err == nil {
			t.Error("a document that is too deep")
		}
		if _, err := jsondoc.Get([]byte(row[0] + string(text) + row[1])); err == nil {
			t.Error("a value that is too deep")
		}
		d.Release()
	}
}

// TestManyMembers changes each member of a large object, with double names, and looks up each name: what takes time in
// proportion to the square of their number does not end here.
func TestManyMembers(t *testing.T) {
	n := long.Rounds(40_000, 200_000)
	var b strings.Builder
	b.WriteByte('{')
	var ops []string
	paths := make([]jsondoc.Path, n)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		name := "n" + strconv.Itoa(i/2)
		b.WriteString(`"` + name + `":` + strconv.Itoa(i))
		paths[i] = jsondoc.NewPath("n" + strconv.Itoa(i))
		ops = append(ops, `{"op":"add","path":"/n`+strconv.Itoa(i)+`","value":0}`)
	}
	b.WriteByte('}')
	text := []byte(b.String())
	all, err := jsondoc.NewPaths(paths...).Get(nil, text)
	if err != nil || !all[n/2-1].Exists() || all[n/2].Exists() {
		t.Fatalf("paths: %v", err)
	}
	for i := range n / 2 {
		ops = append(ops, `{"op":"remove","path":"/n`+strconv.Itoa(i)+`"}`)
	}
	out, err := jsonedit.Patch(text, []byte("["+strings.Join(ops, ",")+"]"))
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsondoc.Get(out)
	if err != nil || v.Len() != n/2 {
		t.Fatalf("%d members are left, %v", v.Len(), err)
	}
	if patch, err := jsonedit.Diff(text, out); err != nil || len(patch) < n {
		t.Fatalf("diff: %d bytes, %v", len(patch), err)
	}
	if !jsondoc.Equal(v, v.Clone()) {
		t.Error("not equal to itself")
	}
}
