package zetes_test

import (
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/httpjson"
	"github.com/zetes-json/zetes/stream"
)

// placed is a type with a field for each thing that can be wrong about a value.
type placed struct {
	S    string            `json:"s"`
	N    int8              `json:"n"`
	Big  any               `json:"big"`
	List []placed          `json:"list"`
	Map  map[string]placed `json:"map"`
	M    picky             `json:"m"`
	C    coded             `json:"c"`
	P    panicky           `json:"p"`
	W    *within           `json:"w"`
	R    *readBy           `json:"r"`
	Must int               `json:"must,required"`
	Time time.Time         `json:"time"`
}

// picky has a method that takes nothing.
type picky struct{}

var errPicky = errors.New("it is never right")

func (*picky) UnmarshalJSON([]byte) error { return errPicky }

// coded is read by a codec that likes "good", alone or in an array.
type coded struct{}

// panicky is read by a codec that panics.
type panicky struct{}

// within is decoded by a method that calls Unmarshal.
type within struct{ placed }

func (w *within) UnmarshalJSON(b []byte) error { return atWork.Unmarshal(b, &w.placed) }

// readBy is read by a codec that calls ReadValue.
type readBy struct{ placed }

// atWork is the API of the row at hand.
var atWork *zetes.API

var errCoded = errors.New("only good will do")

func placedCodecs() []codec.Codec {
	var read func(r *codec.Reader)
	read = func(r *codec.Reader) {
		if r.Peek() == codec.Array {
			for range r.Array() {
				read(r)
			}
			return
		}
		if s := r.String(); r.Err() == nil && s != "good" {
			r.Fail(errCoded)
		}
	}
	return []codec.Codec{
		codec.For(nil, func(r *codec.Reader, _ *coded) { read(r) }),
		codec.For(nil, func(r *codec.Reader, _ *panicky) { panic("codec") }),
		codec.For(nil, func(r *codec.Reader, v *readBy) { zetes.ReadValue(r, &v.placed) }),
	}
}

// reported is the place that somebody reports.
type reported struct {
	offset       int64
	line, column int
	pointer      string
	goPath       string
	excerpt      string // with a caret below it
	reason       zetes.Reason
	detail       string
}

func reportedBy(err error) reported {
	var e *zetes.Error
	c, ok := err.(*codec.Error)
	if errors.As(err, &e) {
		if ok && (c.Offset != e.Offset || c.Line != e.Line || c.Column != e.Column || c.Pointer != e.Pointer || carets(c) != carets(e)) {
			return reported{} // two places
		}
		return reported{e.Offset, e.Line, e.Column, e.Pointer, e.GoPath(), carets(e), e.Reason(), e.Detail()}
	}
	if errors.As(err, &c) {
		return reported{c.Offset, c.Line, c.Column, c.Pointer, "", carets(c), 0, ""}
	}
	return reported{}
}

// carets returns the lines that follow the text of err in its longest form.
func carets(err error) string {
	_, below, _ := strings.Cut(fmt.Sprintf("%+v", err), "\n")
	return below
}

// A door decodes a document that stands between two texts, as a value to which a pointer leads.
type placesDoor struct {
	before, after string
	pointer       string
	goPath        string
	plain         bool // without an API of its own
	oneLine       bool
	decode        func(api *zetes.API, doc string) error
}

