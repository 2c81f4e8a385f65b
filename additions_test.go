package zetes_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
	"github.com/zetes-json/zetes/jsondoc/partial"
	"github.com/zetes-json/zetes/stream"
)

// settings is a file that people write.
type settings struct {
	Name  string
	Port  int
	Tags  []string
	Rates map[string]float64
}

const (
	jsonc = "// settings\n{\n  \"Name\": \"a // b\", /* the\n name */\n  \"Port\": 80,\n  \"Tags\": [\"x\", \"y\",], // two\n  \"Rates\": {\"r\": 0.5,},\n}\n"
	json5 = "\ufeff// settings\n{\n  Name: 'a // b', /* the\n name */\n  Port: 0x50,\n  Tags: ['x', \"y\",], // two\n  'Rates': {r: .5},\n}\n"
)

// TestAdditions: every way in reads additions to JSON if the Config allows them, and none otherwise.
func TestAdditions(t *testing.T) {
	want := settings{"a // b", 80, []string{"x", "y"}, map[string]float64{"r": 0.5}}
	read := map[string]func(a *zetes.API, text string, v *settings) error{
		"Unmarshal":       func(a *zetes.API, text string, v *settings) error { return a.Unmarshal([]byte(text), v) },
		"UnmarshalString": func(a *zetes.API, text string, v *settings) error { return a.UnmarshalString(text, v) },
		"UnmarshalFrom":   func(a *zetes.API, text string, v *settings) error { return a.UnmarshalFrom(strings.NewReader(text), v) },
		"UnmarshalAll":    func(a *zetes.API, text string, v *settings) error { return a.UnmarshalAll([]byte(text), v, 0) },
		"TypedDecoder": func(a *zetes.API, text string, v *settings) error {
			return zetes.TypedDecoderOf[settings](a).Decode([]byte(text), v)
		},
		"Decoder": func(a *zetes.API, text string, v *settings) error {
			return a.NewDecoder(iotest.OneByteReader(strings.NewReader(text))).Decode(v)
		},
		"stream.Decoder": func(a *zetes.API, text string, v *settings) error {
			return stream.NewDecoder(strings.NewReader(text), stream.Using(a)).Decode(v)
		},
		"stream.Decoder.Reset": func(a *zetes.API, text string, v *settings) error {
			d := stream.NewDecoder(strings.NewReader(""), stream.Using(a))
			d.Reset(strings.NewReader(text))
			return d.Decode(v)
		},
		"Values": func(a *zetes.API, text string, v *settings) (err error) {
			for *v, err = range stream.Values[settings](strings.NewReader(text), stream.Using(a)) {
				return err
			}
			return io.EOF
		},
		"Elements": func(a *zetes.API, text string, v *settings) (err error) {
			for *v, err = range stream.Elements[settings](strings.NewReader("/**/["+text+",]"), stream.Using(a)) {
				return err
			}
			return io.EOF
		},
		"Lines": func(a *zetes.API, text string, v *settings) (err error) {
			line := strings.ReplaceAll(strings.ReplaceAll(strings.Replace(strings.ReplaceAll(text, "// two", ""), "// settings", "", 1), "\n", " "), "a  b", "a // b")
			for *v, err = range stream.Lines[settings](strings.NewReader(line), stream.Using(a), stream.Parallel(2)) {
				return err
			}
			return io.EOF
		},
		"At": func(a *zetes.API, text string, v *settings) (err error) {
			for *v, err = range stream.At[settings](strings.NewReader(`{"in":`+text+"}"), jsonpath.MustCompile("$.in"), stream.Using(a)) {
				return err
			}
			return io.EOF
		},
		"Pusher": func(a *zetes.API, text string, v *settings) error {
			return pushed(stream.NewPusher[settings](stream.Using(a)), text, v)
		},
		"ElementPusher": func(a *zetes.API, text string, v *settings) error {
			return pushed(stream.NewElementPusher[settings](stream.Using(a)), "/**/["+text+",]", v)
		},
		"partial.Decoder": func(a *zetes.API, text string, v *settings) error {
			d := partial.NewDecoder[settings](a)
			for i := range len(text) {
				if err := d.Push([]byte(text[i : i+1])); err != nil {
					return err
				}
			}
			err := d.Close()
			*v = *d.Value()
			return err
		},
		"Get": func(a *zetes.API, text string, v *settings) error {
			got, err := jsondoc.Options{API: a}.Get([]byte(text))
			if err == nil {
				err = zetes.Unmarshal(got.Raw(), v)
			}
			return err
		},
	}
	for _, row := range []struct {
		c    zetes.Config
		text string
		ok   bool
	}{
		{zetes.Config{}, jsonc, false},
		{zetes.Config{Comments: true}, jsonc, true},
		{zetes.Config{Comments: true}, json5, false},
		{zetes.Config{JSON5: true}, jsonc, true},
		{zetes.Config{JSON5: true, Alias: true}, json5, true},
		{zetes.Config{ByteOrderMark: true}, "\ufeff" + `{"Name":"a // b","Port":80,"Tags":["x","y"],"Rates":{"r":0.5}}`, true},
		{zetes.Config{Comments: true, RejectDuplicates: true, Limits: zetes.Limits{Depth: 10}}, jsonc, true},
	} {
		a := row.c.Freeze()
		if ok := a.Valid([]byte(row.text)); ok != row.ok {
			t.Errorf("%.20q under %+v: valid %v", row.text, row.c, ok)
		}
		for name, f := range read {
			if name == "Lines" && strings.Contains(row.text, "\ufeff") || row.c.ByteOrderMark && (name == "Elements" || name == "At" || name == "ElementPusher") {
				continue
			}
			var v settings
			text := bytes.Clone([]byte(row.text))
			err := f(a, string(text), &v)
			if row.ok != (err == nil) || row.ok && !reflect.DeepEqual(v, want) {
				t.Errorf("%s of %.20q: %+v, %v", name, row.text, v, err)
			}
		}
	}
}

