package compat

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	theirbuffer "github.com/mailru/easyjson/buffer"
	theirlexer "github.com/mailru/easyjson/jlexer"
	theirwriter "github.com/mailru/easyjson/jwriter"
	ourbuffer "github.com/zetes-json/zetes/compat/easyjson/buffer"
	ourlexer "github.com/zetes-json/zetes/compat/easyjson/jlexer"
	ourwriter "github.com/zetes-json/zetes/compat/easyjson/jwriter"
)

// lexer has the methods of both Lexers that name no type of their package.
type lexer interface {
	Delim(byte)
	IsDelim(byte) bool
	Null()
	IsNull() bool
	Skip()
	SkipRecursive()
	Raw() []byte
	IsStart() bool
	Consumed()
	UnsafeString() string
	UnsafeBytes() []byte
	UnsafeFieldName(bool) string
	String() string
	StringIntern() string
	Bytes() []byte
	Bool() bool
	Uint8() uint8
	Uint16() uint16
	Uint32() uint32
	Uint64() uint64
	Uint() uint
	Int8() int8
	Int16() int16
	Int32() int32
	Int64() int64
	Int() int
	Uint8Str() uint8
	Uint16Str() uint16
	Uint32Str() uint32
	Uint64Str() uint64
	UintStr() uint
	UintptrStr() uintptr
	Int8Str() int8
	Int16Str() int16
	Int32Str() int32
	Int64Str() int64
	IntStr() int
	Float32() float32
	Float32Str() float32
	Float64() float64
	Float64Str() float64
	JsonNumber() json.Number
	Interface() any
	WantComma()
	WantColon()
	FetchToken()
	GetPos() int
	Ok() bool
	Error() error
	AddError(error)
	AddNonFatalError(error)
}

// mistake is a LexerError of either package.
type mistake struct {
	Reason string
	Offset int
	Data   string
}

// lexed is one of the Lexers with the rest of its methods.
type lexed struct {
	lexer
	kind     func() int
	mistakes func() []mistake
}

func ourLexer(text string, several bool) lexed {
	l := &ourlexer.Lexer{Data: []byte(text), UseMultipleErrors: several}
	return lexed{l, func() int { return int(l.CurrentToken()) }, func() (list []mistake) {
		for _, e := range l.GetNonFatalErrors() {
			list = append(list, mistake(*e))
		}
		return list
	}}
}

func theirLexer(text string, several bool) lexed {
	l := &theirlexer.Lexer{Data: []byte(text), UseMultipleErrors: several}
	return lexed{l, func() int { return int(l.CurrentToken()) }, func() (list []mistake) {
		for _, e := range l.GetNonFatalErrors() {
			list = append(list, mistake(*e))
		}
		return list
	}}
}

// scalars are methods that read a scalar.
var scalars = []func(lexer) any{
	func(l lexer) any { return l.String() }, func(l lexer) any { return l.UnsafeString() }, func(l lexer) any { return string(l.UnsafeBytes()) }, func(l lexer) any { return l.StringIntern() },
	func(l lexer) any { return l.UnsafeFieldName(false) }, func(l lexer) any { return l.UnsafeFieldName(true) }, func(l lexer) any { return string(l.Bytes()) }, func(l lexer) any { return l.Bool() },
	func(l lexer) any { return l.Uint8() }, func(l lexer) any { return l.Uint16() }, func(l lexer) any { return l.Uint32() }, func(l lexer) any { return l.Uint64() }, func(l lexer) any { return l.Uint() },
	func(l lexer) any { return l.Int8() }, func(l lexer) any { return l.Int16() }, func(l lexer) any { return l.Int32() }, func(l lexer) any { return l.Int64() }, func(l lexer) any { return l.Int() },
	func(l lexer) any { return l.Uint8Str() }, func(l lexer) any { return l.Uint16Str() }, func(l lexer) any { return l.Uint32Str() }, func(l lexer) any { return l.Uint64Str() }, func(l lexer) any { return l.UintStr() },
	func(l lexer) any { return l.UintptrStr() }, func(l lexer) any { return l.Int8Str() }, func(l lexer) any { return l.Int16Str() }, func(l lexer) any { return l.Int32Str() },
	func(l lexer) any { return l.Int64Str() }, func(l lexer) any { return l.IntStr() }, func(l lexer) any { return l.Float32() }, func(l lexer) any { return l.Float32Str() },
	func(l lexer) any { return l.Float64() }, func(l lexer) any { return l.Float64Str() }, func(l lexer) any { return string(l.JsonNumber()) }, func(l lexer) any { l.Null(); return nil },
}

