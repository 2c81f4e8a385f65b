package jay

import (
	"github.com/francoispqt/gojay"
	"github.com/zetes-json/zetes/bench/data"
)

// Subject is data.Subject.
type Subject struct{ data.Subject }

// IsNil implements gojay.MarshalerJSONObject.
func (s *Subject) IsNil() bool { return s == nil }

// NKeys implements gojay.UnmarshalerJSONObject.
func (s *Subject) NKeys() int { return 0 }

// MarshalJSONObject implements gojay.MarshalerJSONObject.
func (s *Subject) MarshalJSONObject(e *gojay.Encoder) {
	e.IntKey("num", s.Num)
	e.IntKey("small", int(s.Small))
	e.FloatKey("float", s.Float)
	e.StringKey("text", s.Text)
	e.ArrayKey("list", (*floatList)(&s.List))
}

// UnmarshalJSONObject implements gojay.UnmarshalerJSONObject.
func (s *Subject) UnmarshalJSONObject(d *gojay.Decoder, key string) error {
	switch key {
	case "num":
		return d.Int(&s.Num)
	case "small":
		return d.Int8(&s.Small)
	case "float":
		return d.Float(&s.Float)
	case "text":
		return d.String(&s.Text)
	case "list":
		return d.Array((*floatList)(&s.List))
	}
	return nil
}

type floatList []float64

func (l *floatList) IsNil() bool { return l == nil }

func (l *floatList) MarshalJSONArray(e *gojay.Encoder) {
	for _, f := range *l {
		e.Float64(f)
	}
}

func (l *floatList) UnmarshalJSONArray(d *gojay.Decoder) error {
	var f float64
	if err := d.Float64(&f); err != nil {
		return err
	}
	*l = append(*l, f)
	return nil
}
