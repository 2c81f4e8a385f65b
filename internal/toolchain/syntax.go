package toolchain

import (
	"encoding/json"
	"sync/atomic"
	"unicode/utf8"

	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/wire"
)

// SyntaxError returns what encoding/json says of b, which starts behind the first offset bytes of the input: of a
// byte that is wrong, or of the end, behind which more should follow. It is nil where b is JSON.
//
// encoding/json is asked about the shortest text that has the same error in the same place, which it would find
// byte by byte in b.
func SyntaxError(b []byte, offset int64) error {
	meter.Look(len(b))
	var s wire.Scanner
	n, st := s.Scan(b)
	if st == wire.Done {
		n += wire.Space(b[n:])
	}
	switch {
	case n == len(b) && (st == wire.Done || s.End()):
		return nil
	case s.TooDeep():
		return Shift(ask(b), offset)
	}
	lead, token := s.Lead(b[:n])
	// Behind the wrong byte: the character that it is part of, or the escape sequence.
	behind := 0
	if n < len(b) {
		_, behind = utf8.DecodeRune(b[n:])
		if token > 0 && b[n-token] == '\\' {
			behind = min(len(`\u0000`), len(b)-n)
		}
	}
	text := make([]byte, 0, 32)
	text = append(text, lead...)
	text = append(text, b[n-token:n+behind]...)
	return Shift(sayOf(text), offset+int64(n-token-len(lead)))
}

// saying is what encoding/json has said of a text.
type saying struct {
	text string
	err  json.SyntaxError
}

// sayings remembers the last texts: most clients make the same few mistakes.
var sayings [64]atomic.Pointer[saying]

// longestSaying is how many bytes a text that is remembered has at most.
const longestSaying = 24

func sayOf(text []byte) error {
	if len(text) > longestSaying {
		return ask(text)
	}
	h := uint32(len(text))
	for _, c := range text {
		h = h*31 + uint32(c)
	}
	place := &sayings[h*0x9E3779B1>>26]
	if said := place.Load(); said != nil && said.text == string(text) {
		err := said.err
		return &err
	}
	err := ask(text)
	if se, ok := err.(*json.SyntaxError); ok {
		place.Store(&saying{string(text), *se})
	}
	return err
}

func ask(text []byte) error {
	var raw json.RawMessage
	return Decode(text, &raw, 0)
}