// walk reads a value as generated code does, by methods that r chooses, most of which suit the value. It returns what
// they returned.
func walk(l lexed, r *rand.Rand, got *[]any) {
	top := l.IsStart()
	note := func(v any) { *got = append(*got, v, l.Ok()) }
	if l.IsNull() {
		l.Skip()
		note(nil)
		return
	}
	kind := l.kind()
	note(kind)
	switch {
	case r.IntN(12) == 0:
		note(l.Interface())
	case r.IntN(12) == 0:
		note(string(l.Raw()))
		note(l.GetPos())
	case r.IntN(12) == 0:
		l.SkipRecursive()
		note(l.GetPos())
	case r.IntN(30) == 0:
		note(scalars[r.IntN(len(scalars))](l))
	case kind == int(ourlexer.TokenDelim) && l.IsDelim('{') || r.IntN(30) == 0:
		l.Delim('{')
		for !l.IsDelim('}') {
			note(l.UnsafeFieldName(r.IntN(9) == 0))
			l.WantColon()
			walk(l, r, got)
			l.WantComma()
		}
		l.Delim('}')
	case kind == int(ourlexer.TokenDelim) || r.IntN(30) == 0:
		l.Delim('[')
		for !l.IsDelim(']') {
			walk(l, r, got)
			l.WantComma()
		}
		l.Delim(']')
	case kind == int(ourlexer.TokenString):
		note([]func(lexer) any{scalars[0], scalars[1], scalars[2], scalars[3], scalars[33]}[r.IntN(5)](l))
	case kind == int(ourlexer.TokenNumber):
		note([]func(lexer) any{scalars[9], scalars[13], scalars[16], scalars[17], scalars[29], scalars[31], scalars[33]}[r.IntN(7)](l))
	default:
		note(l.Bool())
	}
	if r.IntN(200) == 0 && l.Ok() {
		l.AddNonFatalError(errors.New("odd"))
	}
	if top {
		l.Consumed()
	}
	note(l.GetPos())
}

// randomJSON appends a random value.
func randomJSON(b []byte, r *rand.Rand, depth int) []byte {
	space := func() {
		if r.IntN(6) == 0 {
			b = append(b, []string{" ", "\n  ", "\t", "\r\n", "                    "}[r.IntN(5)]...)
		}
	}
	word := func() {
		words := []string{`"a"`, `"name"`, `""`, `"12"`, `"-7"`, `"1.5"`, `"aGVsbG8="`, `"é\n"`, `"😀"`, `"\ud83d\ude00"`, `"long text without anything odd, and longer than a word of the machine"`, `"\\\"\/"`, `"\u00e9x"`, `"0123456"`, `"01234567"`, `"<&>"`}
		b = append(b, words[r.IntN(len(words))]...)
	}
	space()
	switch n := r.IntN(9); {
	case n < 3 && depth > 0:
		open, closing := byte('['), byte(']')
		if n == 0 {
			open, closing = '{', '}'
		}
		b = append(b, open)
		for i := range r.IntN(5) {
			if i > 0 {
				b = append(b, ',')
				space()
			}
			if n == 0 {
				word()
				space()
				b = append(b, ':')
			}
			b = randomJSON(b, r, depth-1)
			space()
		}
		space()
		b = append(b, closing)
	case n < 5:
		word()
	case n < 7:
		numbers := []string{"0", "1", "-1", "255", "256", "65535", "-32768", "4294967295", "9007199254740993", "18446744073709551615", "-9223372036854775808", "123456789012345678901", "1.5", "-0.25e3", "1E+2", "1e-7", "3.4e39", "1e400", "12345678"}
		b = append(b, numbers[r.IntN(len(numbers))]...)
	default:
		b = append(b, []string{"true", "false", "null"}[r.IntN(3)]...)
	}
	return b
}

