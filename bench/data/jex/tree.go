package jex

import (
	"github.com/go-faster/jx"

	"github.com/zetes-json/zetes/internal/tests/corpus"
)

// WriteSource writes a Source.
func WriteSource(e *jx.Encoder, s *corpus.Source) {
	e.ObjStart()
	e.FieldStart("tree")
	if s.Tree == nil {
		e.Null()
	} else {
		writeNode(e, s.Tree)
	}
	e.FieldStart("username")
	e.StrEscape(s.Username)
	e.ObjEnd()
}

func writeNode(e *jx.Encoder, n *corpus.Node) {
	e.ObjStart()
	e.FieldStart("name")
	e.StrEscape(n.Name)
	e.FieldStart("kids")
	e.ArrStart()
	for i := range n.Kids {
		writeNode(e, &n.Kids[i])
	}
	e.ArrEnd()
	e.FieldStart("cl_weight")
	e.Float64(n.CLWeight)
	e.FieldStart("touches")
	e.Int(n.Touches)
	e.FieldStart("min_t")
	e.Int64(n.MinT)
	e.FieldStart("max_t")
	e.Int64(n.MaxT)
	e.FieldStart("mean_t")
	e.Int64(n.MeanT)
	e.ObjEnd()
}

// ReadSource reads a Source.
func ReadSource(d *jx.Decoder, s *corpus.Source) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "tree":
			s.Tree = new(corpus.Node)
			err = readNode(d, s.Tree)
		case "username":
			s.Username, err = d.Str()
		default:
			err = d.Skip()
		}
		return err
	})
}

func readNode(d *jx.Decoder, n *corpus.Node) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "name":
			n.Name, err = d.Str()
		case "kids":
			n.Kids = []corpus.Node{}
			err = d.Arr(func(d *jx.Decoder) error {
				n.Kids = append(n.Kids, corpus.Node{})
				return readNode(d, &n.Kids[len(n.Kids)-1])
			})
		case "cl_weight":
			n.CLWeight, err = d.Float64()
		case "touches":
			n.Touches, err = d.Int()
		case "min_t":
			n.MinT, err = d.Int64()
		case "max_t":
			n.MaxT, err = d.Int64()
		case "mean_t":
			n.MeanT, err = d.Int64()
		default:
			err = d.Skip()
		}
		return err
	})
}
