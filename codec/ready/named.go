package ready

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"

	"github.com/zetes-json/zetes/codec"
)

// Named returns the codec with a name for fields of type t. Use it as Config.CodecNamed, which gives the struct tag
// "codec" a meaning. The names are
//
// - for times: "unix", "unixmilli", "unixmicro", "unixnano", as in [UnixTime]; layouts, as in [Layouts], each of them a
// text such as "2006-01-02" or a name of package time such as "RFC3339", "RFC1123" or "DateOnly". Several layouts, and
// one of the numbers, may be joined by bars: the first is written, all are read; - for durations: "sec", "milli",
// "micro", "nano", as in [Duration]; "string" is "1h30m0s"; - for bytes of any type: "hex", "base64", "base64url", the
// same without padding "base64raw" and "base64rawurl", "base32", "base32hex", and "array", numbers from 0 to 255. If
// several are joined by bars, the first is written, and all are read, tried in their order. nil is written as null, and
// null is read as nil. An array of bytes, such as [32]byte, must be read with its length, and null leaves it unchanged;
// - for fields of type [io.Reader], [io.Writer] and [io.ReadWriter]: "text" and the four names of base64. The text of
// the reader is written as a string, and a string that is read is written to the writer. It is copied piece by piece,
// like CopyString of package codec does. An Encoder of package stream under FlushAt, and a Decoder, copy texts that are
// larger than the memory. A nil reader is written as null. null leaves a writer unchanged, and a string for a nil
// writer is an error.
//
// ok is false for other types and names.
func Named(name string, t reflect.Type) (c codec.Codec, ok bool) {
	switch {
	case t == nil:
		return c, false
	case t == reflect.TypeFor[time.Time]():
		return namedTime(name)
	case t == reflect.TypeFor[time.Duration]() && name == "string":
		return Text(time.Duration.String, time.ParseDuration), true
	case t == reflect.TypeFor[time.Duration]() && durationUnits[name] != 0:
		return Duration(durationUnits[name]), true
	case (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) && t.Elem().Kind() == reflect.Uint8:
		return namedBytes(name, t)
	case t.Kind() == reflect.Interface:
		return namedStream(name, t)
	}
	return c, false
}

var unixUnits = map[string]time.Duration{
	"unix": time.Second, "unixmilli": time.Millisecond, "unixmicro": time.Microsecond, "unixnano": time.Nanosecond,
}

var durationUnits = map[string]time.Duration{
	"sec": time.Second, "milli": time.Millisecond, "micro": time.Microsecond, "nano": time.Nanosecond,
}

var layoutNames = map[string]string{
	"ANSIC": time.ANSIC, "UnixDate": time.UnixDate, "RubyDate": time.RubyDate, "RFC822": time.RFC822, "RFC822Z": time.RFC822Z,
	"RFC850": time.RFC850, "RFC1123": time.RFC1123, "RFC1123Z": time.RFC1123Z, "RFC3339": time.RFC3339, "RFC3339Nano": time.RFC3339Nano,
	"Kitchen": time.Kitchen, "Stamp": time.Stamp, "StampMilli": time.StampMilli, "StampMicro": time.StampMicro, "StampNano": time.StampNano,
	"DateTime": time.DateTime, "DateOnly": time.DateOnly, "TimeOnly": time.TimeOnly,
}

// sample is a time whose parts all differ from those of time.Layout. So a text that sample.Format returns unchanged has
// no part of a layout.
var sample = time.Date(1987, 12, 27, 19, 38, 49, 678_901_234, time.FixedZone("EST", -5*3600))

func namedTime(name string) (c codec.Codec, ok bool) {
	var layouts []string
	var unit time.Duration
	number := unixUnits[strings.SplitN(name, "|", 2)[0]] != 0
	for form := range strings.SplitSeq(name, "|") {
		named, isName := layoutNames[form]
		switch of := unixUnits[form]; {
		case of != 0 && unit != 0:
			return c, false // numbers in two units can't be told apart when they are read
		case of != 0:
			unit = of
		case isName:
			layouts = append(layouts, named)
		case sample.Format(form) == form:
			return c, false // form is not a layout: it has no part that stands for a time
		default:
			layouts = append(layouts, form)
		}
	}
	return times(unit, layouts, number), true
}

