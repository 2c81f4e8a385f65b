package hand

import (
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/corpus"
)

// WriteSource writes a Source.
func WriteSource(w *codec.Writer, s *corpus.Source) {
	w.BeginObject()
	w.Member(nameTree)
	if s.Tree == nil {
		w.Null()
	} else {
		writeNode(w, s.Tree)
	}
	w.MemberString(nameUsername, s.Username)
	w.EndObject()
}

func writeNode(w *codec.Writer, n *corpus.Node) {
	w.BeginObject()
	w.MemberString(nameName, n.Name)
	w.Member(nameKids)
	codec.WriteElements(w, n.Kids, writeNode)
	w.MemberFloat64(nameClWeight, n.CLWeight)
	w.MemberInt(nameTouches, int64(n.Touches))
	w.MemberInt(nameMinT, n.MinT)
	w.MemberInt(nameMaxT, n.MaxT)
	w.MemberInt(nameMeanT, n.MeanT)
	w.EndObject()
}

var namesSource = codec.NewNames("tree", "username")

// ReadSource reads a Source.
func ReadSource(r *codec.Reader, s *corpus.Source) {
	for i := range r.ObjectOf(namesSource) {
		switch i {
		case 0:
			s.Tree = new(corpus.Node)
			readNode(r, s.Tree)
		case 1:
			s.Username = r.String()
		}
	}
}

var namesNode = codec.NewNames("name", "kids", "cl_weight", "touches", "min_t", "max_t", "mean_t")

func readNode(r *codec.Reader, n *corpus.Node) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(namesNode)
		if !ok {
			return
		}
		switch i {
		case 0:
			n.Name = r.String()
		case 1:
			n.Kids = codec.ReadElements(r, readNode)
		case 2:
			n.CLWeight = r.Float64()
		case 3:
			n.Touches = int(r.Int())
		case 4:
			n.MinT = r.Int()
		case 5:
			n.MaxT = r.Int()
		case 6:
			n.MeanT = r.Int()
		default:
			r.Skip()
		}
	}
}
