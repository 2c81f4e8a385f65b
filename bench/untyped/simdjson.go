package untyped

import (
	"bufio"
	"context"
	_ "embed"
	stdjson "encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/zetes-json/zetes/bench/measure"
	"github.com/zetes-json/zetes/bench/python"
	"github.com/zetes-json/zetes/jsondoc"
)

//go:embed parsedom.py
var simdScript string

// simdPackage brings simdjson as it is written in C++, and a thin layer of Python over it.
const simdPackage = "pysimdjson==7.0.2"

// SimdJSON measures jsondoc.Parse beside simdjson's DOM in C++ by turns, on large documents, both into memory that is used
// again: rounds batches of at least batch each. It writes a table to w. The time of a call of Python's is simdjson's.
func SimdJSON(ctx context.Context, w io.Writer, rounds int, batch time.Duration) error {
	py, err := python.Interpreter(ctx, "simdjson", simdPackage)
	if err != nil {
		return fmt.Errorf("simdjson: %w", err)
	}
	dir, err := os.MkdirTemp("", "bench-simdjson-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	texts := make([][]byte, len(large))
	args := []string{"-I", "-c", simdScript}
	for i, name := range large {
		if texts[i], err = text(name); err != nil {
			return err
		}
		args = append(args, filepath.Join(dir, name))
		if err := os.WriteFile(args[len(args)-1], texts[i], 0o644); err != nil {
			return err
		}
	}
	c, err := startChild(exec.CommandContext(ctx, py, args...))
	if err != nil {
		return err
	}
	defer c.stop()
	about, err := c.line()
	if err != nil {
		return err
	}
	version, kernel, _ := strings.Cut(about, " ")
	fmt.Fprintf(w, "MB/s of processor time, medians of %d rounds by turns; simdjson of %s %s with its kernel %s\n\n", rounds, simdPackage[:len("pysimdjson")], version, kernel)
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintln(t, "document\tdoc.Parse\tsimdjson\ttimes as fast")
	for i, name := range large {
		if err := c.check(i, texts[i]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		ours, theirs, err := c.race(i, texts[i], rounds, batch)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		speed := func(ns float64) float64 { return float64(len(texts[i])) / ns * 1e3 }
		fmt.Fprintf(t, "%s\t%.0f\t%.0f\t%.2f\n", name, speed(ours), speed(theirs), theirs/ours)
	}
	return t.Flush()
}

// child is the Python that parses.
type child struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func startChild(cmd *exec.Cmd) (*child, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	cmd.Stderr = os.Stderr
	return &child{cmd, in, bufio.NewReader(out)}, cmd.Start()
}

func (c *child) stop() {
	c.in.Close()
	c.cmd.Wait()
}

// line returns the next line that the child writes.
func (c *child) line() (string, error) {
	s, err := c.out.ReadString('\n')
	return strings.TrimSuffix(s, "\n"), err
}

// ask returns the child's answer to a command.
func (c *child) ask(command string, arguments ...any) (string, error) {
	if _, err := fmt.Fprintln(c.in, append([]any{command}, arguments...)...); err != nil {
		return "", err
	}
	return c.line()
}

// check says whether both read the same in the document of that number.
func (c *child) check(i int, text []byte) error {
	answer, err := c.ask("tree", i)
	if err != nil {
		return err
	}
	var theirs any
	if err := stdjson.Unmarshal([]byte(answer), &theirs); err != nil {
		return err
	}
	d, err := jsondoc.Parse(text)
	if err != nil {
		return err
	}
	ours, err := valueTree(d.Root())
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(ours, theirs) {
		return fmt.Errorf("jsondoc.Parse and simdjson read different values")
	}
	return nil
}

// race returns the nanoseconds of processor time of one call of each.
func (c *child) race(i int, text []byte, rounds int, batch time.Duration) (ours, theirs float64, err error) {
	var last *jsondoc.Document
	parse := func(n int) float64 {
		return measure.Once(func() {
			for range n {
				last.Release()
				var fail error
				if last, fail = jsondoc.Parse(text); fail != nil {
					err = fail
				}
			}
		})
	}
	simd := func(n int) float64 {
		answer, fail := c.ask("time", i, n)
		if fail != nil {
			err = fail
			return 0
		}
		seconds, fail := strconv.ParseFloat(answer, 64)
		if fail != nil {
			err = fail
		}
		return seconds * 1e9
	}
	times := [2][]float64{}
	calls := [2]int{}
	runs := [2]func(int) float64{parse, simd}
	for k, run := range runs {
		for calls[k] = 8; run(calls[k]) < float64(batch) && err == nil; calls[k] *= 2 {
		}
	}
	for r := range rounds {
		for j := range runs {
			k := (j + r) % 2
			times[k] = append(times[k], runs[k](calls[k])/float64(calls[k]))
		}
		if err != nil {
			return 0, 0, err
		}
	}
	return measure.Median(times[0]), measure.Median(times[1]), nil
}
