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
	"github.com/zetes-json/zetes/internal/corpus"
	zetesjson "github.com/zetes-json/zetes/json"
)

// documents runs the three tables of easyjson's README on documents of its sizes: a tweet's entities (80 B), a page
// of some tweets (about 13 kB), a page of many (about 500 kB). Published are the MB/s of that README, measured with
// Go 1.6.
func documents(ctx context.Context, w io.Writer, o Options) error {
	docs, err := articleDocs()
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "published: the README of the module github.com/mailru/easyjson, with Go 1.6")
	for _, d := range docs {
		if err := versus(ctx, w, o, fmt.Sprintf("(c) unmarshal, %s, %d B", d.name, len(d.text)), 1, d.unmarshal()); err != nil {
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
	text  []byte
	plain func() any
	easy  func() any
	ff    func() any
	gen   func() any
}

func articleDocs() ([]articleDoc, error) {
	docs := []articleDoc{
		{"small", nil, func() any { return new(corpus.StatusEntities) }, func() any { return new(easy.StatusEntities) }, func() any { return new(ff.StatusEntities) }, func() any { return new(gen.StatusEntities) }},
		{"regular", nil, func() any { return new(corpus.Tweets) }, func() any { return new(easy.Tweets) }, func() any { return new(ff.Tweets) }, func() any { return new(gen.Tweets) }},
		{"large", nil, func() any { return new(corpus.Tweets) }, func() any { return new(easy.Tweets) }, func() any { return new(ff.Tweets) }, func() any { return new(gen.Tweets) }},
	}
	for i := range docs {
		var err error
		if docs[i].text, err = data.Tweets(docs[i].name); err != nil {
			return nil, err
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
	published := map[string]map[string]string{
		"small":   {"std": "9.7 MB/s", "easyjson": "67 MB/s", "ffjson": "17.6 MB/s", "codec": "29 MB/s"},
		"regular": {"std": "22 MB/s", "easyjson": "125 MB/s", "ffjson": "66 MB/s", "codec": "55 MB/s"},
	}[d.name]
	e := func(name, key string, fresh func() any, f func(v any) error) entry {
		return entry{
			name: name, size: len(d.text), start: once(func() error { return f(fresh()) }), published: published[key],
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
		e("encoding/json", "std", d.plain, func(v any) error { return stdjson.Unmarshal(d.text, v) }),
		e("easyjson", "easyjson", d.easy, func(v any) error { return easyjson.Unmarshal(d.text, v.(easyjson.Unmarshaler)) }),
		e("ffjson", "ffjson", d.ff, func(v any) error { return ffjson.Unmarshal(d.text, v) }),
		e("codec (ugorji)", "codec", d.plain, func(v any) error { return ugorji.NewDecoderBytes(d.text, ugorjiHandle).Decode(v) }),
		e("zetes", "", d.plain, func(v any) error { return zetesjson.Unmarshal(d.text, v) }),
		e("zetes gen", "", d.gen, func(v any) error { return v.(stdjson.Unmarshaler).UnmarshalJSON(d.text) }),
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
	published := map[string]map[string]string{
		"small":   {"std": "32 MB/s", "easyjson": "125 MB/s", "ffjson": "36 MB/s", "ffjson**": "64 MB/s", "codec": "42 MB/s", "codec***": "56 MB/s"},
		"regular": {"std": "75 MB/s", "easyjson": "213 MB/s", "easyjson*": "263 MB/s", "ffjson": "122 MB/s", "ffjson**": "146 MB/s", "codec": "80 MB/s", "codec***": "108 MB/s"},
		"large":   {"std": "80 MB/s", "easyjson": "212 MB/s", "easyjson*": "262 MB/s", "ffjson": "134 MB/s", "ffjson**": "125 MB/s", "codec": "73 MB/s", "codec***": "103 MB/s"},
	}[d.name]
	if concurrent {
		published = map[string]map[string]string{
			"small":   {"std": "124 MB/s", "easyjson": "333 MB/s", "ffjson": "62 MB/s", "ffjson**": "282 MB/s", "codec": "147 MB/s", "codec***": "299 MB/s"},
			"regular": {"std": "252 MB/s", "easyjson": "792 MB/s", "easyjson*": "1748 MB/s", "ffjson": "301 MB/s", "ffjson**": "707 MB/s", "codec": "183 MB/s", "codec***": "671 MB/s"},
			"large":   {"std": "289 MB/s", "easyjson": "718 MB/s", "easyjson*": "2134 MB/s", "ffjson": "438 MB/s", "ffjson**": "131 MB/s", "codec": "190 MB/s", "codec***": "752 MB/s"},
		}[d.name]
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
			name: name, size: len(d.text), published: published[key],
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
	// What keeps memory from call to call is proven by its second result.
	keep := func(name, key string, start func() func() ([]byte, error)) entry {
		return entry{
			name: name, size: len(d.text), published: published[key],
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
		e("easyjson, to a writer", "easyjson*", func(to io.Writer) ([]byte, error) {
			var out jwriter.Writer
			ez.(easyjson.Marshaler).MarshalEasyJSON(&out)
			_, err := out.DumpTo(to)
			return nil, err
		}),
		e("ffjson", "ffjson", func(io.Writer) ([]byte, error) { return ffjson.Marshal(f) }),
		e("ffjson, pooled", "ffjson**", func(to io.Writer) ([]byte, error) {
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
		keep("codec (ugorji), reused slice", "codec***", func() func() ([]byte, error) {
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
