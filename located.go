package zetes

import (
	"bytes"

	"github.com/zetes-json/zetes/codec"
)

// Located is a value and where it stood in the document that it was decoded from, as a field, element or value of a map
// that is not a key. It is written and read as its Value is. A Located that was not decoded has the offset 0.
//
//	var config struct {
//		Port zetes.Located[int] `json:"port"`
//	}
//	err := zetes.Unmarshal(data, &config)
//	if config.Port.Value < 1024 {
//		line, column := config.Port.Position(data)
//		log.Printf("config.json:%d:%d: the port is reserved", line, column)
//	}
//
// The offsets are those of [ReadOffset]. A value that does not fit T ends the decoding, as an error of
// a codec does. Package encoding/json does not know the type.
type Located[T any] struct {
	Value      T
	Start, End int64 // offsets of the first byte and after the last one
}

// ReadOffset returns the offset of the first unread byte of r in the document that is decoded. The InputOffset of a
// reader that a codec gets counts from the start of the codec's value, and ReadOffset from the start of the text that
// Unmarshal got, or of the stream. It counts from the start of a value where json.Decoder reads it, or where a method
// of that value's type calls Unmarshal. Under [Config].JSON5 it counts bytes of the JSON that the input becomes.
func ReadOffset(r *codec.Reader) int64 {
	t, _ := desk.Terms(r)
	return t.Origin + r.InputOffset()
}

// MarshalZetes writes l.Value.
func (l Located[T]) MarshalZetes(w *codec.Writer) { WriteValue(w, &l.Value) }

// UnmarshalZetes reads l.Value and its place.
func (l *Located[T]) UnmarshalZetes(r *codec.Reader) {
	l.Start = ReadOffset(r)
	ReadValue(r, &l.Value)
	l.End = ReadOffset(r)
}

// Position returns the line and column, counted from 1, at which l starts in data, the document that it was decoded
// from. Columns count characters. It reads data up to there.
func (l Located[T]) Position(data []byte) (line, column int) {
	before := data[:max(0, min(l.Start, int64(len(data))))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return 1 + bytes.Count(before, []byte{'\n'}), 1 + len([]rune(string(before[start:])))
}