func placesDoors() map[string]placesDoor {
	first := func(seq func(func(placed, error) bool)) (err error) {
		for _, err = range seq {
			return err
		}
		return nil
	}
	read := func(doc string, opts ...httpjson.Option) error {
		r := httptest.NewRequest("POST", "/", strings.NewReader(doc))
		r.Header.Set("Content-Type", "application/json")
		return httpjson.Read(r, new(placed), opts...)
	}
	return map[string]placesDoor{
		"unmarshal": {decode: func(api *zetes.API, doc string) error { return api.Unmarshal([]byte(doc), new(placed)) }},
		"string":    {decode: func(api *zetes.API, doc string) error { return api.UnmarshalString(doc, new(placed)) }},
		"from":      {decode: func(api *zetes.API, doc string) error { return api.UnmarshalFrom(strings.NewReader(doc), new(placed)) }},
		"typed": {decode: func(api *zetes.API, doc string) error {
			return zetes.TypedDecoderOf[placed](api).Decode([]byte(doc), new(placed))
		}},
		"all":            {decode: func(api *zetes.API, doc string) error { return api.UnmarshalAll([]byte(doc), new(placed), 1) }},
		"function":       {plain: true, decode: func(_ *zetes.API, doc string) error { return zetes.Unmarshal([]byte(doc), new(placed)) }},
		"function-all":   {plain: true, decode: func(_ *zetes.API, doc string) error { return zetes.UnmarshalAll([]byte(doc), new(placed), 1) }},
		"httpjson":       {decode: func(api *zetes.API, doc string) error { return read(doc, httpjson.WithAPI(api)) }},
		"httpjson-plain": {plain: true, decode: func(_ *zetes.API, doc string) error { return read(doc) }},
		"values": {before: " \n ", after: " 1", decode: func(api *zetes.API, doc string) error {
			return first(stream.Values[placed](strings.NewReader(doc), stream.Using(api)))
		}},
		"values-slow": {before: " \n ", after: " 1", decode: func(api *zetes.API, doc string) error {
			return first(stream.Values[placed](iotest.OneByteReader(strings.NewReader(doc)), stream.Using(api)))
		}},
		"lines": {before: "\n ", after: "\n1", oneLine: true, decode: func(api *zetes.API, doc string) error {
			return first(stream.Lines[placed](strings.NewReader(doc), stream.Using(api)))
		}},
		"elements": {before: "\n [", after: "]", pointer: "/0", decode: func(api *zetes.API, doc string) error {
			return first(stream.Elements[placed](strings.NewReader(doc), stream.Using(api)))
		}},
		"pusher": {before: " ", after: " 1", decode: func(api *zetes.API, doc string) error {
			return first(stream.NewPusher[placed](stream.Using(api)).Push([]byte(doc)))
		}},
		"decoder": {before: " \n", after: " 1", decode: func(api *zetes.API, doc string) error {
			return stream.NewDecoder(strings.NewReader(doc), stream.Using(api)).Decode(new(placed))
		}},
		"decoder-tokens": {before: `{"é/":[`, after: `]}`, pointer: "/é~1/0", decode: func(api *zetes.API, doc string) error {
			d := stream.NewDecoder(strings.NewReader(doc), stream.Using(api))
			for range 3 {
				if _, err := d.Token(); err != nil {
					return err
				}
			}
			return d.Decode(new(placed))
		}},
		"read-value": {before: " \n", decode: func(api *zetes.API, doc string) error {
			r := codec.NewReader(strings.NewReader(doc))
			api.ReadValue(r, new(placed))
			return r.Err()
		}},
		"read-value-bytes": {before: `{"a":1,"é/":[`, after: `]}`, pointer: "/é~1/0", decode: func(api *zetes.API, doc string) error {
			r := codec.NewBytesReader([]byte(doc))
			for range r.Object() {
				if r.Peek() == codec.Array {
					for range r.Array() {
						api.ReadValue(r, new(placed))
					}
				} else {
					r.Skip()
				}
			}
			return r.Err()
		}},
		"method": {before: `{"s":"é", "w":`, after: `}`, pointer: "/w", goPath: ".W", decode: func(api *zetes.API, doc string) error {
			return api.Unmarshal([]byte(doc), new(placed))
		}},
		"codec": {before: `{"s":"é", "r":`, after: `}`, pointer: "/r", goPath: ".R.placed", decode: func(api *zetes.API, doc string) error {
			return api.Unmarshal([]byte(doc), new(placed))
		}},
	}
}

