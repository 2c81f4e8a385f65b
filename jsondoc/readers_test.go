package jsondoc

import (
	"sync"
	"testing"

	"github.com/zetes-json/zetes/jsondoc/jsonpath"
)

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
	q, paths := jsonpath.MustCompile("$..[?@.b=='text'].b"), NewPaths(NewPath("a", 1, "b"), NewPath("c"))
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
