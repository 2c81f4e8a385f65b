package beamjson

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/mtime"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
)

// failing fails at one value.
func failing(e event) (event, error) {
	if e.N == 77 {
		return e, fmt.Errorf("number %d fails", e.N)
	}
	return e, nil
}

// process returns the number of the process that it runs in.
func process(event) string { return fmt.Sprint(os.Getpid()) }

// lines returns the lines of events with the numbers from from up to to.
func lines(from, to int) string {
	var b strings.Builder
	for n := from; n < to; n++ {
		fmt.Fprintf(&b, "{\"n\":%d}\n", n)
	}
	return b.String()
}

// numbers returns the sorted numbers of collected events.
func numbers(t *testing.T, values []any) (all []int) {
	t.Helper()
	for _, v := range values {
		all = append(all, v.(event).N)
	}
	slices.Sort(all)
	return all
}

func upTo(n int) (all []int) {
	for i := range n {
		all = append(all, i)
	}
	return all
}

// TestPipeline reads files of all forms, divides them, writes the values in shards and the bad lines to a file, and
// reads the shards.
func TestPipeline(t *testing.T) {
	in, out := t.TempDir(), t.TempDir()
	writeText(t, in+"/a.ndjson", lines(0, 1000)+"{\n"+lines(1000, 2000)+`{"n":"x"}`+"\n"+lines(2000, 3000))
	writeText(t, in+"/b.ndjson.gz", lines(3000, 3500)+`{"text":"`+strings.Repeat("x", most)+"\"}\n"+lines(3500, 4000))
	writeText(t, in+"/c.ndjson.zst", lines(4000, 5000))
	writeText(t, in+"/other.json", `[1]`)

	p, s := beam.NewPipelineWithRoot()
	values, bad := ReadLines[event](s, in+"/*.ndjson*", BlockSize(500), MaxValueSize(most))
	WriteLines[Bad](s, out+"/bad.ndjson", bad)
	names := WriteLines[event](s, out+"/values-*.ndjson.gz", values, Shards(3))
	beam.ParDo0(s, &collectFn[string]{}, names)
	got, err := run(t, p)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"bad.ndjson", "values-00000-of-00003.ndjson.gz", "values-00001-of-00003.ndjson.gz", "values-00002-of-00003.ndjson.gz"}
	if files := visible(t, out); !slices.Equal(files, want) {
		t.Errorf("files %q, want %q", files, want)
	}
	slices.SortFunc(got, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
	for i, name := range got {
		if name != out+"/"+want[1+i] {
			t.Errorf("name %s, want %s", name, want[1+i])
		}
	}
	var lines []string
	for line := range strings.Lines(readText(t, out+"/bad.ndjson")) {
		var b Bad
		if err := json.Unmarshal([]byte(line), &b); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.TrimPrefix(b.File, in)+" "+badText(b))
	}
	slices.Sort(lines)
	first, second := len("{\"n\":0}\n")*10+len("{\"n\":10}\n")*90+len("{\"n\":100}\n")*900, len("{\"n\":1000}\n")*1000
	wantBad := []string{
		fmt.Sprintf("/a.ndjson bad 1001:2 %d  unexpected end of JSON input", first+1),
		fmt.Sprintf("/a.ndjson bad 2002:6 %d /n json: cannot unmarshal string into Go struct field event.n of type int", first+2+second+5),
		fmt.Sprintf("/b.ndjson.gz bad 501:%d %d  json: value exceeds the size limit of the stream", most+1, len("{\"n\":3000}\n")*500+most),
	}
	if !slices.Equal(lines, wantBad) {
		t.Errorf("bad lines\n%s, want\n%s", strings.Join(lines, "\n"), strings.Join(wantBad, "\n"))
	}

	p, s = beam.NewPipelineWithRoot()
	values, _ = ReadLines[event](s, out+"/values-*")
	WriteArrays[event](s, out+"/all.json", values)
	if _, err := run(t, p); err != nil {
		t.Fatal(err)
	}
	p, s = beam.NewPipelineWithRoot()
	values, bad = ReadArrays[event](s, "forward://"+out+"/all.json")
	beam.ParDo0(s, &collectFn[event]{}, values)
	beam.ParDo0(s, &collectFn[Bad]{}, bad)
	if got, err = run(t, p); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(numbers(t, got), upTo(5000)) {
		t.Errorf("%d values", len(got))
	}
}

// TestWindows writes values that are in windows: a shard has those of all windows.
func TestWindows(t *testing.T) {
	dir := t.TempDir()
	p, s := beam.NewPipelineWithRoot()
	var all []any
	for n := range 100 {
		all = append(all, event{N: n})
	}
	col := beam.WindowInto(s, window.NewFixedWindows(time.Hour), beam.ParDo(s, spread, beam.Create(s, all...)))
	WriteLines[event](s, dir+"/a", col)
	if _, err := run(t, p); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(readText(t, dir+"/a"), "\n"); n != 100 {
		t.Errorf("%d lines", n)
	}
}

