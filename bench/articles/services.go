package articles

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"fmt"
	"io"
	"reflect"
	"runtime"

	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/lib"
)

// serviceLibs are the libraries of table (f), all with encoding/json's results.
var serviceLibs = []string{"zetes", "std", "goccy", "sonic-std", "jsoniter-std", "segmentio"}

// liveHeap is how much memory is alive in the second half of table (f), as in a program that does something else too:
// the collector then runs less often.
const liveHeap = 64 << 20

// services runs table (f), with little memory alive and with liveHeap.
func services(ctx context.Context, w io.Writer, o Options) error {
	source, err := data.Get("golang_source")
	if err != nil {
		return err
	}
	documents := []struct {
		name  string
		value any
	}{
		{"request", data.NewRequest()}, {"chat", data.NewChat()}, {"chunk", data.NewChunk()}, {"issues", data.NewIssues()}, {"graph", data.NewPage()}, {source.Name, source.New()},
	}
	if text, err := source.Text(); err != nil {
		fmt.Fprintf(w, "without %s: %v\n", source.Name, err)
		documents = documents[:len(documents)-1]
	} else if err := stdjson.Unmarshal(text, documents[len(documents)-1].value); err != nil {
		return err
	}
	for _, live := range []int{0, liveHeap} {
		held := make([]*[1 << 10]*byte, live/(1<<10)/8)
		for i := range held {
			held[i] = new([1 << 10]*byte)
		}
		for _, d := range documents {
			if err := service(ctx, w, o, fmt.Sprintf("%s, %d MB of live heap", d.name, live>>20), d.value); err != nil {
				return err
			}
		}
		if err := events(ctx, w, o, live); err != nil {
			return err
		}
		runtime.KeepAlive(held)
	}
	return nil
}

// service runs both tables of one document.
func service(ctx context.Context, w io.Writer, o Options, name string, v any) error {
	text, err := stdjson.Marshal(v)
	if err != nil {
		return err
	}
	target := func() any { return reflect.New(reflect.TypeOf(v).Elem()).Interface() }
	var in, out []entry
	for _, n := range serviceLibs {
		l, err := lib.Get(n)
		if err != nil {
			return err
		}
		in = append(in, entry{name: n, size: len(text), start: once(func() error { return l.Unmarshal(text, target()) }), prove: func() error {
			got := target()
			if err := l.Unmarshal(text, got); err != nil {
				return err
			}
			if again, err := stdjson.Marshal(got); err != nil || string(again) != string(text) {
				return fmt.Errorf("another value than encoding/json's: %.40s, %v", again, err)
			}
			return nil
		}})
		out = append(out, entry{name: n, size: len(text), start: once(func() error { _, err := l.Marshal(v); return err }), prove: func() error {
			got, err := l.Marshal(v)
			if err == nil && string(got) != string(text) {
				err = fmt.Errorf("another result than encoding/json: %.40s", got)
			}
			return err
		}})
	}
	if err := versus(ctx, w, o, fmt.Sprintf("(f) unmarshal, %s, %d B", name, len(text)), 1, in); err != nil {
		return err
	}
	return versus(ctx, w, o, fmt.Sprintf("(f) marshal, %s, %d B", name, len(text)), 1, out)
}

// events runs the table of the values of a stream, one after the other by one Decoder.
func events(ctx context.Context, w io.Writer, o Options, live int) error {
	var text []byte
	chunks := data.NewChunks()
	for _, c := range chunks {
		b, err := stdjson.Marshal(c)
		if err != nil {
			return err
		}
		text = append(append(text, b...), '\n')
	}
	var list []entry
	for _, n := range serviceLibs {
		l, err := lib.Get(n)
		if err != nil {
			return err
		}
		read := func(each func(*data.Completion) error) error {
			decode := l.Decoder(bytes.NewReader(text))
			for range chunks {
				c := new(data.Completion)
				if err := decode(c); err != nil {
					return err
				}
				if err := each(c); err != nil {
					return err
				}
			}
			return nil
		}
		list = append(list, entry{name: n, size: len(text), start: once(func() error { return read(func(*data.Completion) error { return nil }) }), prove: func() error {
			rest := text
			return read(func(c *data.Completion) error {
				got, err := stdjson.Marshal(c)
				if err != nil || !bytes.HasPrefix(rest, append(got, '\n')) {
					return fmt.Errorf("another value than encoding/json's: %.40s, %v", got, err)
				}
				rest = rest[len(got)+1:]
				return nil
			})
		}})
	}
	return versus(ctx, w, o, fmt.Sprintf("(f) read, %d chunks by one Decoder, %d MB of live heap, %d B", len(chunks), live>>20, len(text)), 1, list)
}
