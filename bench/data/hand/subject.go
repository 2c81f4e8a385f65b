package hand

import (
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/codec"
)

// WriteSubject writes a Subject.
func WriteSubject(w *codec.Writer, v *data.Subject) {
	w.BeginObject()
	w.MemberInt(nameNum, int64(v.Num))
	w.MemberInt(nameSmall, int64(v.Small))
	w.MemberFloat64(nameFloat, v.Float)
	w.MemberString(nameText, v.Text)
	w.Member(nameList)
	writeList(w, v.List, (*codec.Writer).Float64)
	w.EndObject()
}

var namesSubject = codec.NewNames("num", "small", "float", "text", "list")

// ReadSubject reads a Subject.
func ReadSubject(r *codec.Reader, v *data.Subject) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(namesSubject)
		if !ok {
			return
		}
		switch i {
		case 0:
			v.Num = int(r.Int())
		case 1:
			v.Small = int8(r.IntBits(8))
		case 2:
			v.Float = r.Float64()
		case 3:
			v.Text = r.String()
		case 4:
			v.List = readList(r, (*codec.Reader).Float64)
		default:
			r.Skip()
		}
	}
}
