package articles

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"

	"github.com/mailru/easyjson"
	"github.com/mailru/easyjson/jwriter"
	"github.com/pquerna/ffjson/ffjson"
	ugorji "github.com/ugorji/go/codec"
	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/data/generated/easy"
	"github.com/zetes-json/zetes/bench/data/generated/ff"
	"github.com/zetes-json/zetes/bench/data/generated/gen"
	"github.com/zetes-json/zetes/internal/tests/corpus"
	zetesjson "github.com/zetes-json/zetes/json"
)

// documents runs the three tables of easyjson's README on documents of its sizes: small, regular, which is read with
// its white space, and large, which is fifty times regular without. Published are the figures of that README.
func documents(ctx context.Context, w io.Writer, o Options) error {
	docs, err := articleDocs()
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "published: MB/s, B/op, allocs/op of the README of the module github.com/mailru/easyjson, with Go 1.6")
	for _, d := range docs {
		if err := versus(ctx, w, o, fmt.Sprintf("(c) unmarshal, %s, %d B", d.name, len(d.input)), 1, d.unmarshal()); err != nil {
			return err
		}
	}
	for _, procs := range []int{1, max(2, runtime.NumCPU())} {
		for _, d := range docs {
			title := fmt.Sprintf("(c) marshal, %s, %d B", d.name, len(d.text))
			if err := versus(ctx, w, o, title, procs, d.marshal(procs > 1)); err != nil {
				return err
			}
		}
	}
	return ujson(ctx, w, o, docs)
}

// articleDoc is one document as a value of each library's type.
type articleDoc struct {
	name  string
	text  []byte // what is written
	input []byte // what is read: the same, regular with white space
	plain func() any
	easy  func() any
	ff    func() any
	gen   func() any
}

func articleDocs() ([]articleDoc, error) {
	docs := []articleDoc{
		{"small", nil, nil, func() any { return new(corpus.StatusEntities) }, func() any { return new(easy.StatusEntities) }, func() any { return new(ff.StatusEntities) }, func() any { return new(gen.StatusEntities) }},
		{"regular", nil, nil, func() any { return new(corpus.Tweets) }, func() any { return new(easy.Tweets) }, func() any { return new(ff.Tweets) }, func() any { return new(gen.Tweets) }},
		{"large", nil, nil, func() any { return new(corpus.Tweets) }, func() any { return new(easy.Tweets) }, func() any { return new(ff.Tweets) }, func() any { return new(gen.Tweets) }},
	}
	for i := range docs {
		var err error
		if docs[i].text, err = data.Tweets(docs[i].name); err != nil {
			return nil, err
		}
		if docs[i].input = docs[i].text; docs[i].name == "regular" {
			var b bytes.Buffer
			if err := stdjson.Indent(&b, docs[i].text, "", "  "); err != nil {
				return nil, err
			}
			docs[i].input = b.Bytes()
		}
	}
	return docs, nil
}

var ugorjiHandle = func() *ugorji.JsonHandle {
	h := new(ugorji.JsonHandle)
	h.MapKeyAsString = true
	return h
}()

func (d *articleDoc) unmarshal() []entry {
	e := func(name, key string, fresh func() any, f func(v any) error) entry {
		return entry{
			name: name, size: len(d.input), start: once(func() error { return f(fresh()) }), published: publishedUnmarshal[key][d.name],
			prove: func() error {
				v := fresh()
				if err := f(v); err != nil {
					return err
				}
				b, err := stdjson.Marshal(v)
				if err != nil {
					return err
				}
				return d.same(b)
			},
		}
	}
	return []entry{
		e("encoding/json", "std", d.plain, func(v any) error { return stdjson.Unmarshal(d.input, v) }),
		e("easyjson", "easyjson", d.easy, func(v any) error { return easyjson.Unmarshal(d.input, v.(easyjson.Unmarshaler)) }),
		e("ffjson", "ffjson", d.ff, func(v any) error { return ffjson.Unmarshal(d.input, v) }),
		e("codec (ugorji)", "codec", d.plain, func(v any) error { return ugorji.NewDecoderBytes(d.input, ugorjiHandle).Decode(v) }),
		e("zetes", "", d.plain, func(v any) error { return zetesjson.Unmarshal(d.input, v) }),
		e("zetes gen", "", d.gen, func(v any) error { return v.(stdjson.Unmarshaler).UnmarshalJSON(d.input) }),
	}
}

