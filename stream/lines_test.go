package stream_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/codec/ready"
	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
	"github.com/zetes-json/zetes/opt"
	"github.com/zetes-json/zetes/stream"
)

const broken = "{\n \"a\" :\r\n[1,\n\"x\\n\"]\n}\n"

// spread returns and takes JSON in several lines by every way that there is.
type (
	spread     struct{}
	spreadPtr  struct{}
	spreadSelf struct{}
	spreadText struct{}
	byCodec    struct{}
	byIndent   struct{}
)

func (spread) MarshalJSON() ([]byte, error)     { return []byte(broken), nil }
func (*spreadPtr) MarshalJSON() ([]byte, error) { return []byte(broken), nil }
func (spreadText) MarshalText() ([]byte, error) { return []byte(broken), nil }
func (spreadSelf) MarshalZetes(w *codec.Writer) {
	w.BeginObject()
	w.Name("a\nb")
	w.Raw([]byte(broken))
	w.EndObject()
}

// lineValues have line breaks in the text of methods, raw values, codecs and strings.
func lineValues() []any {
	var unknown struct {
		opt.Unknown
		A int
	}
	unknown.Set("x", json.RawMessage(broken))
	value, _ := jsondoc.Get([]byte(broken))
	return []any{
		spread{}, &spreadPtr{}, spreadText{}, spreadSelf{}, byCodec{}, byIndent{}, json.RawMessage(broken), []json.RawMessage{json.RawMessage(broken), nil}, &unknown, value,
		map[string]any{"a\nb": spread{}, "c": []any{json.RawMessage(broken)}}, map[spreadText]spread{{}: {}}, "a\nb", []string{"\n", "\r\n"}, 1, nil,
		struct {
			A string `json:"a,raw"`
			B []byte `json:"b,raw"`
			C string `json:"c\n"`
		}{broken, []byte(broken), "\n"},
		opt.Of(spread{}), opt.Of(json.RawMessage(broken)), json.Number("1"), strings.Repeat("x\n", 500), slices.Repeat([]spread{{}}, 100),
	}
}

// TestOneLine: whatever choices there are, each value is written in one line by all that write lines, and can be read
// back as the line's only value.
func TestOneLine(t *testing.T) {
	codecs := []codec.Codec{
		codec.For(func(w *codec.Writer, _ *byCodec) { w.Raw([]byte(broken)) }, nil),
		codec.For(func(w *codec.Writer, _ *byIndent) {
			w.SetIndent("\n", " \n")
			w.BeginArray()
			w.Raw([]byte(broken))
			zetes.WriteValue(w, spread{})
			w.EndArray()
		}, nil),
	}
	values := lineValues()
	for name, c := range map[string]zetes.Config{
		"plain": {}, "methods": {UncheckedMethods: true}, "raw": {UncheckedRaw: true}, "both": {UncheckedMethods: true, UncheckedRaw: true}, "tags": {UncheckedRaw: true, MoreTags: true},
		"keep": {KeepUnknown: true, UncheckedRaw: true, UncheckedMethods: true}, "indent": {Indent: "\n", Prefix: "\n", UncheckedRaw: true}, "unsorted": {UnsortedMaps: true, UncheckedMethods: true},
		"canonical": {Canonical: true, UncheckedRaw: true}, "utf8": {StrictUTF8: true, UncheckedRaw: true, UncheckedMethods: true},
		"escapes": {NoEscapeHTML: true, UncheckedRaw: true, UncheckedMethods: true}, "arrays": {UncheckedMethods: true, CodecsFor: []func(reflect.Type) (codec.Codec, bool){ready.StructsAsArrays(nil)}},
	} {
		c.Codecs = codecs
		api := c.Freeze()
		for _, opts := range [][]stream.Option{nil, {stream.FlushAt(1)}, {stream.FlushAt(1000)}, {stream.Parallel(2)}} {
			opts = append(opts, stream.Using(api))
			for how, write := range map[string]func(b *bytes.Buffer) error{
				"WriteLines": func(b *bytes.Buffer) error {
					return stream.WriteLines(b, stream.NoError(slices.Values(values)), opts...)
				},
				"Encoder": func(b *bytes.Buffer) error {
					e := stream.NewEncoder(b, opts...)
					e.SetIndent("", "")
					for _, v := range values {
						if err := e.Encode(v); err != nil {
							return err
						}
					}
					return nil
				},
				"API.NewEncoder": func(b *bytes.Buffer) error {
					e := api.NewEncoder(b)
					e.SetIndent("", "")
					for _, v := range values {
						if err := e.Encode(v); err != nil {
							return err
						}
					}
					return nil
				},
				"WriteValue": func(b *bytes.Buffer) error {
					w := codec.NewWriter(b)
					for _, v := range values {
						api.WriteValue(w, v)
					}
					return w.Close()
				},
				"WriteValue to memory": func(b *bytes.Buffer) error {
					w := codec.NewBytesWriter(nil)
					for i, v := range values {
						if i%2 == 0 {
							api.WriteValue(w, v)
						} else {
							api.WriteDefault(w, &v)
						}
					}
					b.Write(w.Bytes())
					return w.Err()
				},
				"Encoder of another": func(b *bytes.Buffer) error {
					e := stream.NewEncoder(new(bytes.Buffer), opts...)
					e.SetIndent("", "")
					e.SetEscapeHTML(true)
					e.Reset(b)
					for _, v := range values {
						if err := e.Encode(v); err != nil {
							return err
						}
					}
					return nil
				},
			} {
				var b bytes.Buffer
				if err := write(&b); err != nil {
					t.Errorf("%s, %s: %v", name, how, err)
					continue
				}
				if bytes.IndexByte(b.Bytes(), 0x0d) >= 0 {
					t.Errorf("%s, %s: a carriage return is left", name, how)
				}
				lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
				if len(lines) != len(values) {
					t.Errorf("%s, %s: %d values in %d lines", name, how, len(values), len(lines))
					continue
				}
				for i, line := range lines {
					want, err := api.Marshal(values[i])
					var a, b any
					if err != nil || json.Unmarshal(want, &a) != nil || json.Unmarshal([]byte(line), &b) != nil || fmt.Sprint(a) != fmt.Sprint(b) {
						t.Errorf("%s, %s: %.100s, want what is in %.100s, %v", name, how, line, want, err)
					}
				}
			}
		}
	}
}

