// Package jex writes and reads the documents' types by hand, with go-faster/jx.
//
// Files: jex.go (what all use) · small.go (Point, Session) · invoice.go · feed.go · geo.go · tree.go (Source).
package jex

import "github.com/go-faster/jx"

func writeList[T any](e *jx.Encoder, list []T, write func(*jx.Encoder, *T)) {
	if list == nil {
		e.Null()
		return
	}
	e.ArrStart()
	for i := range list {
		write(e, &list[i])
	}
	e.ArrEnd()
}

func readList[T any](d *jx.Decoder, list *[]T, read func(*jx.Decoder, *T) error) error {
	if d.Next() == jx.Null {
		return d.Null()
	}
	*list = []T{}
	return d.Arr(func(d *jx.Decoder) error {
		*list = append(*list, *new(T))
		return read(d, &(*list)[len(*list)-1])
	})
}

func writeString(e *jx.Encoder, s *string) { e.StrEscape(*s) }

func readString(d *jx.Decoder, s *string) (err error) {
	*s, err = d.Str()
	return err
}

func writeFloat(e *jx.Encoder, f *float64) { e.Float64(*f) }

func readFloat(d *jx.Decoder, f *float64) (err error) {
	*f, err = d.Float64()
	return err
}