// TestPlaces: a fault has one place, whichever door it is met at, and one reason in the same words.
func TestPlaces(t *testing.T) {
	type config = func(c *zetes.Config)
	const integer = "want an integer from -128 to 127"
	for name, row := range map[string]struct {
		doc     string // • stands before the place
		pointer string
		goPath  string
		reason  zetes.Reason
		detail  string
		first   bool // it is found before methods are called
		config  config
	}{
		"syntax": {
			`{"s":"é","list":[{},` + "\n" + `{"n": •x}]}`, "/list/1/n", ".List[1].N",
			zetes.ReasonSyntax, "invalid character 'x' looking for beginning of value", true, nil,
		},
		"wrong-kind": {
			`{"s":"é","list":[{},` + "\n" + `{"n": •"x"}]}`, "/list/1/n", ".List[1].N",
			zetes.ReasonWrongKind, "got a string, " + integer, false, nil,
		},
		"out-of-range": {
			`{"s":"é","map":{"é~":` + "\n" + `{"n": •300}}}`, "/map/é~0/n", `.Map["é~"].N`,
			zetes.ReasonOutOfRange, "got 300, " + integer, false, nil,
		},
		"object-for-string": {
			`{"list":[{"s":•{"é":1}}]}`, "/list/0/s", ".List[0].S",
			zetes.ReasonWrongKind, "got an object, want a string", false, nil,
		},
		"time": {
			`{"list":[{"time":•"noon"}]}`, "/list/0/time", ".List[0].Time",
			zetes.ReasonInvalidValue, `got "noon", want a time such as 2006-01-02T15:04:05Z`, false, nil,
		},
		"method": {
			`{"s":"é","list":[{"m":•1}]}`, "/list/0/m", ".List[0].M",
			zetes.ReasonInvalidValue, "it is never right", false, nil,
		},
		"unknown": {
			`{"s":"é","list":[{•"n~/n":1}]}`, "/list/0/n~0~1n", ".List[0]",
			zetes.ReasonUnknownMember, `unknown member "n~/n"`, false, func(c *zetes.Config) { c.RejectUnknown = true },
		},
		"codec-fail": {
			`{"s":"é","list":[{"c":•"bad"}]}`, "/list/0/c", ".List[0].C",
			zetes.ReasonInvalidValue, "only good will do", false, nil,
		},
		"codec-fail-deep": {
			`{"s":"é","list":[{"c":["good", •"bad", "good"]}]}`, "/list/0/c/1", ".List[0].C",
			zetes.ReasonInvalidValue, "only good will do", false, nil,
		},
		"codec-kind": {
			`{"s":"é","list":[{"c":["good", •7]}]}`, "/list/0/c/1", ".List[0].C",
			zetes.ReasonWrongKind, "got a number, want a string", false, nil,
		},
		"codec-panic": {
			`{"s":"é","list":[{"p":•[7]}]}`, "/list/0/p", ".List[0].P",
			zetes.ReasonProgram, "the program can't take this value", false, nil,
		},
		"codec-panic-validated": {
			`{"s":"é","list":[{"p":•[7]}]}`, "/list/0/p", ".List[0].P",
			zetes.ReasonProgram, "the program can't take this value", false, func(c *zetes.Config) { c.RejectDuplicates = true },
		},
		"duplicate": {
			`{"s":"é","list":[{"n":1,` + "\n" + `•"n":2}]}`, "/list/0/n", ".List[0].N",
			zetes.ReasonDuplicateMember, `duplicate member "n"`, true, func(c *zetes.Config) { c.RejectDuplicates = true },
		},
		"utf8": {
			`{"s":"é","list":[{"s":"é•` + "\xff" + `"}]}`, "/list/0/s", ".List[0].S",
			zetes.ReasonInvalidUTF8, "the text is not UTF-8", true, func(c *zetes.Config) { c.RejectInvalidUTF8 = true },
		},
		"half-pair": {
			`{"s":"é","list":[{"s":"aa•\ud800"}]}`, "/list/0/s", ".List[0].S",
			zetes.ReasonInvalidUTF8, "the text is not UTF-8", true, func(c *zetes.Config) { c.RejectInvalidUTF8 = true },
		},
		"missing": {
			`{"s":"é","must":1,"list":[•{"n":1}]}`, "/list/0", ".List[0]",
			zetes.ReasonMissingMember, `member "must" is missing`, false, func(c *zetes.Config) { c.Required = true },
		},
		"elements": {
			`{"s":"é","big":[1,2,3,4,5,6,•7,8]}`, "/big/6", ".Big",
			zetes.ReasonTooLarge, "too many elements", true, func(c *zetes.Config) { c.Limits.Elements = 6 },
		},
		"depth": {
			`{"s":"é","big":[[[[[[[•[]]]]]]]]}`, "/big/0/0/0/0/0/0/0", ".Big",
			zetes.ReasonTooDeep, "arrays and objects are nested too deep", true, nil,
		},
		"long-string": {
			`{"s":"é","list":[{"s":•"0123456789"}]}`, "/list/0/s", ".List[0].S",
			zetes.ReasonTooLarge, "string too long", true, func(c *zetes.Config) { c.Limits.String = 9 },
		},
		"long-number": {
			`{"s":"é","big":•1234567890}`, "/big", ".Big",
			zetes.ReasonTooLarge, "number too long", true, func(c *zetes.Config) { c.Limits.Number = 9 },
		},
		"long-integer": {
			`{"s":"é","big":•12345678901234567890123}`, "/big", ".Big",
			zetes.ReasonTooLarge, "too many digits", false, func(c *zetes.Config) { c.ExactInts, c.Limits.Digits = true, 21 },
		},
		"values": {
			`{"s":"é","big":[1,2,3,4,5,6,•7,8]}`, "/big/6", ".Big",
			zetes.ReasonTooLarge, "too many values", true, nil,
		},
	} {
		for door, d := range placesDoors() {
			if d.plain && row.config != nil {
				continue
			}
			if d.plain && (strings.HasPrefix(name, "codec") || name == "depth" || name == "values") {
				continue // it needs an API
			}
			doc := row.doc
			if d.oneLine {
				doc = strings.ReplaceAll(doc, "\n", " ")
			}
			before, after, _ := strings.Cut(d.before+doc+d.after, "•")
			want := reported{
				offset: int64(len(before)), line: 1 + strings.Count(before, "\n"), pointer: d.pointer + row.pointer,
				goPath: "placed" + d.goPath + row.goPath, reason: row.reason, detail: row.detail,
			}
			line := before[strings.LastIndexByte(before, '\n')+1:]
			want.column = 1 + utf8.RuneCountInString(line)
			c := zetes.Config{Codecs: placedCodecs()}
			// The documents around the row's count too where it is all one input.
			_, inner := map[string]int{"method": 1, "codec": 1}[door]
			switch name {
			case "depth":
				if c.Limits.Depth = 8; inner {
					c.Limits.Depth++
				}
			case "values":
				if c.Limits.Values = 9; inner {
					c.Limits.Values += 2
				}
			}
			if row.config != nil {
				row.config(&c)
			}
			if inner && name == "missing" || door == "decoder-tokens" && name == "depth" {
				continue // the outer object has no such member either; tokens count as levels
			}
			atWork = c.Freeze()
			err := d.decode(atWork, before+after)
			got := reportedBy(err)
			if door == "method" && row.first {
				want.goPath = "placed.W"
			}
			var rule *zetes.RuleError
			if errors.As(err, &rule) && rule.Offset != want.offset {
				t.Errorf("%s by %s: the rule is broken at %d, not at %d", name, door, rule.Offset, want.offset)
			}
			if name == "unknown" && (rule == nil || rule.Rule != zetes.KnownMember || rule.Name != "n~/n" || rule.Type != reflect.TypeFor[placed]()) {
				t.Errorf("unknown by %s: %+v", door, rule)
			}
			// The caret stands below the place.
			shown := strings.Split(got.excerpt, "\n")
			if len(shown) == 2 {
				col := utf8.RuneCountInString(strings.TrimSuffix(shown[1], "^"))
				is, _ := utf8.DecodeRuneInString(after)
				if text := []rune(shown[0]); col >= len(text) || text[col] != is {
					t.Errorf("%s by %s: the caret is below another place:\n%s", name, door, got.excerpt)
				}
			} else {
				t.Errorf("%s by %s: no excerpt: %q", name, door, got.excerpt)
			}
			if got.excerpt = ""; got != want {
				t.Errorf("%s by %s: %s\n got %+v\nwant %+v (%v)", name, door, before+after, got, want, err)
			}
		}
	}
}

