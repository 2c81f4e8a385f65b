package beamjson

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// valuesOf returns what Beam gives to a DoFn for values.
func valuesOf[T any](values ...T) func(*T) bool {
	next, stop := iter.Pull(slices.Values(values))
	return func(v *T) (ok bool) {
		if *v, ok = next(); !ok {
			stop()
		}
		return ok
	}
}

func events(numbers ...int) func(*event) bool {
	var all []event
	for _, n := range numbers {
		all = append(all, event{N: n})
	}
	return valuesOf(all...)
}

// finishAll runs gatherFn and finishFn and returns the names of the files.
func finishAll(t *testing.T, k sink, written ...string) (names []string, err error) {
	var attempts []string
	err = (&gatherFn{k}).ProcessElement(t.Context(), nil, valuesOf(written...), func(_ int, name string) { attempts = append(attempts, name) })
	if err != nil {
		return nil, err
	}
	err = (&finishFn{k}).ProcessElement(t.Context(), 0, valuesOf(attempts...), func(name string) { names = append(names, name) })
	return names, err
}

func writeOne(t *testing.T, k sink, shard int, values func(*event) bool) (attempt string, err error) {
	err = (&writeFn[event]{k}).ProcessElement(t.Context(), shard, values, func(name string) { attempt = name })
	if got, bad := k.shardOf(attempt); err == nil && (bad != nil || got != shard) {
		t.Errorf("%s is of shard %d, %v, want %d", attempt, got, bad, shard)
	}
	return attempt, err
}

// TestAttempts: of several attempts to write a shard the one counts that Beam keeps, or the last of them. There is no file
// before the end, and nothing else afterwards. The names may be given twice.
func TestAttempts(t *testing.T) {
	for _, scheme := range []string{"", "forward://"} {
		for _, ext := range []string{"", ".gz", ".zst"} {
			dir := t.TempDir()
			k := sink{Name: scheme + dir + "/a-*.ndjson" + ext, Shards: 3, ID: newID()}
			must := func(attempt string, err error) string {
				t.Helper()
				if err != nil {
					t.Fatal(err)
				}
				return attempt
			}
			must(writeOne(t, k, 0, events(1, 2)))
			first := must(writeOne(t, k, 2, events(5)))
			if panics(func() { // the worker dies
				_, _ = writeOne(t, k, 2, func(v *event) bool { panic("gone") })
			}) != "gone" {
				t.Fatal("no panic")
			}
			last := must(writeOne(t, k, 2, events(6, 7)))
			zero := ""
			var group sync.WaitGroup
			for i := range 4 { // also at the same time
				group.Go(func() {
					attempt, err := writeOne(t, k, 0, events(3, 4))
					if err != nil {
						t.Error(err)
					}
					if i == 0 {
						zero = attempt
					}
				})
			}
			group.Wait()
			if names := visible(t, dir); names != nil {
				t.Fatalf("before the end there are %q", names)
			}
			want := []string{"a-00000-of-00003.ndjson" + ext, "a-00001-of-00003.ndjson" + ext, "a-00002-of-00003.ndjson" + ext}
			for range 2 {
				names, err := finishAll(t, k, first, zero, last)
				must("", err)
				for i, name := range names {
					if name != scheme+dir+"/"+want[i] {
						t.Errorf("name %s, want %s", name, want[i])
					}
				}
				if got := visible(t, dir); !slices.Equal(got, want) {
					t.Errorf("there are %q, want %q", got, want)
				}
				for i, text := range []string{"{\"n\":3}\n{\"n\":4}\n", "", "{\"n\":6}\n{\"n\":7}\n"} {
					if got := readText(t, filepath.Join(dir, want[i])); got != text {
						t.Errorf("%s: %q, want %q", want[i], got, text)
					}
				}
				all, err := os.ReadDir(dir)
				must("", err)
				if len(all) != 3 {
					t.Errorf("left is %v", all)
				}
			}
		}
	}
}

