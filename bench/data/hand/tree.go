package hand

import (
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/codec"
)

// WriteSource writes a Source.
func WriteSource(w *codec.Writer, s *data.Source) {
	w.BeginObject()
	w.Name("tree")
	if s.Tree == nil {
		w.Null()
	} else {
		writeNode(w, s.Tree)
	}
	w.Name("username")
	w.String(s.Username)
	w.EndObject()
}

func writeNode(w *codec.Writer, n *data.Node) {
	w.BeginObject()
	w.Name("name")
	w.String(n.Name)
	w.Name("kids")
	w.BeginArray()
	for i := range n.Kids {
		writeNode(w, &n.Kids[i])
	}
	w.EndArray()
	w.Name("cl_weight")
	w.Float64(n.CLWeight)
	w.Name("touches")
	w.Int(int64(n.Touches))
	w.Name("min_t")
	w.Int(n.MinT)
	w.Name("max_t")
	w.Int(n.MaxT)
	w.Name("mean_t")
	w.Int(n.MeanT)
	w.EndObject()
}

// ReadSource reads a Source.
func ReadSource(r *codec.Reader, s *data.Source) {
	for name := range r.Object() {
		switch name {
		case "tree":
			s.Tree = new(data.Node)
			readNode(r, s.Tree)
		case "username":
			s.Username = r.String()
		default:
			r.Skip()
		}
	}
}

func readNode(r *codec.Reader, n *data.Node) {
	for r.BeginObject(); ; {
		name, ok := r.NextMemberBytes()
		if !ok {
			return
		}
		switch string(name) {
		case "name":
			n.Name = r.String()
		case "kids":
			n.Kids = []data.Node{}
			for r.BeginArray(); r.NextElement(); {
				n.Kids = append(n.Kids, data.Node{})
				readNode(r, &n.Kids[len(n.Kids)-1])
			}
		case "cl_weight":
			n.CLWeight = r.Float64()
		case "touches":
			n.Touches = int(r.Int())
		case "min_t":
			n.MinT = r.Int()
		case "max_t":
			n.MaxT = r.Int()
		case "mean_t":
			n.MeanT = r.Int()
		default:
			r.Skip()
		}
	}
}