// TestInPlace compares the lines with those of strings.Split, over readers that give one byte or all, and holds that
// the text is part of the reader's buffer: it is lost when the next lines are read.
func TestInPlace(t *testing.T) {
	guard.Path(t, fast.Windows)
	lines := []string{`{"id":1}`, "  [2 , 3]\t", `"x"`, "", "   ", "not JSON", `{"a":`, "12 13", strings.Repeat("9", 70000), "7"}
	text := strings.Join(lines, "\r\n")
	var want []string
	for _, line := range lines {
		if line = strings.Trim(line, " \t\r"); line != "" {
			want = append(want, line)
		}
	}
	for name, r := range map[string]func() io.Reader{
		"whole": func() io.Reader { return strings.NewReader(text) },
		"bytes": func() io.Reader { return iotest.OneByteReader(strings.NewReader(text)) },
	} {
		var values, raws []string
		for v, err := range stream.Lines[jsondoc.Value](r(), stream.InPlace()) {
			if err != nil {
				t.Fatal(name, err)
			}
			values = append(values, v.String())
		}
		for v, err := range stream.Lines[json.RawMessage](r(), stream.InPlace()) {
			if err != nil {
				t.Fatal(name, err)
			}
			raws = append(raws, string(v))
		}
		if !slices.Equal(values, want) || !slices.Equal(raws, want) {
			t.Errorf("%s: got %.300q and %.300q, want %.300q", name, values, raws, want)
		}
	}
	var at []string
	for l, err := range stream.LinesAt[jsondoc.Value](strings.NewReader(text), 1, int64(len(text)), stream.InPlace()) {
		if err != nil || strings.Trim(text[l.Start:l.End], " \t\r\n") != l.Value.String() {
			t.Fatal(l.Start, l.End, err)
		}
		at = append(at, l.Value.String())
	}
	if !slices.Equal(at, want[1:]) {
		t.Errorf("from offset 1: %.300q", at)
	}
	var kept []jsondoc.Value
	for v := range stream.Lines[jsondoc.Value](strings.NewReader(strings.Repeat("[1]\n", 40000)+strings.Repeat("[2]\n", 40000)), stream.InPlace()) {
		kept = append(kept, v)
	}
	if !slices.ContainsFunc(kept[:40000], func(v jsondoc.Value) bool { return v.String() != "[1]" }) {
		t.Error("the values are copies")
	}
}

// TestInPlaceIgnored holds that InPlace has no effect where the text must be looked at.
func TestInPlaceIgnored(t *testing.T) {
	const text = "{\"a\":1,\"a\":2}\n{\"a\":\n[1]\n"
	strict := zetes.Config{RejectDuplicates: true}.Freeze()
	for name, opts := range map[string][]stream.Option{
		"parallel": {stream.Parallel(2)}, "rules": {stream.Using(strict)}, "a codec": {stream.Using(zetes.Config{Codecs: []codec.Codec{codec.For(
			func(w *codec.Writer, v *jsondoc.Value) { w.Raw(v.Raw()) }, func(r *codec.Reader, v *jsondoc.Value) { *v, _ = jsondoc.Get(bytes.Clone(r.Raw())) })}}.Freeze())},
		"a query": {stream.Selecting(jsonpath.MustCompile("$"))},
	} {
		results := func(opts ...stream.Option) (all []string) {
			for v, err := range stream.Lines[jsondoc.Value](strings.NewReader(text), opts...) {
				all = append(all, fmt.Sprint(v, err))
			}
			return all
		}
		if got, want := results(append(opts, stream.InPlace())...), results(opts...); !slices.Equal(got, want) || len(got) != 3 {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	var sum int
	for n := range stream.Lines[[]int](strings.NewReader("[1,2]\n[3]"), stream.InPlace()) {
		sum += len(n)
	}
	if sum != 3 {
		t.Error("other types:", sum)
	}
}
