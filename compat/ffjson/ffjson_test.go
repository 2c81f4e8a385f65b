package ffjson_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes/compat/ffjson"
	fflib "github.com/zetes-json/zetes/compat/ffjson/fflib/v1"
	"github.com/zetes-json/zetes/json"
)

// point has methods as ffjson generates them, and writes what its field says.
type point struct {
	X    int
	Text string // that is written in place of the value
}

func (p *point) MarshalJSONBuf(buf fflib.EncodingBuffer) error {
	if p.Text != "" {
		_, err := buf.WriteString(p.Text)
		return err
	}
	buf.WriteString(`{"x":`)
	fflib.FormatBits2(buf, uint64(p.X), 10, p.X < 0)
	return buf.WriteByte('}')
}

func (p *point) UnmarshalJSONFFLexer(l *fflib.FFLexer, state fflib.FFParseState) error {
	want := func(tok fflib.FFTok) error {
		if got := l.Scan(); got == fflib.FFTok_error {
			return l.WrapErr(l.BigError)
		} else if got != tok {
			return l.WrapErr(fmt.Errorf("wanted %v, got %v", tok, got))
		}
		return nil
	}
	for _, tok := range []fflib.FFTok{fflib.FFTok_left_bracket, fflib.FFTok_string, fflib.FFTok_colon, fflib.FFTok_integer} {
		if err := want(tok); err != nil {
			return err
		}
	}
	n, err := fflib.ParseInt(l.Output.Bytes(), 10, 64)
	if err != nil {
		return l.WrapErr(err)
	}
	p.X = int(n)
	return want(fflib.FFTok_right_bracket)
}

func Example() {
	b, err := ffjson.Marshal(&point{X: -3})
	fmt.Println(string(b), err)
	var p point
	fmt.Println(ffjson.UnmarshalFast(b, &p), p.X)
	ffjson.Pool(b) // b must not be used any more
	_, err = ffjson.MarshalFast(&struct{}{})
	fmt.Println(err)
	fmt.Println(ffjson.NewDecoder().DecodeReader(strings.NewReader("{\n\"x\": \"text\"}"), &p))
	// Output:
	// {"x":-3} <nil>
	// <nil> -3
	// ffjson marshal not available for type *struct {}
	// ffjson error: (*errors.errorString)wanted tok:integer, got tok:string offset=13 line=2 char=11
}

// TestRefused: text that is not JSON is refused before a method reads it and after a method has written it.
func TestRefused(t *testing.T) {
	for _, text := range []string{"", "{", `{"x":1,}`, `{"x":1}}`, `{"x":01}`, `/* */{"x":1}`, `{"x":1} 2`, "{\"x\x00\":1}", strings.Repeat("[", 20000) + strings.Repeat("]", 20000)} {
		p := point{X: 5}
		var syntax *json.SyntaxError
		if err := ffjson.Unmarshal([]byte(text), &p); !errors.As(err, &syntax) || p.X != 5 {
			t.Errorf("%.20q: %v, %d", text, err, p.X)
		}
		l := fflib.NewFFLexer([]byte(text))
		if l.Scan() != fflib.FFTok_error || l.SkipField(fflib.FFTok_left_bracket) == nil || l.Scan() != fflib.FFTok_error {
			t.Errorf("%.20q has tokens", text)
		}
	}
	for _, text := range []string{"{", "1 2", "NaN", "\x00"} {
		if b, err := ffjson.Marshal(&point{Text: text}); err == nil {
			t.Errorf("%q is written as %q", text, b)
		}
		var out bytes.Buffer
		if err := ffjson.NewEncoder(&out).Encode(&point{Text: text}); err == nil || out.Len() > 0 {
			t.Errorf("%q is written as %q", text, out.String())
		}
	}
	stop := errors.New("stop")
	if err := ffjson.NewDecoder().DecodeReader(iotest.ErrReader(stop), &point{}); err != stop {
		t.Error(err)
	}
}

// TestPool: memory that was given to Pool is used again, and never by two at once.
func TestPool(t *testing.T) {
	for i := range 100 {
		a, _ := ffjson.Marshal(&point{X: i})
		b, _ := ffjson.Marshal(&point{X: -i - 1})
		if string(a) != fmt.Sprintf(`{"x":%d}`, i) || string(b) != fmt.Sprintf(`{"x":%d}`, -i-1) {
			t.Fatalf("%s, %s", a, b)
		}
		ffjson.Pool(a)
		ffjson.Pool(b)
	}
}

// TestBuffer: the functions for generated code write what package json writes.
func TestBuffer(t *testing.T) {
	for _, v := range []any{"a\"<é\x80\u2028", 1.5, -7, []int{1}, nil} {
		want, _ := json.Marshal(v)
		var b fflib.Buffer
		if err := b.Encode(v); err != nil || b.String() != string(want) {
			t.Errorf("%v: %s, %v", v, b.String(), err)
		}
		if s, ok := v.(string); ok {
			b.Reset()
			fflib.WriteJsonString(&b, s)
			var other strings.Builder
			fflib.WriteJson(&other, []byte(s))
			text, ok := fflib.UnquoteBytes(b.Bytes())
			if b.String() != string(want) || other.String() != string(want) || !ok || string(text) != strings.ToValidUTF8(s, "\ufffd") {
				t.Errorf("%q: %s, %s, %q", s, b.String(), other.String(), text)
			}
		}
	}
	b := fflib.NewBufferString("a,")
	if b.Rewind(1) != nil || b.String() != "a" || b.Rewind(2) == nil || b.Rewind(-1) == nil {
		t.Error(b.String())
	}
	if b.Encode(math.NaN()) == nil || b.String() != "a" {
		t.Error("NaN is written")
	}
}

// FuzzLexer: the tokens of a text are those of package json, and fields are skipped as a whole.
func FuzzLexer(f *testing.F) {
	for _, text := range []string{`{"a":[1,-2.5e3,"x\"y",true],"b":null}`, `"\ud83d\ude00\\"`, ` [ ] `, `{"a":1`, `-`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		l := fflib.NewFFLexer(text)
		first := l.Scan()
		field, err := l.CaptureField(first)
		if !json.Valid(text) {
			if first != fflib.FFTok_error || err == nil {
				t.Fatalf("%q: %v, %v", text, first, err)
			}
			return
		}
		if err != nil || string(field) != string(bytes.Trim(text, " \t\r\n")) || l.Scan() != fflib.FFTok_eof {
			t.Fatalf("%q: %q, %v", text, field, err)
		}
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		l.Reset(text)
		for {
			tok, err := d.Token()
			got := l.Scan()
			for got == fflib.FFTok_comma || got == fflib.FFTok_colon {
				got = l.Scan()
			}
			if err != nil {
				if got != fflib.FFTok_eof {
					t.Fatalf("%q ends with %v", text, got)
				}
				return
			}
			if s := fmt.Sprint(tok); tok != nil && l.Output.Len() > 0 && l.Output.String() != s {
				t.Fatalf("%q: %q, want %q", text, l.Output.String(), s)
			}
		}
	})
}
