package main

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"

	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/lib"
)

// doc is a document with everything that the rows need, prepared once per process.
type doc struct {
	set                     *data.Set
	text, compact, indented []byte
	value                   any // of the document's own type
	tree                    any // as decoded into an any
	out, outTree            int // sizes of the encodings of value and tree
}

func loadDoc(name string) (*doc, error) {
	set, err := data.Get(name)
	if err != nil {
		return nil, err
	}
	d := &doc{set: set}
	if d.text, err = set.Text(); err != nil {
		return nil, err
	}
	if d.compact, err = set.Compact(); err != nil {
		return nil, err
	}
	if d.indented, err = set.Indented(); err != nil {
		return nil, err
	}
	d.value = set.New()
	if err = stdjson.Unmarshal(d.text, d.value); err != nil {
		return nil, err
	}
	if err = stdjson.Unmarshal(d.text, &d.tree); err != nil {
		return nil, err
	}
	b, err := stdjson.Marshal(d.value)
	if err != nil {
		return nil, err
	}
	t, err := stdjson.Marshal(d.tree)
	d.out, d.outTree = len(b), len(t)
	return d, err
}

// work does an operation of a library on a document n times, and once for its result. Both are nil where the
// library has no such operation.
type work struct {
	run    func(n int) error
	result func() (any, error)
}

func runUnmarshal(d *doc, l *lib.Lib, fresh func() any) work {
	if l.Unmarshal == nil {
		return work{}
	}
	return work{func(n int) error {
		for range n {
			if err := l.Unmarshal(d.text, fresh()); err != nil {
				return err
			}
		}
		return nil
	}, func() (any, error) {
		v := fresh()
		err := l.Unmarshal(d.text, v)
		return v, err
	}}
}

func runMarshal(l *lib.Lib, v any) work {
	if l.Marshal == nil {
		return work{}
	}
	return work{func(n int) error {
		for range n {
			if _, err := l.Marshal(v); err != nil {
				return err
			}
		}
		return nil
	}, func() (any, error) {
		b, err := l.Marshal(v)
		return string(b), err
	}}
}

func runAppend(l *lib.Lib, v any) work {
	if l.Append == nil {
		return work{}
	}
	var buf []byte
	return work{func(n int) error {
		for range n {
			var err error
			if buf, err = l.Append(buf[:0], v); err != nil {
				return err
			}
		}
		return nil
	}, func() (any, error) {
		b, err := l.Append(nil, v)
		return string(b), err
	}}
}

func runBuffer(f func(*bytes.Buffer, []byte) error, src []byte) work {
	if f == nil {
		return work{}
	}
	var buf bytes.Buffer
	return work{func(n int) error {
		for range n {
			buf.Reset()
			if err := f(&buf, src); err != nil {
				return err
			}
		}
		return nil
	}, func() (any, error) {
		var b bytes.Buffer
		err := f(&b, src)
		return b.String(), err
	}}
}

func runValid(d *doc, l *lib.Lib) work {
	if l.Valid == nil {
		return work{}
	}
	return work{func(n int) error {
		for range n {
			if !l.Valid(d.text) {
				return fmt.Errorf("%s calls %s invalid", l.Name, d.set.Name)
			}
		}
		return nil
	}, func() (any, error) { return l.Valid(d.text), nil }}
}