// TestReadValueCut: of input that is cut or no JSON, wherever that is, ReadValue tells what Unmarshal tells, under the
// codes of the Reader, and leaves its target alone.
func TestReadValueCut(t *testing.T) {
	const value = `{"s":"é","list":[{"n": 1, "time":"2026-11-23T10:00:00Z"}],"map":{"é~":{"n":2}},"big":[-1.5e3,true]}`
	for _, before := range []string{"", "\n "} {
		for i := 1; i < len(value); i++ {
			for _, rest := range []string{"", "\x00", "]"} {
				doc := before + value[:i] + rest
				var want *zetes.Error
				api := zetes.Config{}.Freeze()
				if !errors.As(api.UnmarshalString(doc, new(placed)), &want) {
					continue // ] stands in a string that is cut
				}
				var got *zetes.Error
				var e *codec.Error
				r := codec.NewReader(strings.NewReader(doc))
				v := placed{S: "as it was"}
				api.ReadValue(r, &v)
				if !errors.As(r.Err(), &e) || !errors.As(r.Err(), &got) {
					t.Errorf("%q: %v", doc, r.Err())
					continue
				}
				if v.S != "as it was" || v.List != nil {
					t.Errorf("%q: the target is %+v", doc, v)
				}
				cut := errors.Is(r.Err(), io.ErrUnexpectedEOF)
				if e.Code == codec.Truncated != cut || e.Code != codec.Truncated && e.Code != codec.Syntax {
					t.Errorf("%q: %v: %v", doc, e.Code, e)
				}
				if got.GoPath() != want.GoPath() || got.Pointer != want.Pointer || got.Offset != want.Offset || got.Line != want.Line || got.Column != want.Column || !cut && got.Error() != want.Error() {
					t.Errorf("%q: %v %q, want %v %q", doc, got, got.GoPath(), want, want.GoPath())
				}
			}
		}
	}
	r := codec.NewReader(strings.NewReader(" "))
	zetes.ReadValue(r, new(int))
	if err := r.Err(); !errors.Is(err, io.EOF) {
		t.Errorf("behind the last value: %v", err)
	}
}

