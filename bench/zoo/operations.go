package zoo

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"

	goccy "github.com/goccy/go-json"
	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/lib"
	"github.com/zetes-json/zetes/json"
)

// operation is a row of the contest.
type operation struct {
	contest.Row
	// on returns what a library does n times with a value and its text, and once for its result; nil if it has no
	// such operation.
	on func(l *lib.Lib, k *kind, v any, text []byte) *work
	// enter, for operations that have documents of their own, returns the contestants.
	enter func(doc string, g *gen) (*entrants, error)
	skip  func(k *kind) bool
}

// work does an operation n times, and once for its result.
type work struct {
	run    func(n int) error
	result func() (any, error)
}

var operations = []*operation{
	{Row: rowOf("marshal"), on: marshal, skip: func(k *kind) bool { return k.in }},
	{Row: rowOf("append"), on: appendTo, skip: func(k *kind) bool { return k.in }},
	{Row: rowOf("unmarshal"), on: unmarshal, skip: func(k *kind) bool { return k.out }},
	{Row: rowOf("again"), on: again, skip: func(k *kind) bool { return k.out }},
	{Row: contest.Row{Name: "errors", Ours: ours, Docs: wrongNames()}, enter: enterWrong},
	{Row: contest.Row{Name: "stream", Ours: ours, Docs: streamNames}, enter: enterStream},
}

func rowOf(name string) contest.Row { return contest.Row{Name: name, Ours: ours, Docs: names()} }

// libraries returns zetes and its peers, of which std is the first.
func libraries() (out []*lib.Lib, err error) {
	for _, name := range append([]string{ours}, peers...) {
		l, err := lib.Get(name)
		if err != nil {
			return nil, err
		}
		out = append(out, l)
	}
	return out, nil
}

// onKind returns the contestants of an operation on a kind.
func (o *operation) onKind(k *kind, g *gen) (*entrants, error) {
	if o.skip(k) {
		return nil, nil
	}
	target := k.fresh()
	g.contents = k.fill
	g.fill(reflect.ValueOf(target).Elem(), 0)
	v := passed(target)
	all, err := libraries()
	if err != nil {
		return nil, err
	}
	text, err := all[1].Marshal(v)
	switch {
	case err != nil && v2:
		return nil, nil // it has no form in encoding/json/v2, such as a time.Duration
	case err != nil:
		return nil, fmt.Errorf("%s: %w", k.name, err)
	}
	if k.text != nil {
		text = k.text(g, text)
	}
	e := &entrants{size: max(1, len(text))}
	for _, l := range all {
		w := o.on(l, k, v, text)
		if w == nil {
			continue
		}
		e.entries = append(e.entries, entryOf(l.Name, w))
		if l.Name == std {
			e.want = w.result
		}
	}
	if e.want == nil { // an operation that encoding/json has not: its Marshal is the reference
		e.want = func() (any, error) { return string(text), nil }
	}
	return e, nil
}

// entryOf makes an entry of which a panic is an error. Libraries panic at some kinds.
func entryOf(name string, w *work) contest.Entry {
	return contest.Entry{
		Name: name,
		Run: func(n int) (err error) {
			defer catch(&err)
			return w.run(n)
		},
		Result: func() (v any, err error) {
			defer catch(&err)
			return w.result()
		},
	}
}

func catch(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic: %v", p)
	}
}

// passed returns what callers pass to Marshal: structs and arrays by pointer, all else as it is.
func passed(target any) any {
	v := reflect.ValueOf(target).Elem()
	if k := v.Kind(); k == reflect.Struct || k == reflect.Array {
		return target
	}
	return v.Interface()
}

func marshal(l *lib.Lib, _ *kind, v any, _ []byte) *work {
	return &work{
		run: func(n int) error {
			for range n {
				if _, err := l.Marshal(v); err != nil {
					return err
				}
			}
			return nil
		},
		result: func() (any, error) {
			b, err := l.Marshal(v)
			return sorted(b), err
		},
	}
}

func appendTo(l *lib.Lib, _ *kind, v any, _ []byte) *work {
	if l.Append == nil {
		return nil
	}
	var buf []byte
	return &work{
		run: func(n int) error {
			for range n {
				var err error
				if buf, err = l.Append(buf[:0], v); err != nil {
					return err
				}
			}
			return nil
		},
		result: func() (any, error) {
			b, err := l.Append(nil, v)
			return sorted(b), err
		},
	}
}

// sorted returns an output as it is or, for --v2, with its members sorted: encoding/json/v2 writes maps in any order.
func sorted(b []byte) string {
	var v any
	d := stdjson.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if v2 && d.Decode(&v) == nil {
		b, _ = stdjson.Marshal(v)
	}
	return string(b)
}