// pushed stores the first value of p in v, to which text is pushed byte by byte.
func pushed(p *stream.Pusher[settings], text string, v *settings) (err error) {
	for i := range len(text) {
		for *v, err = range p.Push([]byte(text[i : i+1])) {
			return err
		}
	}
	for *v, err = range p.Close() {
		return err
	}
	return io.EOF
}

// TestAdditionErrors: errors have their places in the text as it came in.
func TestAdditionErrors(t *testing.T) {
	for _, row := range []struct {
		c                 zetes.Config
		text, at, excerpt string
		want              string
	}{
		{zetes.Config{Comments: true}, "{ // the port\n \"Port\": \"x\", /* y */}", `"x"`, `/* y */`, "cannot unmarshal string"},
		{zetes.Config{Comments: true}, "{ // the port\n \"Port\": 1 2}", `2}`, "", "invalid character '2'"},
		{zetes.Config{Comments: true}, "{\"Port\": 1} /* x", "/*", "", "the comment that starts here is not closed"},
		{zetes.Config{JSON5: true}, "{Port: +1, // y\n /* x", "/*", "", "the comment that starts here is not closed"},
		{zetes.Config{JSON5: true}, "{Port: +1, /", "/", "", "invalid character '/'"},
		{zetes.Config{JSON5: true}, "{Port: 12/*34", "/*", "", "the comment that starts here is not closed"},
		{zetes.Config{ByteOrderMark: true}, "{} /* x", "/*", "", "invalid character '/'"},
		{zetes.Config{Comments: true}, `{"Name": "\u/* "}`, "/*", "", "escape"},
		{zetes.Config{JSON5: true}, `{'Name': '\u12A/* '}`, "/*", "", "escape"},
		{zetes.Config{Comments: true}, "[1,,]", ",]", "", "invalid character ','"},
		{zetes.Config{JSON5: true}, "{Name: 'a', Tags: [],\n Port: 'x', /* y */}", `'x'`, `/* y */`, "cannot unmarshal string"},
		{zetes.Config{JSON5: true}, "{a: 'it\\\n s', hex: +0x10, Port: ?}", `?`, "", "invalid character '?'"},
		{zetes.Config{JSON5: true, RejectDuplicates: true}, "{Port: 1, // x\n 'Port': 2}", `'Port'`, "", "duplicate"},
	} {
		a := row.c.Freeze()
		var v settings
		for name, err := range map[string]error{"Unmarshal": a.UnmarshalString(row.text, &v), "UnmarshalAll": a.UnmarshalAll([]byte(row.text), &v, 0),
			"DecodeAll": decodeAll(a, row.text, &v)} {
			var e *zetes.Error
			if !errors.As(err, &e) || !strings.Contains(err.Error(), row.want) {
				t.Errorf("%s of %s: %v", name, row.text, err)
				continue
			}
			at := strings.Index(row.text, row.at)
			var misfit *json.UnmarshalTypeError
			if errors.As(err, &misfit) && (misfit.Offset < int64(at) || misfit.Offset > int64(at+len(row.at))) {
				t.Errorf("%s of %s: encoding/json's error has offset %d, want %d or the value's end", name, row.text, misfit.Offset, at)
			}
			if !strings.Contains(e.Detail(), row.want) && misfit == nil && e.Reason() != zetes.ReasonDuplicateMember {
				t.Errorf("%s of %s: the detail is %q", name, row.text, e.Detail())
			}
			line := 1 + strings.Count(row.text[:at], "\n")
			if e.Offset != int64(at) || e.Line != line || !strings.Contains(e.Excerpt, row.excerpt) {
				t.Errorf("%s of %s: offset %d, want %d, line %d, %q", name, row.text, e.Offset, at, e.Line, e.Excerpt)
			}
		}
	}
	if err := (zetes.Config{Comments: true, Limits: zetes.Limits{Depth: 100}}).Freeze().UnmarshalString(strings.Repeat("[/**/", 100_000), new(any)); err == nil {
		t.Error("a text that is nested too deep is read")
	}
	if err := (zetes.Config{Comments: true, Limits: zetes.Limits{Bytes: 100}}).Freeze().UnmarshalString("/*"+strings.Repeat("x", 100)+"*/1", new(any)); err == nil {
		t.Error("a text that is too long is read")
	}
}