// TestFinishFails: if one file can't get its name, none has one, and the next attempt gives all of them.
func TestFinishFails(t *testing.T) {
	for _, scheme := range []string{"", "forward://"} {
		dir := t.TempDir()
		k := sink{Name: scheme + dir + "/a-*", Shards: 3, ID: newID()}
		var written []string
		for shard := range 3 {
			attempt, err := writeOne(t, k, shard, events(shard))
			if err != nil {
				t.Fatal(err)
			}
			written = append(written, attempt)
		}
		inTheWay := filepath.Join(dir, "a-00002-of-00003")
		if err := os.MkdirAll(filepath.Join(inTheWay, ".keep"), 0o777); err != nil {
			t.Fatal(err)
		}
		if names, err := finishAll(t, k, written...); err == nil || names != nil {
			t.Fatalf("%q, %v", names, err)
		}
		if names := visible(t, dir); names != nil {
			t.Errorf("there are %q", names)
		}
		if err := os.RemoveAll(inTheWay); err != nil {
			t.Fatal(err)
		}
		if _, err := finishAll(t, k, written...); err != nil {
			t.Fatal(err)
		}
		for shard := range 3 {
			if got, want := readText(t, filepath.Join(dir, fmt.Sprintf("a-%05d-of-00003", shard))), fmt.Sprintf("{\"n\":%d}\n", shard); got != want {
				t.Errorf("%d: %q, want %q", shard, got, want)
			}
		}
	}
}

// TestLostShard: a shard that is said to be written and is not there is an error, not an empty file. So is the name of
// another file.
func TestLostShard(t *testing.T) {
	k := sink{Name: t.TempDir() + "/a", Shards: 1, ID: newID()}
	for _, name := range []string{k.attempt(0), k.attempt(1), k.folder() + "/x", k.folder() + "/-1-x", "/etc/passwd"} {
		if names, err := finishAll(t, k, name); err == nil {
			t.Errorf("%s: %q", name, names)
		}
	}
}

// TestWriteErrors: a value without JSON and a folder that can't be made fail, and leave nothing.
func TestWriteErrors(t *testing.T) {
	dir := t.TempDir()
	k := sink{Name: dir + "/a", Shards: 1, ID: newID()}
	err := (&writeFn[shape]{k}).ProcessElement(t.Context(), 0, valuesOf[shape](square{1}, square{math.NaN()}), func(string) { t.Error("written") })
	if err == nil || !strings.Contains(err.Error(), k.Name) {
		t.Error(err)
	}
	if left, err := os.ReadDir(k.folder()); err != nil || len(left) > 0 {
		t.Errorf("left is %v, %v", left, err)
	}
	writeText(t, dir+"/file", "")
	k.Name = dir + "/file/a"
	if _, err := writeOne(t, k, 0, events(1)); err == nil {
		t.Error("a folder in a file")
	}
	if _, err := finishAll(t, k); err == nil {
		t.Error("a folder in a file")
	}
}

// TestArrayFiles writes arrays, one of them without elements.
func TestArrayFiles(t *testing.T) {
	dir := t.TempDir()
	k := sink{Name: dir + "/a-*", Shards: 2, Array: true, ID: newID()}
	attempt, err := writeOne(t, k, 1, events(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := finishAll(t, k, attempt); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"[]", `[{"n":1},{"n":2}]`} {
		if got := strings.TrimSpace(readText(t, fmt.Sprintf("%s/a-%05d-of-00002", dir, i))); got != want {
			t.Errorf("%d: %s, want %s", i, got, want)
		}
	}
}

// TestNames holds where the files of a sink are.
func TestNames(t *testing.T) {
	for _, row := range []struct{ name, file, attempt string }{
		{"a", "a", ".beamjson-x/00001-"},
		{"d/a-*.gz", "d/a-00001-of-00003.gz", "d/.beamjson-x/00001-"},
		{"gs://b/a*", "gs://b/a00001-of-00003", "gs://b/.beamjson-x/00001-"},
		{"/a.*.json", "/a.00001-of-00003.json", "/.beamjson-x/00001-"},
	} {
		k := sink{Name: row.name, Shards: 3, ID: "x"}
		if attempt := k.attempt(1); k.file(1) != row.file || !strings.HasPrefix(attempt, row.attempt) || attempt == k.attempt(1) {
			t.Errorf("%s: %s and %s, want %s and %s", row.name, k.file(1), attempt, row.file, row.attempt)
		}
	}
}

// TestStore holds that the file system of the tests is one without renaming.
func TestStore(t *testing.T) {
	var fs filesystem.Interface = store{}
	if _, ok := fs.(filesystem.Renamer); ok {
		t.Error("it can rename")
	}
	if _, err := fs.OpenRead(t.Context(), "forward:///nosuch"); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
