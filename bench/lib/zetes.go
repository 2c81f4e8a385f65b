package lib

import (
	"bytes"
	"sync"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/codec"
)

// zetes beyond the drop-in: by static type, and with codecs written by hand. Generated code will stand beside easyjson's.
func init() {
	const module = "github.com/zetes-json/zetes"
	byType := map[string]*Typed{
		"point":          staticType[data.Point](),
		"session":        staticType[data.Session](),
		"invoice":        staticType[data.Invoice](),
		"feed":           staticType[data.Feed](),
		"twitter":        staticType[data.Tweets](),
		"citm":           staticType[data.Catalog](),
		"canada":         staticType[data.Geometry](),
		"golang_source":  staticType[data.Source](),
		"synthea":        staticType[data.Bundle](),
		"string_unicode": staticType[data.Scripts](),
		"string_escaped": staticType[data.Scripts](),
	}
	byHand := map[string]*Typed{
		"point":         byCodec(encodePoint, decodePoint),
		"session":       byCodec(encodeSession, decodeSession),
		"golang_source": byCodec(encodeSource, decodeSource),
	}
	of := func(m map[string]*Typed) func(string) []*Typed {
		return func(name string) []*Typed {
			if m[name] == nil {
				return nil
			}
			return []*Typed{m[name]}
		}
	}
	add(&Lib{Name: "zetes-typed", Module: module, About: "zetes.Marshal[T], zetes.Unmarshal[T]", Level: Exact, Typed: of(byType)},
		&Lib{Name: "zetes-codec", Module: module, About: "codec.Writer, codec.Reader, written by hand", Level: Exact, Typed: of(byHand)})
}

func staticType[T any]() *Typed {
	return &Typed{
		Form:      "typed",
		New:       func() any { return new(T) },
		Marshal:   func(v any) ([]byte, error) { return zetes.Marshal(v.(*T)) },
		Unmarshal: func(b []byte, v any) error { return zetes.Unmarshal(b, v.(*T)) },
	}
}

func byCodec[T any](enc func(w *codec.Writer, v *T), dec func(r *codec.Reader, v *T)) *Typed {
	return &Typed{
		Form: "codec",
		New:  func() any { return new(T) },
		Marshal: func(v any) ([]byte, error) {
			w := writers.Get().(*pooled)
			defer writers.Put(w)
			w.ResetBytes(w.buf[:0])
			enc(&w.Writer, v.(*T))
			w.buf = w.Bytes()
			return bytes.Clone(w.buf), w.Err()
		},
		Append: func(dst []byte, v any) ([]byte, error) {
			w := writers.Get().(*pooled)
			defer writers.Put(w)
			w.ResetBytes(dst)
			enc(&w.Writer, v.(*T))
			return w.Bytes(), w.Err()
		},
		Unmarshal: func(b []byte, v any) error {
			r := readers.Get().(*codec.Reader)
			defer readers.Put(r)
			r.ResetBytes(b)
			dec(r, v.(*T))
			return r.Err()
		},
	}
}

// pooled is a writer with memory of its own for results that are copied.
type pooled struct {
	codec.Writer
	buf []byte
}

var (
	writers = sync.Pool{New: func() any { return &pooled{Writer: *codec.NewBytesWriter(nil)} }}
	readers = sync.Pool{New: func() any { return codec.NewBytesReader(nil) }}
)

func encodePoint(w *codec.Writer, p *data.Point) {
	w.BeginObject()
	w.Name("id")
	w.Int(int64(p.ID))
	w.Name("name")
	w.String(p.Name)
	w.Name("active")
	w.Bool(p.Active)
	w.Name("score")
	w.Float64(p.Score)
	w.EndObject()
}

func decodePoint(r *codec.Reader, p *data.Point) {
	for r.BeginObject(); ; {
		name, ok := r.NextMemberBytes()
		if !ok {
			return
		}
		switch string(name) {
		case "id":
			p.ID = int(r.Int())
		case "name":
			p.Name = r.String()
		case "active":
			p.Active = r.Bool()
		case "score":
			p.Score = r.Float64()
		default:
			r.Skip()
		}
	}
}

func encodeSession(w *codec.Writer, s *data.Session) {
	w.BeginObject()
	w.Name("id")
	w.String(s.ID)
	w.Name("user")
	w.String(s.User)
	w.Name("email")
	w.String(s.Email)
	w.Name("roles")
	w.BeginArray()
	for _, role := range s.Roles {
		w.String(role)
	}
	w.EndArray()
	w.Name("attempts")
	w.Uint(uint64(s.Attempts))
	w.Name("latency")
	w.Float64(s.Latency)
	w.Name("started")
	w.Int(s.Started)
	w.Name("anonymous")
	w.Bool(s.Anonymous)
	if len(s.Labels) > 0 {
		w.Name("labels")
		w.BeginObject()
		for k, v := range s.Labels {
			w.Name(k)
			w.String(v)
		}
		w.EndObject()
	}
	w.EndObject()
}

func decodeSession(r *codec.Reader, s *data.Session) {
	for r.BeginObject(); ; {
		name, ok := r.NextMemberBytes()
		if !ok {
			return
		}
		switch string(name) {
		case "id":
			s.ID = r.String()
		case "user":
			s.User = r.String()
		case "email":
			s.Email = r.String()
		case "roles":
			for r.BeginArray(); r.NextElement(); {
				s.Roles = append(s.Roles, r.String())
			}
		case "attempts":
			s.Attempts = uint8(r.UintBits(8))
		case "latency":
			s.Latency = r.Float64()
		case "started":
			s.Started = r.Int()
		case "anonymous":
			s.Anonymous = r.Bool()
		case "labels":
			s.Labels = map[string]string{}
			for k := range r.Object() {
				s.Labels[k] = r.String()
			}
		default:
			r.Skip()
		}
	}
}

func encodeSource(w *codec.Writer, s *data.Source) {
	w.BeginObject()
	w.Name("tree")
	if s.Tree == nil {
		w.Null()
	} else {
		encodeNode(w, s.Tree)
	}
	w.Name("username")
	w.String(s.Username)
	w.EndObject()
}

func encodeNode(w *codec.Writer, n *data.Node) {
	w.BeginObject()
	w.Name("name")
	w.String(n.Name)
	w.Name("kids")
	w.BeginArray()
	for i := range n.Kids {
		encodeNode(w, &n.Kids[i])
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

func decodeSource(r *codec.Reader, s *data.Source) {
	for name := range r.Object() {
		switch name {
		case "tree":
			s.Tree = new(data.Node)
			decodeNode(r, s.Tree)
		case "username":
			s.Username = r.String()
		default:
			r.Skip()
		}
	}
}

func decodeNode(r *codec.Reader, n *data.Node) {
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
				decodeNode(r, &n.Kids[len(n.Kids)-1])
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