func unmarshal(l *lib.Lib, k *kind, _ any, text []byte) *work {
	return &work{
		run: func(n int) error {
			for range n {
				if err := l.Unmarshal(text, k.fresh()); err != nil {
					return err
				}
			}
			return nil
		},
		result: func() (any, error) {
			v := k.fresh()
			err := l.Unmarshal(text, v)
			return v, err
		},
	}
}

// again decodes into one target, as loops and pools do.
func again(l *lib.Lib, k *kind, _ any, text []byte) *work {
	kept := k.fresh()
	return &work{
		run: func(n int) error {
			for range n {
				if err := l.Unmarshal(text, kept); err != nil {
					return err
				}
			}
			return nil
		},
		result: func() (any, error) {
			v := k.fresh()
			if err := l.Unmarshal(text, v); err != nil {
				return nil, err
			}
			err := l.Unmarshal(text, v)
			return v, err
		},
	}
}

// streamNames are the documents of streams.
var streamNames = []string{"stream/decoder-for-one", "stream/encoder-for-one", "stream/decode-500", "stream/encode-500", "stream/tokens"}

func enterStream(doc string, g *gen) (*entrants, error) {
	at := slices.Index(streamNames, doc)
	if v2 && at == 4 {
		return nil, nil // json/v2 uses the tokens of encoding/json/jsontext
	}
	values := make([]record, 500)
	g.fill(reflect.ValueOf(&values).Elem(), 0)
	values = append(values, make([]record, 500)...)[:500]
	if at < 2 {
		values = values[:1]
	}
	var text []byte
	for i := range values {
		b, err := stdjson.Marshal(&values[i])
		if err != nil {
			return nil, err
		}
		text = append(append(text, b...), '\n')
	}
	e := &entrants{size: max(1, len(text))}
	if at == 4 {
		return tokens(e, text), nil
	}
	all, err := libraries()
	if err != nil {
		return nil, err
	}
	for _, l := range all {
		w := decodeStream(l, text, len(values))
		if at == 1 || at == 3 {
			w = encodeStream(l, values)
		}
		e.entries = append(e.entries, entryOf(l.Name, w))
		if l.Name == std {
			e.want = w.result
		}
	}
	return e, nil
}

func decodeStream(l *lib.Lib, text []byte, count int) *work {
	all := func(keep func(r record)) error {
		decode := l.Decoder(bytes.NewReader(text))
		for range count {
			var r record
			if err := decode(&r); err != nil {
				return err
			}
			keep(r)
		}
		return nil
	}
	return &work{
		run: func(n int) error {
			for range n {
				if err := all(func(record) {}); err != nil {
					return err
				}
			}
			return nil
		},
		result: func() (any, error) {
			var got []record
			err := all(func(r record) { got = append(got, r) })
			return got, err
		},
	}
}

func encodeStream(l *lib.Lib, values []record) *work {
	all := func(w io.Writer) error {
		encode := l.Encoder(w)
		for i := range values {
			if err := encode(&values[i]); err != nil {
				return err
			}
		}
		return nil
	}
	return &work{
		run: func(n int) error {
			for range n {
				if err := all(io.Discard); err != nil {
					return err
				}
			}
			return nil
		},
		result: func() (any, error) {
			var b bytes.Buffer
			err := all(&b)
			return b.String(), err
		},
	}
}

// tokens has the libraries with encoding/json's tokens read text.
func tokens(e *entrants, text []byte) *entrants {
	for _, l := range []struct {
		name string
		next func() func() (any, error)
	}{
		{ours, func() func() (any, error) {
			d := json.NewDecoder(bytes.NewReader(text))
			return func() (any, error) { return d.Token() }
		}},
		{std, func() func() (any, error) {
			d := stdjson.NewDecoder(bytes.NewReader(text))
			return func() (any, error) { return d.Token() }
		}},
		{"goccy", func() func() (any, error) {
			d := goccy.NewDecoder(bytes.NewReader(text))
			return func() (any, error) { return d.Token() }
		}},
	} {
		count := func() (any, error) {
			next := l.next()
			for n := 0; ; n++ {
				if _, err := next(); errors.Is(err, io.EOF) {
					return n, nil
				} else if err != nil {
					return nil, err
				}
			}
		}
		e.entries = append(e.entries, entryOf(l.name, &work{func(n int) error {
			for range n {
				if _, err := count(); err != nil {
					return err
				}
			}
			return nil
		}, count}))
		if l.name == std {
			e.want = count
		}
	}
	return e
}
