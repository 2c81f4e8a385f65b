package ready

import (
	"encoding/base64"

	"github.com/zetes-json/zetes/codec"
)

// Hex writes bytes as strings of hexadecimal digits in lower case, and reads both cases. nil is written as null, and
// null is read as nil.
func Hex[T ~[]byte]() codec.Codec { return ofBytes[T]((*codec.Writer).Hex, (*codec.Reader).Hex) }

// Base64 writes bytes as strings in an encoding such as [base64.RawURLEncoding]. nil is written as null, and null is
// read as nil.
func Base64[T ~[]byte](enc *base64.Encoding) codec.Codec {
	return ofBytes[T](
		func(w *codec.Writer, b []byte) { w.Base64(b, enc) },
		func(r *codec.Reader) []byte { return r.Base64(enc) },
	)
}

// Numbers writes bytes as arrays of numbers from 0 to 255. nil is written as null, and null is read as nil.
func Numbers[T ~[]byte]() codec.Codec { return ofBytes[T](writeNumbers, readNumbers) }

func writeNumbers(w *codec.Writer, b []byte) {
	codec.WriteElements(w, b, func(w *codec.Writer, v *byte) { w.Uint(uint64(*v)) })
}

func readNumbers(r *codec.Reader) []byte {
	b := []byte{}
	for range r.Array() {
		b = append(b, byte(r.UintBits(8)))
	}
	return b
}

func ofBytes[T ~[]byte](write func(*codec.Writer, []byte), read func(*codec.Reader) []byte) codec.Codec {
	return codec.For(
		func(w *codec.Writer, b *T) {
			if *b == nil {
				w.Null()
				return
			}
			write(w, *b)
		},
		func(r *codec.Reader, b *T) {
			if r.Null() {
				*b = nil
			} else if got := read(r); r.Err() == nil {
				*b = got
			}
		},
	)
}