// form is a form in which bytes are written and read. decode is nil for the form "array", which is not a string.
type form struct {
	write  func(w *codec.Writer, b []byte)
	decode func(dst, text []byte) ([]byte, error)
	enc    *base64.Encoding
}

var forms = map[string]form{
	"hex":          {(*codec.Writer).Hex, hex.AppendDecode, nil},
	"base64":       inBase64(base64.StdEncoding),
	"base64url":    inBase64(base64.URLEncoding),
	"base64raw":    inBase64(base64.RawStdEncoding),
	"base64rawurl": inBase64(base64.RawURLEncoding),
	"base32":       inBase32(base32.StdEncoding),
	"base32hex":    inBase32(base32.HexEncoding),
	"array":        {writeNumbers, nil, nil},
}

func inBase64(enc *base64.Encoding) form {
	return form{func(w *codec.Writer, b []byte) { w.Base64(b, enc) }, enc.AppendDecode, enc}
}

func inBase32(enc *base32.Encoding) form {
	return form{func(w *codec.Writer, b []byte) { w.String(enc.EncodeToString(b)) }, enc.AppendDecode, nil}
}

func namedBytes(name string, t reflect.Type) (c codec.Codec, ok bool) {
	var first form   // the form that is written
	var texts []form // the forms of strings
	numbers := false // the form array is among the forms
	for name := range strings.SplitSeq(name, "|") {
		f, ok := forms[name]
		if !ok {
			return c, false
		}
		if first.write == nil {
			first = f
		}
		if f.decode == nil {
			numbers = true
		} else {
			texts = append(texts, f)
		}
	}
	return codec.ForType(t,
		func(w *codec.Writer, value any) {
			if b := reflect.ValueOf(value).Elem(); b.Kind() == reflect.Slice && b.IsNil() {
				w.Null()
			} else {
				first.write(w, b.Bytes())
			}
		},
		func(r *codec.Reader, value any) {
			b := reflect.ValueOf(value).Elem()
			if r.Null() {
				if b.Kind() == reflect.Slice {
					b.SetZero()
				}
				return
			}
			var got []byte
			if texts == nil || numbers && r.Peek() == codec.Array {
				got = readNumbers(r)
			} else {
				got = firstOf(r, texts, r.StringBytes(), func(f form, text []byte) ([]byte, error) { return f.decode([]byte{}, text) })
			}
			switch {
			case r.Err() != nil:
			case b.Kind() == reflect.Slice:
				b.SetBytes(got)
			case len(got) != b.Len():
				r.Fail(fmt.Errorf("%d bytes for an array of %d", len(got), b.Len()))
			default:
				copy(b.Bytes(), got)
			}
		},
	), true
}

func namedStream(name string, t reflect.Type) (c codec.Codec, ok bool) {
	enc := forms[name].enc
	if enc == nil && name != "text" {
		return c, false
	}
	write := func(w *codec.Writer, value any) {
		if src, _ := reflect.ValueOf(value).Elem().Interface().(io.Reader); src != nil {
			w.CopyString(src, enc)
		} else {
			w.Null()
		}
	}
	read := func(r *codec.Reader, value any) {
		switch dst, _ := reflect.ValueOf(value).Elem().Interface().(io.Writer); {
		case r.Null():
		case dst == nil:
			r.Fail(errors.New("there is no writer for the text"))
		default:
			r.CopyString(dst, enc)
		}
	}
	switch t {
	case reflect.TypeFor[io.Reader]():
		read = nil
	case reflect.TypeFor[io.Writer]():
		write = nil
	case reflect.TypeFor[io.ReadWriter]():
	default:
		return c, false
	}
	return codec.ForType(t, write, read), true
}
