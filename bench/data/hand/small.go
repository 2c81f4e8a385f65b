package hand

import (
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/codec"
)

// WritePoint writes a Point.
func WritePoint(w *codec.Writer, p *data.Point) {
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

// ReadPoint reads a Point.
func ReadPoint(r *codec.Reader, p *data.Point) {
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

// WriteSession writes a Session.
func WriteSession(w *codec.Writer, s *data.Session) {
	w.BeginObject()
	w.Name("id")
	w.String(s.ID)
	w.Name("user")
	w.String(s.User)
	w.Name("email")
	w.String(s.Email)
	w.Name("roles")
	writeStrings(w, s.Roles)
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
		writeMap(w, s.Labels, (*codec.Writer).String)
	}
	w.EndObject()
}

// ReadSession reads a Session.
func ReadSession(r *codec.Reader, s *data.Session) {
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
			s.Roles = readStrings(r)
		case "attempts":
			s.Attempts = uint8(r.UintBits(8))
		case "latency":
			s.Latency = r.Float64()
		case "started":
			s.Started = r.Int()
		case "anonymous":
			s.Anonymous = r.Bool()
		case "labels":
			s.Labels = readMap(r, (*codec.Reader).String)
		default:
			r.Skip()
		}
	}
}
