// Package ownrun is the body of the throw-away program that `bench own` builds around the user's type.
package ownrun

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/zetes-json/zetes/bench/lib"
	"github.com/zetes-json/zetes/bench/measure"
)

// Main measures the type that fresh makes and prints a table. It ends the process with an error where there is one.
func Main(name string, fresh func() any) {
	if err := run(name, fresh, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench own:", oneLine(err))
		os.Exit(2)
	}
}

// oneLine is for the errors of other people's methods.
func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

func run(name string, fresh func() any, args []string, w io.Writer) error {
	fl := flag.NewFlagSet("own", flag.ContinueOnError)
	rounds := fl.Int("rounds", 7, "")
	batch := fl.Duration("batch", 20*time.Millisecond, "")
	share := fl.Float64("share", 0, "")
	names := fl.String("lib", "", "")
	if err := fl.Parse(args); err != nil {
		return err
	}
	samples, err := readSamples(fl.Arg(0), fresh)
	if err != nil {
		return err
	}
	size := 0
	for _, s := range samples {
		size += len(s.text)
	}
	fmt.Fprintf(w, "%s: %d samples, %d bytes; processor time, medians of %d interleaved rounds\n", name, len(samples), size, *rounds)
	for _, op := range []string{"unmarshal", "marshal"} {
		if op == "marshal" {
			if err := writable(samples); err != nil {
				return fmt.Errorf("marshal: encoding/json has no result to compare with: %w", err)
			}
		}
		if err := table(w, op, samples, fresh, size, *names, measure.Config{Rounds: *rounds, Batch: *batch}, *share); err != nil {
			return err
		}
	}
	return nil
}

type sample struct {
	text  []byte
	value any
}

// readSamples reads one value or a stream of them.
func readSamples(file string, fresh func() any) ([]sample, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var out []sample
	d := stdjson.NewDecoder(bytes.NewReader(b))
	for {
		var raw stdjson.RawMessage
		if err := d.Decode(&raw); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("%s:%d: sample %d: %w", file, line(b, d.InputOffset(), err), len(out)+1, err)
		}
		v := fresh()
		if err := stdjson.Unmarshal(raw, v); err != nil {
			return nil, fmt.Errorf("%s:%d: sample %d: %w", file, line(b, d.InputOffset()-int64(len(raw)), err), len(out)+1, err)
		}
		out = append(out, sample{raw, v})
	}
	if out == nil {
		return nil, fmt.Errorf("%s holds no sample", file)
	}
	return out, nil
}

// line returns the line of an error in b, for the value that starts at start or after it. An error without a place is
// where the value is.
func line(b []byte, start int64, err error) int {
	at := start
	if syntax := (*stdjson.SyntaxError)(nil); errors.As(err, &syntax) {
		at = syntax.Offset // of the stream
	} else if misfit := (*stdjson.UnmarshalTypeError)(nil); errors.As(err, &misfit) {
		at += misfit.Offset
	} else if errors.Is(err, io.ErrUnexpectedEOF) {
		at = int64(len(b))
	}
	return 1 + bytes.Count(b[:min(max(at, 0), int64(len(b)))], []byte("\n"))
}

// writable returns why encoding/json can't write one of the samples back.
func writable(samples []sample) (err error) {
	i := 0
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("sample %d: panics: %v", i+1, r)
		}
	}()
	for i = range samples {
		if _, err := stdjson.Marshal(samples[i].value); err != nil {
			return fmt.Errorf("sample %d: %w", i+1, err)
		}
	}
	return nil
}

func table(w io.Writer, op string, samples []sample, fresh func() any, size int, names string, c measure.Config, share float64) error {
	var libs []*lib.Lib
	var notes []string
	var fs []measure.Func
	for _, l := range lib.All {
		if l.Missing != "" || l.Marshal == nil || names != "" && l.Name != "std" && !strings.Contains(","+names+",", ","+l.Name+",") {
			continue
		}
		note, err := prove(op, l, samples, fresh)
		libs, notes = append(libs, l), append(notes, note)
		fs = append(fs, measure.Func{Run: func(n int) error {
			if err != nil {
				return err
			}
			for range n {
				for i := range samples {
					var err error
					if op == "marshal" {
						_, err = l.Marshal(samples[i].value)
					} else {
						err = l.Unmarshal(samples[i].text, fresh())
					}
					if err != nil {
						return err
					}
				}
			}
			return nil
		}})
	}
	results := measure.Run(c, fs)
	std := 0.0
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "\n%s\tns/sample\tMB/s\t× std\tallocs\tB\tof the time in encoding/json", op)
	if share > 0 {
		fmt.Fprint(tw, "\tof all your time")
	}
	fmt.Fprintln(tw, "\tconfiguration")
	n := float64(len(samples))
	for i, r := range results {
		if r.Err != nil {
			fmt.Fprintf(tw, "%s\t-\t\t\t\t\t", libs[i].Name)
			if share > 0 {
				fmt.Fprint(tw, "\t")
			}
			fmt.Fprintf(tw, "\t%s\n", oneLine(r.Err))
			continue
		}
		t := measure.Median(r.CPU)
		if libs[i].Name == "std" {
			std = t
		}
		saves := 1 - t/std
		fmt.Fprintf(tw, "%s\t%.0f\t%.0f\t%.2f\t%.1f\t%.0f\t%s", libs[i].Name, t/n, float64(size)/t*1e3, std/t, r.Allocs/n, r.Bytes/n, saved(saves))
		if share > 0 {
			fmt.Fprintf(tw, "\t%s", saved(saves*share/100))
		}
		remark := libs[i].About
		if notes[i] != "" {
			remark += "; " + notes[i]
		}
		fmt.Fprintf(tw, "\t%s\n", remark)
	}
	return tw.Flush()
}

func saved(x float64) string {
	switch {
	case x > 0.0005:
		return fmt.Sprintf("saves %.1f%%", x*100)
	case x < -0.0005:
		return fmt.Sprintf("costs %.1f%% more", -x*100)
	}
	return "the same"
}

// prove compares a library's results with encoding/json's: the same, or a remark, or an error where the meaning
// differs.
func prove(op string, l *lib.Lib, samples []sample, fresh func() any) (note string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panics: %v", r)
		}
	}()
	for i, s := range samples {
		if op == "unmarshal" {
			v := fresh()
			if err := l.Unmarshal(bytes.Clone(s.text), v); err != nil {
				return "", err
			}
			if !reflect.DeepEqual(v, s.value) {
				return "", fmt.Errorf("decodes sample %d to another value than encoding/json", i+1)
			}
			continue
		}
		want, err := stdjson.Marshal(s.value)
		if err != nil {
			return "", err
		}
		got, err := l.Marshal(s.value)
		if err != nil {
			return "", err
		}
		if bytes.Equal(got, want) {
			continue
		}
		a, b := fresh(), fresh()
		if stdjson.Unmarshal(got, a) != nil || stdjson.Unmarshal(want, b) != nil || !reflect.DeepEqual(a, b) {
			return "", fmt.Errorf("encodes sample %d to another value than encoding/json", i+1)
		}
		note = "same meaning, other bytes"
	}
	return note, nil
}
