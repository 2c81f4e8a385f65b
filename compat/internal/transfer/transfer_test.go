package transfer_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/compat/codec"
	"github.com/zetes-json/zetes/compat/easyjson"
	"github.com/zetes-json/zetes/compat/easyjson/jlexer"
	"github.com/zetes-json/zetes/compat/easyjson/jwriter"
	"github.com/zetes-json/zetes/compat/ffjson"
	fflib "github.com/zetes-json/zetes/compat/ffjson/fflib/v1"
	"github.com/zetes-json/zetes/compat/gojay"
	"github.com/zetes-json/zetes/compat/jingo"
	"github.com/zetes-json/zetes/compat/jsoniter"
	"github.com/zetes-json/zetes/internal/transfer"
)

// value is written and read by the methods of easyjson and of ffjson.
type value struct{ n int }

func (v *value) MarshalEasyJSON(w *jwriter.Writer)             { w.Int(v.n) }
func (v *value) UnmarshalEasyJSON(l *jlexer.Lexer)             { v.n = l.Int() }
func (v *value) MarshalJSONBuf(buf fflib.EncodingBuffer) error { return buf.WriteByte('7') }
func (v *value) UnmarshalJSONFFLexer(l *fflib.FFLexer, _ fflib.FFParseState) error {
	l.Scan()
	return l.BigError
}

// result is a reader and a writer that returns it again and again.
type result struct {
	n   int
	err error
}

func (r result) Read([]byte) (int, error)  { return r.n, r.err }
func (r result) Write([]byte) (int, error) { return r.n, r.err }

var readers = map[string]func(io.Reader) error{
	"codec":    func(r io.Reader) error { return codec.NewDecoder(r, new(codec.JsonHandle)).Decode(new(int)) },
	"easyjson": func(r io.Reader) error { return easyjson.UnmarshalFromReader(r, new(value)) },
	"ffjson":   func(r io.Reader) error { return ffjson.NewDecoder().DecodeReader(r, new(value)) },
	"gojay":    func(r io.Reader) error { return gojay.NewDecoder(r).DecodeInt(new(int)) },
	"gojay, a stream": func(r io.Reader) error {
		return gojay.Stream.NewDecoder(r).DecodeStream(ints{})
	},
	"jsoniter": func(r io.Reader) error { return jsoniter.NewDecoder(r).Decode(new(int)) },
	"jsoniter, an Iterator": func(r io.Reader) error {
		iter := jsoniter.Parse(jsoniter.ConfigDefault, r, 16)
		if iter.ReadInt(); iter.Error == io.EOF {
			return nil // It has looked for more digits.
		}
		return iter.Error
	},
}

type ints struct{}

func (ints) UnmarshalStream(dec *gojay.StreamDecoder) error { return dec.Int(new(int)) }

var writers = map[string]func(io.Writer) error{
	"codec":            func(w io.Writer) error { return codec.NewEncoder(w, new(codec.JsonHandle)).Encode(77) },
	"easyjson":         func(w io.Writer) error { _, err := easyjson.MarshalToWriter(&value{7}, w); return err },
	"easyjson, no one": func(w io.Writer) error { _, err := easyjson.MarshalToWriter((*value)(nil), w); return err },
	"ffjson":           func(w io.Writer) error { return ffjson.NewEncoder(w).Encode(new(value)) },
	"gojay":            func(w io.Writer) error { return gojay.NewEncoder(w).EncodeInt(77) },
	"jingo": func(w io.Writer) error {
		b := jingo.NewBufferFromPool()
		b.WriteString("77")
		n, err := b.WriteTo(w)
		if n < 0 || n > 2 {
			return errors.New("an impossible count is returned")
		}
		return err
	},
	"jsoniter": func(w io.Writer) error { return jsoniter.NewEncoder(w).Encode(7) },
	"jsoniter, a Stream": func(w io.Writer) error {
		s := jsoniter.NewStream(jsoniter.ConfigDefault, w, 16)
		s.WriteInt(77)
		return s.Flush()
	},
}

// TestTransfer: what a reader or a writer does against the rules of package io is an error.
func TestTransfer(t *testing.T) {
	own := errors.New("own")
	for name, read := range readers {
		for r, want := range map[result]error{
			{0, nil}: io.ErrNoProgress, {-1, nil}: transfer.ErrReadCount, {1 << 30, nil}: transfer.ErrReadCount, {0, own}: own, {-1, own}: own,
		} {
			if err := read(r); !errors.Is(err, want) {
				t.Errorf("%s, %v: %v, want %v", name, r, err, want)
			}
		}
		if err := read(strings.NewReader("7")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, write := range writers {
		for w, want := range map[result]error{
			{0, nil}: io.ErrShortWrite, {-1, nil}: transfer.ErrWriteCount, {1 << 30, nil}: transfer.ErrWriteCount, {0, own}: own, {-1, own}: own,
		} {
			if err := write(w); !errors.Is(err, want) {
				t.Errorf("%s, %v: %v, want %v", name, w, err, want)
			}
		}
	}
	for _, name := range []string{"codec", "easyjson", "easyjson, no one", "ffjson", "gojay"} {
		if writers[name](nil) == nil {
			t.Errorf("%s writes without a writer", name)
		}
	}
	if ffjson.NewEncoder(nil).Encode(7) == nil {
		t.Error("ffjson writes an int without a writer")
	}
}
