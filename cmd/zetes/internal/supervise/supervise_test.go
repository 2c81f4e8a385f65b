package supervise

import (
	"context"
	stdjson "encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/tests/agree"
)

type (
	plain  struct{ A int }
	crash  struct{ A, B int }
	exit   struct{ A int }
	hang   struct{ A int }
	greedy struct{ A int }
	ending struct{ A int }
	wrong  struct{ A int }
	large  struct{ A [1 << 21]byte }
)

// UnmarshalJSON ends the program whoever calls it.
func (e *ending) UnmarshalJSON([]byte) error {
	fmt.Fprintln(os.Stderr, "I have had enough")
	os.Exit(0)
	return nil
}

var types = []reflect.Type{
	reflect.TypeFor[plain](), reflect.TypeFor[crash](), reflect.TypeFor[exit](), reflect.TypeFor[hang](), reflect.TypeFor[greedy](),
	reflect.TypeFor[ending](), reflect.TypeFor[wrong](), reflect.TypeFor[large](), reflect.TypeFor[plain](),
}

// This binary is its own program: with a library that fails in all ways that there are.
func TestMain(m *testing.M) {
	switch os.Getenv("ZETES_TEST_PROGRAM") {
	case "":
		os.Exit(m.Run())
	case "silent":
		fmt.Fprintln(os.Stderr, "no luck")
		os.Exit(1)
	}
	for i, t := range types {
		agree.Register(i, fmt.Sprint(i, t), t)
	}
	bad := agree.Std
	bad.Unmarshal = func(data []byte, v any) error {
		err := stdjson.Unmarshal(data, v)
		switch v := v.(type) {
		case *crash:
			if v.B != 0 {
				go func() { panic("nobody can recover this") }()
				select {}
			}
		case *exit:
			os.Exit(0)
		case *hang:
			for n := 0; ; n++ {
			}
		case *greedy:
			for all := [][]byte{}; ; {
				all = append(all, make([]byte, 1<<20))
				runtime.KeepAlive(all)
			}
		case *wrong:
			v.A++
		}
		return err
	}
	bad.NewDecoder = func(r io.Reader) agree.Decoder { return stdjson.NewDecoder(r) }
	fmt.Print("what types print is no event: ")
	agree.Main("github.com/zetes-json/zetes", agree.Std, bad)
}

// heard is what a listener was told.
type heard struct {
	findings    map[int][]agree.Finding
	done        map[int]agree.Counts
	left, apart map[int]string
}

func (h *heard) Finding(f agree.Finding)       { h.findings[f.Type] = append(h.findings[f.Type], f) }
func (h *heard) Done(i int, c agree.Counts)    { h.done[i] = c }
func (h *heard) Left(i int, why string)        { h.left[i] = why }
func (h *heard) Apart(i int, why string)       { h.apart[i] = why }
func (h *heard) first(i int) (f agree.Finding) { return append(h.findings[i], f)[0] }

func job(t *testing.T, mode string) (Job, *heard) {
	t.Helper()
	t.Setenv("ZETES_TEST_PROGRAM", mode)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Job{
			Exe: exe, Tmp: t.TempDir(), Types: len(types), Seed: 1, Time: time.Millisecond, AtLeast: 2, Limit: 2 * time.Second, Memory: 300 << 20, Workers: 2,
		}, &heard{
			findings: map[int][]agree.Finding{}, done: map[int]agree.Counts{}, left: map[int]string{}, apart: map[int]string{},
		}
}

func TestRun(t *testing.T) {
	j, h := job(t, "run")
	_, release, err := Run(context.Background(), j, h)
	if err != nil || release != runtime.Version() {
		t.Fatal(release, err)
	}
	for _, i := range []int{0, 8} { // the types before and behind those that make the program end
		if h.done[i].Cases == 0 || h.findings[i] != nil {
			t.Errorf("type %d: %+v %+v", i, h.done[i], h.findings[i])
		}
	}
	for _, c := range []struct {
		index          int
		what, got, std string
		doc            string // the smallest; empty: any
	}{
		{1, "crash", "panic: nobody can recover this", "supervise.crash{B: 1}, no error", ""},
		{2, "crash", "it ended by itself", "", ""},
		{3, "hang", "it has not come back after 2s", "", ""},
		{4, "hang", "it has taken more than 300 MB", "", ""},
		{6, "value", "supervise.wrong{A: 1}, no error", "supervise.wrong{}, no error", "{}"},
	} {
		f := h.first(c.index)
		if f.What != c.what || f.Got != c.got || c.std != "" && f.Std != c.std || c.doc != "" && string(f.Doc) != c.doc {
			t.Errorf("type %d: %+v\n%s", c.index, f, f.Doc)
		}
		if f.Note != "" && c.what == "crash" {
			t.Errorf("type %d: %s", c.index, f.Note)
		}
	}
	if want := "I have had enough"; h.apart[5] != want || h.findings[5] != nil {
		t.Errorf("got %q, want %q; %+v", h.apart[5], want, h.findings[5])
	}
	if !strings.Contains(h.left[7], "2097152 bytes") {
		t.Errorf("got %q", h.left[7])
	}
}

func TestRunWithoutProgram(t *testing.T) {
	j, h := job(t, "silent")
	if _, _, err := Run(context.Background(), j, h); err == nil || !strings.Contains(err.Error(), "ended before the first of them: no luck") {
		t.Error(err)
	}
	j.Exe += "-that-is-not-there"
	if _, _, err := Run(context.Background(), j, h); err == nil || !strings.Contains(err.Error(), "no such file") && runtime.GOOS != "windows" {
		t.Error(err)
	}
}

func TestRunCancelled(t *testing.T) {
	j, h := job(t, "run")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Run(ctx, j, h); err != context.Canceled {
		t.Error(err)
	}
}

// The line that tells why a program died is found among others, however they arrive.
func TestWords(t *testing.T) {
	var w words
	for _, part := range []string{"hel", "lo\n\nfatal err", "or: stack overflow\n", "goroutine 1\n", strings.Repeat("x", 1<<14) + "\n"} {
		if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	if w.fatal != "fatal error: stack overflow" || w.last != w.fatal {
		t.Errorf("%+v", w)
	}
}
