package jex

import (
	"github.com/go-faster/jx"
	"github.com/zetes-json/zetes/bench/data"
)

// WriteSubject writes a Subject.
func WriteSubject(e *jx.Encoder, v *data.Subject) {
	e.ObjStart()
	e.FieldStart("num")
	e.Int(v.Num)
	e.FieldStart("small")
	e.Int8(v.Small)
	e.FieldStart("float")
	e.Float64(v.Float)
	e.FieldStart("text")
	e.StrEscape(v.Text)
	e.FieldStart("list")
	writeList(e, v.List, writeFloat)
	e.ObjEnd()
}

// ReadSubject reads a Subject.
func ReadSubject(d *jx.Decoder, v *data.Subject) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "num":
			v.Num, err = d.Int()
		case "small":
			v.Small, err = d.Int8()
		case "float":
			v.Float, err = d.Float64()
		case "text":
			v.Text, err = d.Str()
		case "list":
			err = readList(d, &v.List, readFloat)
		default:
			err = d.Skip()
		}
		return err
	})
}
