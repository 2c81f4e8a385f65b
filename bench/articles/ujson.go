package articles

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/bench/python"
)

// script times ujson on files: processor time, medians.
const script = `
import json, sys, time, ujson
rounds, batch = int(sys.argv[1]), float(sys.argv[2])
def measure(f):
    n, took = 1, 0
    while took < batch / 4:
        start = time.process_time()
        for _ in range(n): f()
        took = time.process_time() - start
        n = n * 2 if took < batch / 4 else n
    out = []
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(n): f()
        out.append((time.process_time() - start) / n)
    return sorted(out)[len(out) // 2]
for name in sys.argv[3:]:
    text = open(name, encoding="utf-8").read()
    value = ujson.loads(text)
    size = len(text.encode("utf-8"))
    compact = len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8"))
    read, write = measure(lambda: ujson.loads(text)), measure(lambda: ujson.dumps(value))
    print(size, size / read / 1e6, compact / write / 1e6, ujson.__version__, sep="\t")
`

// ujson measures Python's ujson on the same documents, in a virtual environment of its own.
func ujson(ctx context.Context, w io.Writer, o Options, docs []articleDoc) error {
	skip := func(why string) error {
		if ctx.Err() != nil {
			return errors.New("interrupted before Python's ujson")
		}
		fmt.Fprintf(w, "\n(c) Python's ujson: skipped, %s\n", why)
		return nil
	}
	o.Line.Show("(c) ujson: preparing a virtual environment")
	defer o.Line.Clear()
	py, err := python.Interpreter(ctx, "ujson", "ujson==6.1.0")
	if err != nil {
		o.Line.Clear()
		return skip(err.Error())
	}
	dir, err := os.MkdirTemp("", "bench-ujson-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	args := []string{"-I", "-c", script, strconv.Itoa(o.Rounds), strconv.FormatFloat(o.Batch.Seconds(), 'g', -1, 64)}
	for _, d := range docs {
		name := filepath.Join(dir, d.name+".json")
		if err := os.WriteFile(name, d.input, 0o644); err != nil {
			return err
		}
		args = append(args, name)
	}
	out, err := exec.CommandContext(ctx, py, args...).Output()
	o.Line.Clear()
	if err != nil {
		return skip(err.Error())
	}
	fmt.Fprint(w, "\n(c) Python's ujson on the same documents, into and from Python's own objects\n")
	published := []string{"not published", "published 103 / 92 MB/s", "not published"}
	for i, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 4 || i >= len(docs) {
			return fmt.Errorf("ujson: unexpected output %q", line)
		}
		read, _ := strconv.ParseFloat(f[1], 64)
		write, _ := strconv.ParseFloat(f[2], 64)
		fmt.Fprintf(w, "  %-8s %s B: loads %.0f MB/s, dumps %.0f MB/s; %s (ujson %s)\n", docs[i].name, f[0], read, write, published[i], f[3])
	}
	return nil
}
