package jex

import (
	"maps"
	"slices"

	"github.com/go-faster/jx"
	"github.com/zetes-json/zetes/bench/data"
)

// WritePoint writes a Point.
func WritePoint(e *jx.Encoder, p *data.Point) {
	e.ObjStart()
	e.FieldStart("id")
	e.Int(p.ID)
	e.FieldStart("name")
	e.StrEscape(p.Name)
	e.FieldStart("active")
	e.Bool(p.Active)
	e.FieldStart("score")
	e.Float64(p.Score)
	e.ObjEnd()
}

// ReadPoint reads a Point.
func ReadPoint(d *jx.Decoder, p *data.Point) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "id":
			p.ID, err = d.Int()
		case "name":
			p.Name, err = d.Str()
		case "active":
			p.Active, err = d.Bool()
		case "score":
			p.Score, err = d.Float64()
		default:
			err = d.Skip()
		}
		return err
	})
}

// WriteSession writes a Session.
func WriteSession(e *jx.Encoder, s *data.Session) {
	e.ObjStart()
	e.FieldStart("id")
	e.StrEscape(s.ID)
	e.FieldStart("user")
	e.StrEscape(s.User)
	e.FieldStart("email")
	e.StrEscape(s.Email)
	e.FieldStart("roles")
	e.ArrStart()
	for _, r := range s.Roles {
		e.StrEscape(r)
	}
	e.ArrEnd()
	e.FieldStart("attempts")
	e.UInt8(s.Attempts)
	e.FieldStart("latency")
	e.Float64(s.Latency)
	e.FieldStart("started")
	e.Int64(s.Started)
	e.FieldStart("anonymous")
	e.Bool(s.Anonymous)
	if len(s.Labels) > 0 {
		e.FieldStart("labels")
		e.ObjStart()
		for _, k := range slices.Sorted(maps.Keys(s.Labels)) {
			e.FieldStart(k)
			e.StrEscape(s.Labels[k])
		}
		e.ObjEnd()
	}
	e.ObjEnd()
}

// ReadSession reads a Session.
func ReadSession(d *jx.Decoder, s *data.Session) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "id":
			s.ID, err = d.Str()
		case "user":
			s.User, err = d.Str()
		case "email":
			s.Email, err = d.Str()
		case "roles":
			err = d.Arr(func(d *jx.Decoder) error {
				r, err := d.Str()
				s.Roles = append(s.Roles, r)
				return err
			})
		case "attempts":
			s.Attempts, err = d.UInt8()
		case "latency":
			s.Latency, err = d.Float64()
		case "started":
			s.Started, err = d.Int64()
		case "anonymous":
			s.Anonymous, err = d.Bool()
		case "labels":
			s.Labels = map[string]string{}
			err = d.Obj(func(d *jx.Decoder, key string) error {
				v, err := d.Str()
				s.Labels[key] = v
				return err
			})
		default:
			err = d.Skip()
		}
		return err
	})
}
