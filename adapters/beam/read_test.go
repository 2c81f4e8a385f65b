package beamjson

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/stream"
)

// most is how long lines may be in the tests.
const most = 3000

func info(t testing.TB, name string) fileio.FileMetadata {
	t.Helper()
	size, err := store{}.Size(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return fileio.FileMetadata{Path: name, Size: size}
}

// outputs are what one part of a file gives: a text for each value and bad line.
type outputs []string

// readPart reads a part, and calls split before each output with the tracker.
func readPart[T any](t testing.TB, fn *readFn[T], m fileio.FileMetadata, rt *sdf.LockRTracker, split func()) (out outputs) {
	t.Helper()
	emit := func(v T) { out = append(out, fmt.Sprint(v)); split() }
	bad := func(b Bad) { out = append(out, badText(b)); split() }
	if err := fn.ProcessElement(t.Context(), rt, m, emit, bad); err != nil {
		t.Fatal(err)
	}
	if !rt.IsDone() || rt.GetError() != nil {
		t.Fatalf("%v is not done: %v", rt.GetRestriction(), rt.GetError())
	}
	return out
}

func badText(b Bad) string {
	if b.Error == stream.ErrValueTooLarge.Error() {
		b.Pointer = "" // it depends on where the value is cut
	}
	return fmt.Sprintf("bad %d:%d %d %s %s", b.Line, b.Column, b.Offset, b.Pointer, b.Error)
}

// plainLines is what reading a text of lines gives, by splitting it.
func plainLines(text string) (out outputs) {
	at := 0
	for i, line := range strings.Split(text, "\n") {
		var v event
		if err := zetes.Unmarshal([]byte(line), &v); len(line) > most {
			out = append(out, badText(Bad{Line: i + 1, Column: most + 1, Offset: int64(at + most), Error: stream.ErrValueTooLarge.Error()}))
		} else if e := (*zetes.Error)(nil); strings.Trim(line, " \t\r") != "" && errors.As(err, &e) {
			out = append(out, badText(Bad{Line: i + 1, Column: e.Column, Offset: e.Offset + int64(at), Pointer: e.Pointer, Error: e.Err.Error()}))
		} else if err == nil {
			out = append(out, fmt.Sprint(v))
		}
		at += len(line) + 1
	}
	return out
}

// randomLines returns a text of lines, good ones and others.
func randomLines(r *rand.Rand, n int) string {
	var b bytes.Buffer
	for i := range n {
		switch r.IntN(12) {
		case 0:
			b.WriteString([]string{"", " ", "{", `{"n":"x"}`, `{"n":1} 2`, `{"n":1.5}`, "\u00e9", `{"text":"\u00e9\u00e9","n":true}`}[r.IntN(8)])
		case 1:
			fmt.Fprintf(&b, `{"n":%d,"text":"%s"}`, i, strings.Repeat("x", r.IntN(2*most)))
		default:
			fmt.Fprintf(&b, `{"n":%d}`, i)
		}
		b.WriteString([]string{"\n", "\n", "\n", "\r\n", "\n\n"}[r.IntN(5)])
	}
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, `{"n":%d}`, n)
	}
	return b.String()
}

