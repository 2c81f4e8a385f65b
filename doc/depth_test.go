package doc

import (
	"bytes"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/zetes-json/zetes/internal/long"
)

// TestDepth does everything with documents that are as deep as encoding/json takes them, of both kinds of containers.
func TestDepth(t *testing.T) {
	const most = 10_000
	for _, row := range [][3]string{{"[", "]", "/0"}, {`{"a":`, "}", "/a"}} {
		text := []byte(strings.Repeat(row[0], most) + strings.Repeat(row[1], most))
		if row[0] != "[" {
			text = []byte(strings.Repeat(row[0], most) + "1" + strings.Repeat(row[1], most))
		}
		d, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		p := MustPointer(strings.Repeat(row[2], most-1))
		v, err := p.Get(text)
		if err != nil || v.Offset() != len(row[0])*(most-1) {
			t.Fatalf("the innermost is at %d, %v", v.Offset(), err)
		}
		if w, err := d.GetPath(p); err != nil || !Equal(v, w) || !Equal(d.Root(), Value{text: text}) {
			t.Fatalf("another innermost: %v", err)
		}
		all, err := NewPaths(p, Path{}).Get(nil, text)
		if err != nil || all[0].Offset() != v.Offset() || all[1].Size() != len(text) {
			t.Fatalf("paths: %v", err)
		}
		if got := PathAt(text, v.Offset()); got.String() != p.String() {
			t.Error("the path back is another one")
		}
		if out, err := Canonical(text); err != nil || !bytes.Equal(out, text) {
			t.Errorf("canonical: %v", err)
		}
		if out, err := Sort(text); err != nil || !bytes.Equal(out, text) {
			t.Errorf("sorted: %v", err)
		}
		if patch, err := Diff(text, text); err != nil || string(patch) != "[]" {
			t.Errorf("diff: %v", err)
		}
		if out, err := MergePatch(text, text); err != nil || !bytes.Equal(out, text) {
			t.Errorf("merge: %v", err)
		}
		if out, err := Set(text, 1, "x", 0); (err == nil) != (row[0] != "[") {
			t.Errorf("set: %d bytes, %v", len(out), err)
		}
		e, err := NewEdit(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.SetRaw(p, []byte("[[]]")); err != nil {
			t.Error(err)
		}
		if out, err := e.Bytes(); err == nil {
			t.Errorf("%d bytes that are too deep", len(out))
		}
		if got, err := MustCompile("$..*").Select(text); err != nil || len(got) < most-1 {
			t.Errorf("query: %d values, %v", len(got), err)
		}
		if out, cut, err := Complete(nil, text[:len(row[0])*most]); err != nil || cut.Open != most || len(out) < most {
			t.Errorf("complete: %d bytes, %+v, %v", len(out), cut, err)
		}
		if _, err := Parse([]byte(row[0] + string(text) + row[1])); err == nil {
			t.Error("a document that is too deep")
		}
		if _, err := Get([]byte(row[0] + string(text) + row[1])); err == nil {
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
	paths := make([]Path, n)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		name := "n" + strconv.Itoa(i/2)
		b.WriteString(`"` + name + `":` + strconv.Itoa(i))
		paths[i] = NewPath("n" + strconv.Itoa(i))
		ops = append(ops, `{"op":"add","path":"/n`+strconv.Itoa(i)+`","value":0}`)
	}
	b.WriteByte('}')
	text := []byte(b.String())
	all, err := NewPaths(paths...).Get(nil, text)
	if err != nil || !all[n/2-1].Exists() || all[n/2].Exists() {
		t.Fatalf("paths: %v", err)
	}
	for i := range n / 2 {
		ops = append(ops, `{"op":"remove","path":"/n`+strconv.Itoa(i)+`"}`)
	}
	out, err := Patch(text, []byte("["+strings.Join(ops, ",")+"]"))
	if err != nil {
		t.Fatal(err)
	}
	v, err := Get(out)
	if err != nil || v.Len() != n/2 {
		t.Fatalf("%d members are left, %v", v.Len(), err)
	}
	if patch, err := Diff(text, out); err != nil || len(patch) < n {
		t.Fatalf("diff: %d bytes, %v", len(patch), err)
	}
	if !Equal(v, v.Clone()) {
		t.Error("not equal to itself")
	}
}

// TestReaders reads one Document and one Value from several goroutines.
func TestReaders(t *testing.T) {
	text := []byte(`{"a":[1,{"b":"text"}],"c":"\u00e9"}`)
	d, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	v, err := Get(text)
	if err != nil {
		t.Fatal(err)
	}
	q, paths := MustCompile("$..[?@.b=='text'].b"), NewPaths(NewPath("a", 1, "b"), NewPath("c"))
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				for _, root := range []Value{d.Root(), v} {
					x, err := root.Get("a", 1, "b")
					if s, _ := x.Text(); err != nil || s != "text" || !Equal(root, v) {
						t.Errorf("%s, %v", x, err)
					}
					if got, err := root.Select(q); err != nil || len(got) != 1 {
						t.Errorf("%v, %v", got, err)
					}
				}
				if got, err := paths.Get(nil, text); err != nil || got[1].ToString() != "é" {
					t.Errorf("%v, %v", got, err)
				}
			}
		})
	}
	all.Wait()
}