// same reports whether b means what the document means.
func (d *articleDoc) same(b []byte) error {
	got, want := d.plain(), d.plain()
	if err := stdjson.Unmarshal(b, got); err != nil {
		return err
	}
	if err := stdjson.Unmarshal(d.text, want); err != nil {
		return err
	}
	if !reflect.DeepEqual(got, want) {
		return errors.New("another result than encoding/json")
	}
	return nil
}

func (d *articleDoc) marshal(concurrent bool) []entry {
	published := publishedMarshal
	if concurrent {
		published = publishedConcurrent
	}
	plain, ez, f, z := d.plain(), d.easy(), d.ff(), d.gen()
	for _, v := range []any{plain, ez, f, z} {
		if err := stdjson.Unmarshal(d.text, v); err != nil {
			return []entry{{name: "encoding/json", start: once(func() error { return err })}} // shown instead of figures
		}
	}
	// Every way of writing takes a writer or hands over its bytes, so that they can be proven.
	e := func(name, key string, f func(to io.Writer) ([]byte, error)) entry {
		return entry{
			name: name, size: len(d.text), published: published[key][d.name],
			start: once(func() error { _, err := f(io.Discard); return err }),
			prove: func() error {
				var to bytes.Buffer
				b, err := f(&to)
				if err != nil {
					return err
				}
				return d.same(append(to.Bytes(), b...))
			},
		}
	}
	// An entry that keeps memory from call to call is proven by its second result.
	keep := func(name, key string, start func() func() ([]byte, error)) entry {
		return entry{
			name: name, size: len(d.text), published: published[key][d.name],
			start: func() func() error {
				run := start()
				return func() error { _, err := run(); return err }
			},
			prove: func() error {
				run := start()
				if _, err := run(); err != nil {
					return err
				}
				b, err := run()
				if err != nil {
					return err
				}
				return d.same(b)
			},
		}
	}
	return []entry{
		e("encoding/json", "std", func(io.Writer) ([]byte, error) { return stdjson.Marshal(plain) }),
		e("encoding/json, to a writer", "", func(to io.Writer) ([]byte, error) { return nil, stdjson.NewEncoder(to).Encode(plain) }),
		e("easyjson", "easyjson", func(io.Writer) ([]byte, error) { return easyjson.Marshal(ez.(easyjson.Marshaler)) }),
		e("easyjson, to a writer", "easyjson writer", func(to io.Writer) ([]byte, error) {
			var out jwriter.Writer
			ez.(easyjson.Marshaler).MarshalEasyJSON(&out)
			_, err := out.DumpTo(to)
			return nil, err
		}),
		e("ffjson", "ffjson", func(io.Writer) ([]byte, error) { return ffjson.Marshal(f) }),
		e("ffjson, pooled", "ffjson pooled", func(to io.Writer) ([]byte, error) {
			b, err := ffjson.Marshal(f)
			if err == nil {
				_, err = to.Write(b)
			}
			ffjson.Pool(b)
			return nil, err
		}),
		e("codec (ugorji)", "codec", func(io.Writer) (b []byte, err error) {
			err = ugorji.NewEncoderBytes(&b, ugorjiHandle).Encode(plain)
			return b, err
		}),
		keep("codec (ugorji), reused slice", "codec reused", func() func() ([]byte, error) {
			var b []byte
			enc := ugorji.NewEncoderBytes(&b, ugorjiHandle)
			return func() ([]byte, error) {
				b = b[:0]
				enc.ResetBytes(&b)
				err := enc.Encode(plain)
				return b, err
			}
		}),
		e("zetes", "", func(io.Writer) ([]byte, error) { return zetesjson.Marshal(plain) }),
		e("zetes gen", "", func(io.Writer) ([]byte, error) { return z.(stdjson.Marshaler).MarshalJSON() }),
		e("zetes, to a writer", "", func(to io.Writer) ([]byte, error) { return nil, zetes.MarshalTo(to, plain) }),
		keep("zetes, reused slice", "", func() func() ([]byte, error) {
			var b []byte
			return func() (_ []byte, err error) {
				b, err = zetes.Append(b[:0], plain)
				return b, err
			}
		}),
		keep("zetes, to a bytes.Buffer that is kept", "", func() func() ([]byte, error) {
			var b bytes.Buffer
			return func() ([]byte, error) {
				b.Reset()
				err := zetes.MarshalTo(&b, plain)
				return b.Bytes(), err
			}
		}),
	}
}