// TestParts reads random files in random parts, of which some are divided while they are read: together the parts give
// each line once, and a part gives the same again.
func TestParts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 6))
	dir := t.TempDir()
	for round := range 200 {
		text := randomLines(r, r.IntN(60))
		name := filepath.Join(dir, "lines.ndjson")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if round%2 == 1 {
			name = "forward://" + name
		}
		m := info(t, name)
		fn := &readFn[event]{Block: 1 + r.Int64N(int64(len(text))+2), Max: most}
		todo := fn.SplitRestriction(m, fn.CreateInitialRestriction(m))
		size := 0.0
		for _, p := range todo {
			size += fn.RestrictionSize(m, p)
		}
		if size != float64(len(text)) {
			t.Fatalf("parts of %d bytes have %v", len(text), size)
		}
		got := map[int64]outputs{}
		for len(todo) > 0 {
			p := todo[0]
			todo = todo[1:]
			rt := fn.CreateTracker(p)
			out := readPart(t, fn, m, rt, func() {
				if r.IntN(4) == 0 {
					primary, rest, err := rt.TrySplit(r.Float64())
					if err != nil {
						t.Fatal(err)
					}
					if rest != nil {
						p = primary.(part)
						todo = append(todo, rest.(part))
					}
				}
			})
			if again := readPart(t, fn, m, fn.CreateTracker(p), func() {}); !slices.Equal(out, again) {
				t.Fatalf("%q: part %v gives\n%q and then\n%q", text, p, out, again)
			}
			got[p.Start] = append(got[p.Start], out...)
		}
		var starts []int64
		for start := range got {
			starts = append(starts, start)
		}
		slices.Sort(starts)
		var all outputs
		for _, start := range starts {
			all = append(all, got[start]...)
		}
		if want := plainLines(text); !slices.Equal(all, want) {
			t.Fatalf("%s\n%.1000q: got\n%.2000q\nwant\n%.2000q", name, text, all, want)
		}
	}
}

// TestWhole reads compressed files: a call reads all of the file, whatever Beam asks for, and says how far it is.
func TestWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 7))
	dir := t.TempDir()
	for _, name := range []string{"a.ndjson.gz", "a.ndjson.zst", "a.JSONL.ZSTD", "forward"} {
		for range 5 {
			text := randomLines(r, 3000)
			name := filepath.Join(dir, name)
			if filepath.Base(name) == "forward" {
				name = "forward://" + name + ".gz"
			}
			writeText(t, store{}.path(name), text)
			m := info(t, name)
			fn := &readFn[event]{Block: 10, Max: most}
			parts := fn.SplitRestriction(m, fn.CreateInitialRestriction(m))
			if len(parts) != 1 || !parts[0].Whole {
				t.Fatalf("%s: parts %v", name, parts)
			}
			rt := fn.CreateTracker(parts[0])
			before, steps := -1.0, 0
			out := readPart(t, fn, m, rt, func() {
				done, left := rt.GetProgress()
				if done < before || left < 0 {
					t.Fatalf("%s: %v is done after %v, and %v left", name, done, before, left)
				}
				if done > before {
					steps++
				}
				before = done
				if _, rest, err := rt.TrySplit(0.5); rest != nil || err != nil {
					t.Fatalf("%s: divided: %v, %v", name, rest, err)
				}
			})
			if steps < 2 {
				t.Errorf("%s: %d steps of progress", name, steps)
			}
			if want := plainLines(text); !slices.Equal(out, want) {
				t.Fatalf("%s: %q gives\n%q, want\n%q", name, text, out, want)
			}
		}
	}
}

// TestArrays reads files of one array.
func TestArrays(t *testing.T) {
	long := `{"n":1,"text":"` + strings.Repeat("x", most) + `"}`
	for _, row := range []struct {
		text string
		want outputs
	}{
		{`[]`, nil},
		{"[\n{\"n\":1},\n {\"n\":\"x\"} , {\"n\":3}]\n", outputs{"{1 }", "bad 3:7 17 /1/n json: cannot unmarshal string into Go struct field event.n of type int", "{3 }"}},
		{`[{"n":1},{"n":2]`, outputs{"{1 }", "bad 1:16 15 /1 invalid character ']' after object key:value pair"}},
		{`[{"n":1}`, outputs{"{1 }", "bad 1:9 8  unexpected EOF"}},
		{`{"n":1}`, outputs{"bad 1:1 0  json: cannot unmarshal object into Go value of type []beamjson.event"}},
		{`[{"n":1},` + long + `,{"n":3}]`, outputs{"{1 }", fmt.Sprintf("bad 1:%d %d  %v", 10+len(long), 9+len(long), stream.ErrValueTooLarge)}},
	} {
		for _, name := range []string{"a.json", "a.json.gz", "a.json.zst"} {
			name := filepath.Join(t.TempDir(), name)
			writeText(t, name, row.text)
			m := info(t, name)
			fn := &readFn[event]{Array: true, Block: 1, Max: most}
			parts := fn.SplitRestriction(m, fn.CreateInitialRestriction(m))
			if len(parts) != 1 {
				t.Fatalf("parts %v", parts)
			}
			if out := readPart(t, fn, m, fn.CreateTracker(parts[0]), func() {}); !slices.Equal(out, row.want) {
				t.Errorf("%s: %.50q gives\n%q, want\n%q", name, row.text, out, row.want)
			}
		}
	}
}