// TestReadValueFailed: behind an error nothing is read any more, and the error stays what it is.
func TestReadValueFailed(t *testing.T) {
	for _, doc := range []string{`[1 2`, `[1 {"s":2}`, `[1,]`, `[1,`, `[1;2`, `[1 2]`} {
		r := codec.NewReader(strings.NewReader(doc))
		for range r.Array() {
			zetes.ReadValue(r, new(int))
		}
		before := r.Err()
		if before == nil {
			t.Fatalf("%q is read", doc)
		}
		text := before.Error()
		var v any = "as it was"
		zetes.ReadValue(r, &v)
		if v != "as it was" || r.Err() != before || r.Err().Error() != text {
			t.Errorf("%q: %v, %v, want %s", doc, v, r.Err(), text)
		}
	}
}

// TestPlacesOfCutInput: a codec.Reader in memory tells the place of bad syntax that Unmarshal tells, whether it passes
// over the value or walks through it.
func TestPlacesOfCutInput(t *testing.T) {
	const doc = `{"a":[1,{"b~/":"é","c":[true,null]}],"n":-1.5e3}`
	docs := []string{strings.Replace(doc, "null", "nul", 1), strings.Replace(doc, `,"c"`, `"c"`, 1), strings.Replace(doc, `:"é"`, `;"é"`, 1), strings.Replace(doc, "-1.", "-1.x", 1)}
	for i := range doc {
		docs = append(docs, doc[:i])
	}
	var walk func(r *codec.Reader)
	walk = func(r *codec.Reader) {
		switch r.Peek() {
		case codec.Object:
			for range r.Object() {
				walk(r)
			}
		case codec.Array:
			for range r.Array() {
				walk(r)
			}
		case codec.String:
			_ = r.String()
		case codec.Bool:
			r.Bool()
		case codec.Null:
			r.Null()
		default:
			r.Number()
		}
	}
	for _, doc := range docs {
		var want *zetes.Error
		if !errors.As(zetes.UnmarshalString(doc, new(any)), &want) {
			t.Fatalf("%s is accepted", doc)
		}
		for name, read := range map[string]func(r *codec.Reader){"walk": walk, "skip": (*codec.Reader).Skip} {
			r := codec.NewBytesReader([]byte(doc))
			read(r)
			var got *codec.Error
			if !errors.As(r.Err(), &got) || got.Pointer != want.Pointer {
				t.Errorf("%s of %s: got %v, want %v", name, doc, r.Err(), want)
			}
		}
	}
}
