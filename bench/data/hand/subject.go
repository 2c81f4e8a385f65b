package hand

import (
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/codec"
)

// WriteSubject writes a Subject.
func WriteSubject(w *codec.Writer, v *data.Subject) {
	w.BeginObject()
	w.Name("num")
	w.Int(int64(v.Num))
	w.Name("small")
	w.Int(int64(v.Small))
	w.Name("float")
	w.Float64(v.Float)
	w.Name("text")
	w.String(v.Text)
	w.Name("list")
	writeList(w, v.List, (*codec.Writer).Float64)
	w.EndObject()
}

// ReadSubject reads a Subject.
func ReadSubject(r *codec.Reader, v *data.Subject) {
	for r.BeginObject(); ; {
		name, ok := r.NextMemberBytes()
		if !ok {
			return
		}
		switch string(name) {
		case "num":
			v.Num = int(r.Int())
		case "small":
			v.Small = int8(r.IntBits(8))
		case "float":
			v.Float = r.Float64()
		case "text":
			v.Text = r.String()
		case "list":
			v.List = readList(r, (*codec.Reader).Float64)
		default:
			r.Skip()
		}
	}
}