// TestEmpty reads files without lines.
func TestEmpty(t *testing.T) {
	for _, name := range []string{"a.ndjson", "a.ndjson.gz", "a.ndjson.zst"} {
		name := filepath.Join(t.TempDir(), name)
		writeText(t, name, "")
		m := info(t, name)
		fn := &readFn[event]{Block: 10, Max: most}
		for _, p := range fn.SplitRestriction(m, fn.CreateInitialRestriction(m)) {
			if out := readPart(t, fn, m, fn.CreateTracker(p), func() {}); out != nil {
				t.Errorf("%s gives %q", name, out)
			}
		}
	}
}

// TestBrokenFiles: a file that can't be read to its end fails by its name, and is not taken for a short one.
func TestBrokenFiles(t *testing.T) {
	dir := t.TempDir()
	text := randomLines(rand.New(rand.NewPCG(3, 8)), 2000)
	for _, name := range []string{"cut.gz", "cut.zst", "text.gz", "text.zst", "empty.gz", "missing", "missing.gz", "forward:///nosuch/x"} {
		path := name
		if !strings.Contains(name, "://") {
			path = filepath.Join(dir, name)
		}
		what, ext, _ := strings.Cut(name, ".")
		switch what {
		case "cut":
			writeText(t, path, text)
			b, err := os.ReadFile(path)
			if err == nil {
				err = os.WriteFile(path, b[:len(b)/2], 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
		case "text", "empty":
			if err := os.WriteFile(path, []byte(map[string]string{"text": text}[what]), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		fn := &readFn[event]{Block: 10, Max: most}
		rt := fn.CreateTracker(part{End: 100, Whole: ext != ""})
		err := fn.ProcessElement(context.Background(), rt, fileio.FileMetadata{Path: path, Size: 100}, func(event) {}, func(Bad) {})
		if err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMembers reads a gzip file of several members and a zstd file of several frames, as tools make them that append.
func TestMembers(t *testing.T) {
	for _, ext := range []string{".gz", ".zst"} {
		dir := t.TempDir()
		var all []byte
		for i := range 3 {
			name := filepath.Join(dir, fmt.Sprint(i)+ext)
			writeText(t, name, fmt.Sprintf("{\"n\":%d}\n", i))
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, b...)
		}
		name := filepath.Join(dir, "all"+ext)
		if err := os.WriteFile(name, all, 0o666); err != nil {
			t.Fatal(err)
		}
		m := info(t, name)
		fn := &readFn[event]{Block: 10, Max: most}
		if out := readPart(t, fn, m, fn.CreateTracker(fn.CreateInitialRestriction(m)), func() {}); !slices.Equal(out, outputs{"{0 }", "{1 }", "{2 }"}) {
			t.Errorf("%s: %q", ext, out)
		}
	}
}

// TestSplit holds that parts cover a file without gaps, none much longer than a block.
func TestSplit(t *testing.T) {
	for size := range int64(50) {
		for block := int64(1); block < 20; block++ {
			at := int64(0)
			for _, p := range (part{End: size}).split(block) {
				if p.Start != at || p.Whole || p.End-p.Start > block+block/2 || p.End <= p.Start && size > 0 {
					t.Fatalf("%d bytes in blocks of %d: %v", size, block, p)
				}
				at = p.End
			}
			if at != size {
				t.Fatalf("%d bytes in blocks of %d end at %d", size, block, at)
			}
		}
	}
}