// countingReader returns a count that no Reader may return.
type countingReader struct{ n int }

func (r countingReader) Read(p []byte) (int, error) { return r.n + max(r.n, 0)*len(p), nil }

// TestAdditionsOfBadReaders: a reader that returns a count which no Reader may return, or none for ever, is an error.
func TestAdditionsOfBadReaders(t *testing.T) {
	for _, c := range []zetes.Config{{Comments: true}, {JSON5: true}, {ByteOrderMark: true}} {
		for _, n := range []int{-1, 0, 1} {
			if err := c.Freeze().NewDecoder(countingReader{n}).Decode(new(any)); err == nil || err == io.EOF {
				t.Errorf("a count of %d: %v", n, err)
			}
		}
	}
}

func ExampleConfig_comments() {
	api := zetes.Config{Comments: true}.Freeze()
	var config struct {
		CompilerOptions struct {
			Target string
			Strict bool
		}
		Include []string
	}
	err := api.UnmarshalString(`{
		// see https://www.typescriptlang.org/tsconfig
		"compilerOptions": {
			"target": "es2022", /* as the oldest browser */
			"strict": true,
		},
		"include": ["src"],
	}`, &config)
	fmt.Printf("%+v %v\n", config, err)
	err = api.UnmarshalString("{\n\t// none\n\t\"include\": 5,\n}", &config)
	fmt.Println(err)
	// Output:
	// {CompilerOptions:{Target:es2022 Strict:true} Include:[src]} <nil>
	// json: cannot unmarshal number into Go struct field .include of type []string (line 3, column 13, at /include)
}

// TestCutComments: a comment without an end is an error of all that read pieces, also after the last value.
func TestCutComments(t *testing.T) {
	for _, text := range []string{"[1] /* abc", "[1]/*", "[1] /***", "/* [1]", "[1 /* ]", "[1] /**//* [2]"} {
		for _, c := range []zetes.Config{{Comments: true}, {JSON5: true}} {
			a := c.Freeze()
			var all [4]error
			for _, all[0] = range stream.Values[any](strings.NewReader(text), stream.Using(a)) {
			}
			for i, p := range []*stream.Pusher[any]{stream.NewPusher[any](stream.Using(a)), stream.NewElementPusher[any](stream.Using(a))} {
				for range p.Push([]byte(text)) {
				}
				for _, all[1+i] = range p.Close() {
				}
			}
			d := partial.NewDecoder[any](a)
			all[3] = errors.Join(d.Push([]byte(text)), d.Close())
			for i, err := range all {
				var e *zetes.Error
				if !errors.Is(err, io.ErrUnexpectedEOF) || i > 0 && (!errors.As(err, &e) || e.Offset != int64(len(text))) {
					t.Errorf("%s: reader %d: %v", text, i, err)
				}
			}
		}
	}
}

// decodeAll returns the first error that package httpjson gets for text.
func decodeAll(a *zetes.API, text string, v any) error {
	_, first := zetes.Inside(loan.Within()).DecodeAll(a, []byte(text), v, 0, false)
	return first
}