// TestEasyjsonLexer walks over random texts by both Lexers, with and without UseMultipleErrors. On JSON they agree, also
// about what does not fit. What is not JSON is an error, and so is all that is one in easyjson.
func TestEasyjsonLexer(t *testing.T) {
	for seed := range uint64(40000) {
		r := rand.New(rand.NewPCG(seed, 1))
		text := string(randomJSON(nil, r, 4))
		broken := r.IntN(4) == 0
		if broken && len(text) > 0 {
			i := r.IntN(len(text))
			text = text[:i] + []string{"", "{", "]", ",", ":", `"`, `\`, "0", "-", "x", "\x00", "null"}[r.IntN(12)] + text[i+r.IntN(2):]
			broken = !json.Valid([]byte(text)) || !utf8.ValidString(text)
		}
		for _, several := range []bool{false, true} {
			var got, want []any
			ours, theirs := ourLexer(text, several), theirLexer(text, several)
			walk(ours, rand.New(rand.NewPCG(seed, 2)), &got)
			walk(theirs, rand.New(rand.NewPCG(seed, 2)), &want)
			if broken {
				if theirs.Error() != nil && ours.Error() == nil && ours.mistakes() == nil {
					t.Fatalf("seed %d, %q: no error, want %v", seed, text, theirs.Error())
				}
				if ours.Error() == nil && ours.mistakes() == nil && !json.Valid([]byte(text)) && got[0] != nil {
					t.Fatalf("seed %d, %q: no error, but it is not JSON", seed, text)
				}
				continue
			}
			var a *ourlexer.LexerError
			var b *theirlexer.LexerError
			if errors.As(ours.Error(), &a) && errors.As(theirs.Error(), &b) {
				if a.Reason != b.Reason && !strings.HasPrefix(a.Reason, "json: ") || a.Offset != b.Offset && !strings.HasPrefix(a.Reason, "json: ") && !strings.HasPrefix(a.Reason, "illegal base64") {
					t.Fatalf("seed %d, %q: %+v, want %+v", seed, text, a, b)
				}
			} else if (ours.Error() == nil) != (theirs.Error() == nil) {
				t.Fatalf("seed %d, %q: error %v, want %v", seed, text, ours.Error(), theirs.Error())
			}
			// Interface returns nothing if one of the numbers in a value does not fit.
			within := slices.ContainsFunc(ours.mistakes(), func(m mistake) bool { return strings.HasPrefix(m.Reason, "json: ") })
			if ours.Error() != nil || within {
				continue // after an error what methods return means nothing
			}
			if !reflect.DeepEqual(got, want) || !slices.Equal(ours.mistakes(), theirs.mistakes()) {
				t.Fatalf("seed %d, %q:\n%v %v, want\n%v %v", seed, text, got, ours.mistakes(), want, theirs.mistakes())
			}
		}
	}
}

// writer has the methods of both Writers that name no type of their package.
type writer interface {
	Size() int
	DumpTo(io.Writer) (int, error)
	BuildBytes(...[]byte) ([]byte, error)
	ReadCloser() (io.ReadCloser, error)
	RawByte(byte)
	RawString(string)
	Raw([]byte, error)
	RawText([]byte, error)
	Base64Bytes([]byte)
	Uint8(uint8)
	Uint16(uint16)
	Uint32(uint32)
	Uint(uint)
	Uint64(uint64)
	Int8(int8)
	Int16(int16)
	Int32(int32)
	Int(int)
	Int64(int64)
	Uint8Str(uint8)
	Uint16Str(uint16)
	Uint32Str(uint32)
	UintStr(uint)
	Uint64Str(uint64)
	UintptrStr(uintptr)
	Int8Str(int8)
	Int16Str(int16)
	Int32Str(int32)
	IntStr(int)
	Int64Str(int64)
	Float32(float32)
	Float32Str(float32)
	Float64(float64)
	Float64Str(float64)
	Bool(bool)
	String(string)
}

// TestEasyjsonWriter makes the same random calls of both Writers, and compares the output, however it is taken out.
func TestEasyjsonWriter(t *testing.T) {
	defer ourbuffer.Init(ourbuffer.PoolConfig{StartSize: 1024, PooledSize: 512, MaxSize: 32768})
	for seed := range uint64(5000) {
		r := rand.New(rand.NewPCG(seed, 3))
		if seed%500 == 0 {
			start, pooled, most := r.IntN(300)-10, r.IntN(600), r.IntN(3000)
			ourbuffer.Init(ourbuffer.PoolConfig{StartSize: start, PooledSize: pooled, MaxSize: most})
		}
		html := r.IntN(2) == 0
		ours, theirs := &ourwriter.Writer{NoEscapeHTML: html}, &theirwriter.Writer{NoEscapeHTML: html}
		for range r.IntN(200) {
			bits, which, size := r.Uint64()>>r.IntN(64), r.IntN(36), r.IntN(40)
			if r.IntN(50) == 0 {
				size = r.IntN(5000)
			}
			f := math.Float64frombits(r.Uint64())
			if r.IntN(2) == 0 {
				f = float64(r.IntN(2000000)-1000000) / math.Pow10(r.IntN(9))
			}
			text := make([]byte, size)
			for i := range text {
				text[i] = byte(' ' + r.IntN(95))
				if r.IntN(30) == 0 {
					text[i] = byte(r.Uint32())
				}
			}
			for _, w := range []writer{ours, theirs} {
				call(w, which, bits, f, text)
			}
		}
		if ours.Size() != theirs.Size() {
			t.Fatalf("seed %d: size %d, want %d", seed, ours.Size(), theirs.Size())
		}
		if fmt.Sprint(ours.Error) != fmt.Sprint(theirs.Error) {
			t.Fatalf("seed %d: error %v, want %v", seed, ours.Error, theirs.Error)
		}
		ours.Error, theirs.Error = nil, nil
		want, _ := theirs.BuildBytes()
		var got []byte
		switch r.IntN(4) {
		case 0:
			got, _ = ours.BuildBytes()
		case 1:
			got, _ = ours.BuildBytes(make([]byte, 3, max(3, len(want)-r.IntN(2))))
		case 2:
			var b strings.Builder
			if n, err := ours.DumpTo(&b); n != b.Len() || err != nil {
				t.Fatal(n, err)
			}
			got = []byte(b.String())
		default:
			in, err := ours.ReadCloser()
			if err != nil {
				t.Fatal(err)
			}
			if got, err = io.ReadAll(in); err != nil || in.Close() != nil {
				t.Fatal(err)
			}
		}
		if string(got) != string(want) || ours.Size() != 0 {
			t.Fatalf("seed %d:\n%q, want\n%q", seed, got, want)
		}
	}
}

// call calls a method of w.
func call(w writer, which int, bits uint64, f float64, text []byte) {
	switch which {
	case 0:
		w.Uint8(uint8(bits))
	case 1:
		w.Uint16(uint16(bits))
	case 2:
		w.Uint32(uint32(bits))
	case 3:
		w.Uint(uint(bits))
	case 4:
		w.Uint64(bits)
	case 5:
		w.Int8(int8(bits))
	case 6:
		w.Int16(int16(bits))
	case 7:
		w.Int32(int32(bits))
	case 8:
		w.Int(-int(bits))
	case 9:
		w.Int64(-int64(bits))
	case 10:
		w.Uint8Str(uint8(bits))
	case 11:
		w.Uint16Str(uint16(bits))
	case 12:
		w.Uint32Str(uint32(bits))
	case 13:
		w.UintStr(uint(bits))
	case 14:
		w.Uint64Str(bits)
	case 15:
		w.UintptrStr(uintptr(bits))
	case 16:
		w.Int8Str(int8(bits))
	case 17:
		w.Int16Str(int16(bits))
	case 18:
		w.Int32Str(int32(bits))
	case 19:
		w.IntStr(int(bits))
	case 20:
		w.Int64Str(int64(bits))
	case 21:
		w.Float32(float32(f))
	case 22:
		w.Float32Str(float32(f))
	case 23:
		w.Float64(f)
	case 24:
		w.Float64Str(f)
	case 25:
		w.Bool(bits&1 == 0)
	case 26:
		w.RawByte(byte(bits))
	case 27:
		w.RawString(string(text))
	case 28:
		w.RawByte(' ')
		w.Raw([]byte(`{"a" : 1}`), nil)
	case 29:
		w.RawText(text, nil)
	case 30:
		w.Base64Bytes(text)
	case 31:
		w.Raw(nil, nil)
	case 32:
		w.Base64Bytes(nil)
	default:
		w.String(string(text))
	}
}

// TestEasyjsonBuffer makes the same calls of both Buffers.
func TestEasyjsonBuffer(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 4))
		var ours ourbuffer.Buffer
		var theirs theirbuffer.Buffer
		if r.IntN(3) == 0 {
			ours.Buf, theirs.Buf = make([]byte, 0, 20), make([]byte, 0, 20)
		}
		for range r.IntN(300) {
			text := strings.Repeat("x", r.IntN(300)) + "y"
			switch r.IntN(4) {
			case 0:
				ours.AppendByte(text[0])
				theirs.AppendByte(text[0])
			case 1:
				ours.AppendBytes([]byte(text))
				theirs.AppendBytes([]byte(text))
			case 2:
				ours.AppendString(text)
				theirs.AppendString(text)
			default:
				ours.EnsureSpace(8)
				theirs.EnsureSpace(8)
				ours.Buf, theirs.Buf = append(ours.Buf, "12345678"...), append(theirs.Buf, "12345678"...)
			}
		}
		if a, b := ours.BuildBytes(), theirs.BuildBytes(); string(a) != string(b) {
			t.Fatalf("seed %d: %q, want %q", seed, a, b)
		}
	}
}
