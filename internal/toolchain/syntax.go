package toolchain

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/wire"
)

// SyntaxError returns encoding/json's error for b, which starts after the first offset bytes of the input: about a
// wrong byte, or about the end of b if the value is not complete. It is nil if b is JSON. encoding/json gets the
// shortest text with the same error in the same place; in b it would search byte by byte.
func SyntaxError(b []byte, offset int64) error {
	_, _, err := Syntax(b, offset)
	return err
}

// SyntaxErrorAfter returns encoding/json's error about text, like SyntaxError. lead is a short text that takes the
// place of the first offset bytes of the input: the same tokens may follow it.
func SyntaxErrorAfter(lead, text string, offset int64) error {
	return SyntaxError([]byte(lead+text), offset-int64(len(lead)))
}

// Syntax returns encoding/json's error for b, like SyntaxError, and also the number of bytes of b before the wrong
// byte, and whether b is wrong because it is nested too deep.
func Syntax(b []byte, offset int64) (at int, deep bool, err error) {
	meter.Look(len(b))
	if len(b) == 0 {
		err, _ := errorOf("", question{}, nil, nil)
		return 0, false, locate.Base(offset).Move(err)
	}
	var s wire.Scanner
	n, st := s.Scan(b)
	if st == wire.Done {
		n += wire.Space(b[n:])
	}
	switch {
	case n == len(b) && (st == wire.Done || s.End()):
		return n, false, nil
	case s.TooDeep():
		text, object := tooDeep()
		if b[n] == '{' {
			text = object
		}
		err, _ := errorOf(text, question{}, nil, nil)
		return n, true, locate.Base(offset + int64(n-wire.MaxDepth)).Move(err)
	}
	lead, token := s.Lead(b[:n])
	rest, _ := Named(b, n, token)
	var few [32]byte
	text := append(append(few[:0], lead...), b[n-token:n+rest]...)
	err, _ = errorOf(string(text), question{}, nil, nil)
	return n, false, locate.Base(offset + int64(n-token-len(lead))).Move(err)
}

// Named returns how many bytes from the wrong byte b[n] on the error quotes: the rest of an escape sequence, of which
// token bytes come before b[n], or one character. whole is false if more input than b would change the error.
func Named(b []byte, n, token int) (rest int, whole bool) {
	if token > 1 && n < len(b) && b[n-token] == '\\' { // in \u12g4 the g is wrong
		rest = len(`\u0000`) - token
	} else {
		_, rest = utf8.DecodeRune(b[n:])
		if !utf8.FullRune(b[n:]) {
			rest = utf8.UTFMax
		}
	}
	return min(rest, len(b)-n), !namesCharacters || rest <= len(b)-n
}

// tooDeep returns two texts: one in which an array is nested too deep, always in arrays, and one in which an object is.
var tooDeep = sync.OnceValues(func() (array, object string) {
	brackets := make([]byte, wire.MaxDepth+1)
	for i := range brackets {
		brackets[i] = '['
	}
	array = string(brackets)
	return array, array[:wire.MaxDepth] + "{"
})

// errNoValue is the result of ValueError if encoding/json accepts c, against expectation.
var errNoValue = errors.New("json: not at beginning of value")

// ValueError returns the error about the character c, which stands at offset in the input, where a value must come.
// lead has a short text that takes the place of the input before c: the same tokens may follow it. It is the error of a
// Decoder's Decode: Token might accept c, for example as the end of an array.
func ValueError(lead wire.Lead, c string, offset int64) error {
	d := json.NewDecoder(strings.NewReader(lead.Text + c))
	for range lead.Tokens {
		if _, err := d.Token(); err != nil {
			return SyntaxErrorAfter(lead.Text, c, offset)
		}
	}
	var raw json.RawMessage
	err := d.Decode(&raw)
	if _, ok := err.(*json.SyntaxError); !ok {
		return errNoValue
	}
	return locate.Base(offset - int64(len(lead.Text))).Move(err)
}
