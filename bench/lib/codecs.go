package lib

import (
	"bytes"

	"github.com/francoispqt/gojay"
	"github.com/go-faster/jx"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/data/jay"
)

// Libraries that are told about each type by hand.
func init() {
	jayTypes := map[string]func() any{
		"point":         func() any { return new(jay.Point) },
		"session":       func() any { return new(jay.Session) },
		"golang_source": func() any { return new(jay.Source) },
	}
	add(&Lib{
		Name: "gojay", Module: "github.com/francoispqt/gojay", About: "methods written by hand; only the keys that are asked for are looked at",
		Level: Exact | Relaxed | Fastest,
		Typed: func(name string) []*Typed {
			if jayTypes[name] == nil {
				return nil
			}
			return []*Typed{{
				Form: "codec", New: jayTypes[name],
				Marshal: func(v any) ([]byte, error) { return gojay.MarshalJSONObject(v.(gojay.MarshalerJSONObject)) },
				Append: func(dst []byte, v any) ([]byte, error) {
					b := bytes.NewBuffer(dst)
					e := gojay.BorrowEncoder(b)
					defer e.Release()
					err := e.EncodeObject(v.(gojay.MarshalerJSONObject))
					return b.Bytes(), err
				},
				Unmarshal: func(b []byte, v any) error { return gojay.UnmarshalJSONObject(b, v.(gojay.UnmarshalerJSONObject)) },
			}}
		},
	}, &Lib{
		Name: "jx", Module: "github.com/go-faster/jx", About: "functions written by hand", Level: Exact | Relaxed | Fastest,
		Valid: jx.Valid,
		Typed: func(name string) []*Typed {
			t := jxTypes[name]
			if t == nil {
				return nil
			}
			return []*Typed{{
				Form: "codec", New: t.fresh,
				Marshal: func(v any) ([]byte, error) {
					e := jx.GetEncoder()
					defer jx.PutEncoder(e)
					t.write(e, v)
					return bytes.Clone(e.Bytes()), nil
				},
				Append: func(dst []byte, v any) ([]byte, error) {
					var e jx.Encoder
					e.SetBytes(dst)
					t.write(&e, v)
					return e.Bytes(), nil
				},
				Unmarshal: func(b []byte, v any) error {
					d := jx.GetDecoder()
					defer jx.PutDecoder(d)
					d.ResetBytes(b)
					return t.read(d, v)
				},
			}}
		},
	})
}

type jxType struct {
	fresh func() any
	write func(e *jx.Encoder, v any)
	read  func(d *jx.Decoder, v any) error
}

var jxTypes = map[string]*jxType{
	"point": {
		fresh: func() any { return new(data.Point) },
		write: func(e *jx.Encoder, v any) { writePoint(e, v.(*data.Point)) },
		read:  func(d *jx.Decoder, v any) error { return readPoint(d, v.(*data.Point)) },
	},
	"session": {
		fresh: func() any { return new(data.Session) },
		write: func(e *jx.Encoder, v any) { writeSession(e, v.(*data.Session)) },
		read:  func(d *jx.Decoder, v any) error { return readSession(d, v.(*data.Session)) },
	},
	"golang_source": {
		fresh: func() any { return new(data.Source) },
		write: func(e *jx.Encoder, v any) { writeSource(e, v.(*data.Source)) },
		read:  func(d *jx.Decoder, v any) error { return readSource(d, v.(*data.Source)) },
	},
}

func writePoint(e *jx.Encoder, p *data.Point) {
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

func readPoint(d *jx.Decoder, p *data.Point) error {
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

func writeSession(e *jx.Encoder, s *data.Session) {
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
		for k, v := range s.Labels {
			e.FieldStart(k)
			e.StrEscape(v)
		}
		e.ObjEnd()
	}
	e.ObjEnd()
}

func readSession(d *jx.Decoder, s *data.Session) error {
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

func writeSource(e *jx.Encoder, s *data.Source) {
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

func writeNode(e *jx.Encoder, n *data.Node) {
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

func readSource(d *jx.Decoder, s *data.Source) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "tree":
			s.Tree = new(data.Node)
			err = readNode(d, s.Tree)
		case "username":
			s.Username, err = d.Str()
		default:
			err = d.Skip()
		}
		return err
	})
}

func readNode(d *jx.Decoder, n *data.Node) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "name":
			n.Name, err = d.Str()
		case "kids":
			n.Kids = []data.Node{}
			err = d.Arr(func(d *jx.Decoder) error {
				n.Kids = append(n.Kids, data.Node{})
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
