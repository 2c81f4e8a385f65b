// Package jay holds some of the documents' types with methods written by hand for gojay.
package jay

import (
	"github.com/francoispqt/gojay"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/internal/tests/corpus"
)

// Point is data.Point.
type Point struct{ data.Point }

// IsNil implements gojay.MarshalerJSONObject.
func (p *Point) IsNil() bool { return p == nil }

// NKeys implements gojay.UnmarshalerJSONObject.
func (p *Point) NKeys() int { return 4 }

// MarshalJSONObject implements gojay.MarshalerJSONObject.
func (p *Point) MarshalJSONObject(e *gojay.Encoder) {
	e.IntKey("id", p.ID)
	e.StringKey("name", p.Name)
	e.BoolKey("active", p.Active)
	e.FloatKey("score", p.Score)
}

// UnmarshalJSONObject implements gojay.UnmarshalerJSONObject.
func (p *Point) UnmarshalJSONObject(d *gojay.Decoder, key string) error {
	switch key {
	case "id":
		return d.Int(&p.ID)
	case "name":
		return d.String(&p.Name)
	case "active":
		return d.Bool(&p.Active)
	case "score":
		return d.Float(&p.Score)
	}
	return nil
}

// Session is data.Session.
type Session struct{ data.Session }

// IsNil implements gojay.MarshalerJSONObject.
func (s *Session) IsNil() bool { return s == nil }

// NKeys implements gojay.UnmarshalerJSONObject.
func (s *Session) NKeys() int { return 0 }

// MarshalJSONObject implements gojay.MarshalerJSONObject.
func (s *Session) MarshalJSONObject(e *gojay.Encoder) {
	e.StringKey("id", s.ID)
	e.StringKey("user", s.User)
	e.StringKey("email", s.Email)
	e.ArrayKey("roles", (*stringList)(&s.Roles))
	e.IntKey("attempts", int(s.Attempts))
	e.FloatKey("latency", s.Latency)
	e.Int64Key("started", s.Started)
	e.BoolKey("anonymous", s.Anonymous)
	e.ObjectKeyOmitEmpty("labels", stringMap(s.Labels))
}

// UnmarshalJSONObject implements gojay.UnmarshalerJSONObject.
func (s *Session) UnmarshalJSONObject(d *gojay.Decoder, key string) error {
	switch key {
	case "id":
		return d.String(&s.ID)
	case "user":
		return d.String(&s.User)
	case "email":
		return d.String(&s.Email)
	case "roles":
		return d.Array((*stringList)(&s.Roles))
	case "attempts":
		return d.Uint8(&s.Attempts)
	case "latency":
		return d.Float(&s.Latency)
	case "started":
		return d.Int64(&s.Started)
	case "anonymous":
		return d.Bool(&s.Anonymous)
	case "labels":
		s.Labels = map[string]string{}
		return d.Object(stringMap(s.Labels))
	}
	return nil
}

type stringList []string

func (l *stringList) IsNil() bool { return l == nil }

func (l *stringList) MarshalJSONArray(e *gojay.Encoder) {
	for _, s := range *l {
		e.String(s)
	}
}

func (l *stringList) UnmarshalJSONArray(d *gojay.Decoder) error {
	var s string
	if err := d.String(&s); err != nil {
		return err
	}
	*l = append(*l, s)
	return nil
}

type stringMap map[string]string

func (m stringMap) IsNil() bool { return len(m) == 0 }

func (m stringMap) NKeys() int { return 0 }

func (m stringMap) MarshalJSONObject(e *gojay.Encoder) {
	for k, v := range m {
		e.StringKey(k, v)
	}
}

func (m stringMap) UnmarshalJSONObject(d *gojay.Decoder, key string) error {
	var s string
	err := d.String(&s)
	m[key] = s
	return err
}

// Source is corpus.Source.
type Source struct{ corpus.Source }

// IsNil implements gojay.MarshalerJSONObject.
func (s *Source) IsNil() bool { return s == nil }

// NKeys implements gojay.UnmarshalerJSONObject.
func (s *Source) NKeys() int { return 2 }

// MarshalJSONObject implements gojay.MarshalerJSONObject.
func (s *Source) MarshalJSONObject(e *gojay.Encoder) {
	e.ObjectKeyNullEmpty("tree", (*node)(s.Tree))
	e.StringKey("username", s.Username)
}

// UnmarshalJSONObject implements gojay.UnmarshalerJSONObject.
func (s *Source) UnmarshalJSONObject(d *gojay.Decoder, key string) error {
	switch key {
	case "tree":
		s.Tree = new(corpus.Node)
		return d.Object((*node)(s.Tree))
	case "username":
		return d.String(&s.Username)
	}
	return nil
}

type node corpus.Node

func (n *node) IsNil() bool { return n == nil }

func (n *node) NKeys() int { return 7 }

func (n *node) MarshalJSONObject(e *gojay.Encoder) {
	e.StringKey("name", n.Name)
	e.ArrayKey("kids", (*nodeList)(&n.Kids))
	e.FloatKey("cl_weight", n.CLWeight)
	e.IntKey("touches", n.Touches)
	e.Int64Key("min_t", n.MinT)
	e.Int64Key("max_t", n.MaxT)
	e.Int64Key("mean_t", n.MeanT)
}

func (n *node) UnmarshalJSONObject(d *gojay.Decoder, key string) error {
	switch key {
	case "name":
		return d.String(&n.Name)
	case "kids":
		n.Kids = []corpus.Node{}
		return d.Array((*nodeList)(&n.Kids))
	case "cl_weight":
		return d.Float(&n.CLWeight)
	case "touches":
		return d.Int(&n.Touches)
	case "min_t":
		return d.Int64(&n.MinT)
	case "max_t":
		return d.Int64(&n.MaxT)
	case "mean_t":
		return d.Int64(&n.MeanT)
	}
	return nil
}

type nodeList []corpus.Node

func (l *nodeList) IsNil() bool { return l == nil }

func (l *nodeList) MarshalJSONArray(e *gojay.Encoder) {
	for i := range *l {
		e.Object((*node)(&(*l)[i]))
	}
}

func (l *nodeList) UnmarshalJSONArray(d *gojay.Decoder) error {
	var n node
	if err := d.Object(&n); err != nil {
		return err
	}
	*l = append(*l, corpus.Node(n))
	return nil
}