// TestNothing writes no values: the files are there and empty.
func TestNothing(t *testing.T) {
	dir := t.TempDir()
	writeText(t, dir+"/in", "\n")
	p, s := beam.NewPipelineWithRoot()
	values, _ := ReadLines[event](s, dir+"/in")
	WriteLines[event](s, dir+"/out/a-*", values, Shards(2))
	if _, err := run(t, p); err != nil {
		t.Fatal(err)
	}
	if files, want := visible(t, dir+"/out"), []string{"a-00000-of-00002", "a-00001-of-00002"}; !slices.Equal(files, want) {
		t.Errorf("files %q, want %q", files, want)
	}
}

// apart makes pipelines of a test run their worker as another process.
func apart(t *testing.T) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	config, err := json.Marshal(map[string]any{"command": self, "env": map[string]string{"BEAMJSON_WORKER": "1"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, flag := range []struct {
		at    *string
		value string
	}{{jobopts.EnvironmentType, "PROCESS"}, {jobopts.EnvironmentConfig, string(config)}, {jobopts.WorkerBinary, self}} {
		old := *flag.at
		*flag.at = flag.value
		t.Cleanup(func() { *flag.at = old })
	}
}

// TestFailedPipeline: a pipeline that fails leaves no file, wherever it fails. Its worker is another process, for that
// of the SDK may send to a closed channel when its pipeline fails.
func TestFailedPipeline(t *testing.T) {
	apart(t)
	dir := t.TempDir()
	writeText(t, dir+"/in", lines(0, 100))
	for name, build := range map[string]func(s beam.Scope, out string){
		"in a step before": func(s beam.Scope, out string) {
			values, _ := ReadLines[event](s, dir+"/in")
			WriteLines[event](s, out+"/a-*", beam.ParDo(s, failing, values), Shards(2))
		},
		"in one of many": func(s beam.Scope, out string) {
			values, _ := ReadLines[event](s, dir+"/in", BlockSize(50))
			WriteLines[event](s, out+"/a-*", beam.ParDo(s, failing, beam.Reshuffle(s, values)), Shards(2))
		},
		"no such file": func(s beam.Scope, out string) {
			values, _ := ReadLines[event](s, dir+"/nosuch")
			WriteLines[event](s, out+"/a", values)
		},
		"no JSON": func(s beam.Scope, out string) {
			values, _ := ReadLines[event](s, dir+"/in")
			WriteLines[shape](s, out+"/a", beam.ParDo(s, toNaN, values))
		},
	} {
		for range 2 {
			out := filepath.Join(t.TempDir(), "out")
			if err := os.Mkdir(out, 0o777); err != nil {
				t.Fatal(err)
			}
			p, s := beam.NewPipelineWithRoot()
			build(s, out)
			if _, err := run(t, p); err == nil {
				t.Errorf("%s: the pipeline did not fail", name)
			}
			if files := visible(t, out); files != nil {
				t.Errorf("%s: files %q", name, files)
			}
		}
	}
}

// TestWorkerProcess runs the worker of a pipeline as another process, which knows the types by its own calls of Register.
func TestWorkerProcess(t *testing.T) {
	apart(t)
	dir := t.TempDir()
	writeText(t, dir+"/in", lines(0, 1000)+`{"n":null,"text":1}`)
	p, s := beam.NewPipelineWithRoot()
	values, bad := ReadLines[event](s, dir+"/in", BlockSize(1000))
	WriteLines[event](s, dir+"/a-*", values, Shards(2))
	WriteLines[Bad](s, dir+"/bad", bad)
	WriteLines[string](s, dir+"/processes", beam.ParDo(s, process, values))
	WriteLines[shape](s, dir+"/shapes", beam.ParDo(s, toShape, values))
	WriteLines[named](s, dir+"/maps", beam.ParDo(s, toNamed, values))
	if _, err := run(t, p); err != nil {
		t.Fatal(err)
	}
	all := strings.Count(readText(t, dir+"/a-00000-of-00002")+readText(t, dir+"/a-00001-of-00002"), "\n")
	if bad := readText(t, dir+"/bad"); all != 1000 || strings.Count(bad, "\n") != 1 || !strings.Contains(bad, `"Line":1001,`) {
		t.Errorf("%d values, and bad ones:\n%s", all, bad)
	}
	if text := readText(t, dir+"/processes"); strings.Count(text, "\n") != 1000 || strings.Contains(text, process(event{})) {
		t.Errorf("the processes: %.40s", text)
	}
	if text := readText(t, dir+"/shapes"); strings.Count(text, `{"kind":"square","Side":`) != 1000 {
		t.Errorf("the shapes: %.100s", text)
	}
	if text := readText(t, dir+"/maps"); strings.Count(text, `{"n":`) != 1000 {
		t.Errorf("the maps: %.100s", text)
	}
}

func toShape(e event) shape { return square{float64(e.N)} }

func toNamed(e event) named { return named{"n": e.N} }

// spread returns an event with a time of its own.
func spread(e event) (beam.EventTime, event) {
	return mtime.FromTime(time.Unix(int64(e.N)*3600, 0)), e
}

// toNaN returns a value that can't be encoded.
func toNaN(event) shape { return square{math.NaN()} }
