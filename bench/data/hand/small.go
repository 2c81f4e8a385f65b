package hand

import (
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/codec"
)

// WritePoint writes a Point.
func WritePoint(w *codec.Writer, p *data.Point) {
	w.BeginObject()
	w.MemberInt(nameID, int64(p.ID))
	w.MemberString(nameName, p.Name)
	w.MemberBool(nameActive, p.Active)
	w.MemberFloat64(nameScore, p.Score)
	w.EndObject()
}

var namesPoint = codec.NewNames("id", "name", "active", "score")

// ReadPoint reads a Point.
func ReadPoint(r *codec.Reader, p *data.Point) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(namesPoint)
		if !ok {
			return
		}
		switch i {
		case 0:
			p.ID = int(r.Int())
		case 1:
			p.Name = r.String()
		case 2:
			p.Active = r.Bool()
		case 3:
			p.Score = r.Float64()
		default:
			r.Skip()
		}
	}
}

// WriteSession writes a Session.
func WriteSession(w *codec.Writer, s *data.Session) {
	w.BeginObject()
	w.MemberString(nameID, s.ID)
	w.MemberString(nameUser, s.User)
	w.MemberString(nameEmail, s.Email)
	w.Member(nameRoles)
	writeStrings(w, s.Roles)
	w.MemberUint(nameAttempts, uint64(s.Attempts))
	w.MemberFloat64(nameLatency, s.Latency)
	w.MemberInt(nameStarted, s.Started)
	w.MemberBool(nameAnonymous, s.Anonymous)
	if len(s.Labels) > 0 {
		w.Member(nameLabels)
		writeMap(w, s.Labels, (*codec.Writer).String)
	}
	w.EndObject()
}

var namesSession = codec.NewNames("id", "user", "email", "roles", "attempts", "latency", "started", "anonymous", "labels")

// ReadSession reads a Session.
func ReadSession(r *codec.Reader, s *data.Session) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(namesSession)
		if !ok {
			return
		}
		switch i {
		case 0:
			s.ID = r.String()
		case 1:
			s.User = r.String()
		case 2:
			s.Email = r.String()
		case 3:
			s.Roles = readStrings(r)
		case 4:
			s.Attempts = uint8(r.UintBits(8))
		case 5:
			s.Latency = r.Float64()
		case 6:
			s.Started = r.Int()
		case 7:
			s.Anonymous = r.Bool()
		case 8:
			s.Labels = readMap(r, (*codec.Reader).String)
		default:
			r.Skip()
		}
	}
}
