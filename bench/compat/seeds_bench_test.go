package compat

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	theirjay "github.com/francoispqt/gojay"
	theirff "github.com/pquerna/ffjson/fflib/v1"
	theircodec "github.com/ugorji/go/codec"
	ourcodec "github.com/zetes-json/zetes/compat/codec"
	ourff "github.com/zetes-json/zetes/compat/ffjson/fflib/v1"
	ourjay "github.com/zetes-json/zetes/compat/gojay"
	"github.com/zetes-json/zetes/compat/jingo"
)

// goods is a value for the packages of the smaller libraries: with methods for gojay, and with calls that code by ffjson
// makes.
type goods struct {
	ID    int     `json:"id"`
	Name  string  `json:"name"`
	Price float64 `json:"price"`
	Ready bool    `json:"ready"`
	Parts []part  `json:"parts"`
}

type part struct {
	SKU   string `json:"sku"`
	Count int    `json:"count"`
	Note  string `json:"note"`
}

// jayOut and jayIn have the methods that both Encoders and both Decoders have.
type jayOut interface {
	IntKey(string, int)
	StringKey(string, string)
	FloatKey(string, float64)
	BoolKey(string, bool)
}

type jayIn interface {
	Int(*int) error
	String(*string) error
	Float(*float64) error
	Bool(*bool) error
}

func (g *goods) write(e jayOut) {
	e.IntKey("id", g.ID)
	e.StringKey("name", g.Name)
	e.FloatKey("price", g.Price)
	e.BoolKey("ready", g.Ready)
}

func (g *goods) read(d jayIn, key string) error {
	switch key {
	case "id":
		return d.Int(&g.ID)
	case "name":
		return d.String(&g.Name)
	case "price":
		return d.Float(&g.Price)
	case "ready":
		return d.Bool(&g.Ready)
	}
	return nil
}

func (p *part) write(e jayOut) {
	e.StringKey("sku", p.SKU)
	e.IntKey("count", p.Count)
	e.StringKey("note", p.Note)
}

func (p *part) read(d jayIn, key string) error {
	switch key {
	case "sku":
		return d.String(&p.SKU)
	case "count":
		return d.Int(&p.Count)
	case "note":
		return d.String(&p.Note)
	}
	return nil
}

type (
	ourGoods   goods
	ourParts   []part
	ourPart    part
	theirGoods goods
	theirParts []part
	theirPart  part
)

func (g *ourGoods) IsNil() bool { return g == nil }
func (g *ourGoods) NKeys() int  { return 0 }
func (p *ourPart) IsNil() bool  { return p == nil }
func (p *ourPart) NKeys() int   { return 0 }
func (l *ourParts) IsNil() bool { return l == nil }
func (g *ourGoods) MarshalJSONObject(e *ourjay.Encoder) {
	(*goods)(g).write(e)
	e.ArrayKey("parts", (*ourParts)(&g.Parts))
}
func (g *ourGoods) UnmarshalJSONObject(d *ourjay.Decoder, key string) error {
	if key == "parts" {
		return d.Array((*ourParts)(&g.Parts))
	}
	return (*goods)(g).read(d, key)
}
func (l *ourParts) MarshalJSONArray(e *ourjay.Encoder) {
	for i := range *l {
		e.Object((*ourPart)(&(*l)[i]))
	}
}
func (l *ourParts) UnmarshalJSONArray(d *ourjay.Decoder) error {
	*l = append(*l, part{})
	return d.Object((*ourPart)(&(*l)[len(*l)-1]))
}
func (p *ourPart) MarshalJSONObject(e *ourjay.Encoder) { (*part)(p).write(e) }
func (p *ourPart) UnmarshalJSONObject(d *ourjay.Decoder, key string) error {
	return (*part)(p).read(d, key)
}

func (g *theirGoods) IsNil() bool { return g == nil }
func (g *theirGoods) NKeys() int  { return 0 }
func (p *theirPart) IsNil() bool  { return p == nil }
func (p *theirPart) NKeys() int   { return 0 }
func (l *theirParts) IsNil() bool { return l == nil }
func (g *theirGoods) MarshalJSONObject(e *theirjay.Encoder) {
	(*goods)(g).write(e)
	e.ArrayKey("parts", (*theirParts)(&g.Parts))
}
func (g *theirGoods) UnmarshalJSONObject(d *theirjay.Decoder, key string) error {
	if key == "parts" {
		return d.Array((*theirParts)(&g.Parts))
	}
	return (*goods)(g).read(d, key)
}
func (l *theirParts) MarshalJSONArray(e *theirjay.Encoder) {
	for i := range *l {
		e.Object((*theirPart)(&(*l)[i]))
	}
}
func (l *theirParts) UnmarshalJSONArray(d *theirjay.Decoder) error {
	*l = append(*l, part{})
	return d.Object((*theirPart)(&(*l)[len(*l)-1]))
}
func (p *theirPart) MarshalJSONObject(e *theirjay.Encoder) { (*part)(p).write(e) }
func (p *theirPart) UnmarshalJSONObject(d *theirjay.Decoder, key string) error {
	return (*part)(p).read(d, key)
}

type (
	ourList   []goods
	theirList []goods
)

func (l ourList) IsNil() bool   { return l == nil }
func (l theirList) IsNil() bool { return l == nil }
func (l ourList) MarshalJSONArray(e *ourjay.Encoder) {
	for i := range l {
		e.Object((*ourGoods)(&l[i]))
	}
}
func (l theirList) MarshalJSONArray(e *theirjay.Encoder) {
	for i := range l {
		e.Object((*theirGoods)(&l[i]))
	}
}
func (l *ourList) UnmarshalJSONArray(d *ourjay.Decoder) error {
	*l = append(*l, goods{})
	return d.Object((*ourGoods)(&(*l)[len(*l)-1]))
}
func (l *theirList) UnmarshalJSONArray(d *theirjay.Decoder) error {
	*l = append(*l, goods{})
	return d.Object((*theirGoods)(&(*l)[len(*l)-1]))
}

// stamp has what packages write in forms of their own.
type stamp struct {
	At   time.Time
	Data []byte
}

// ffOut has what code by ffjson calls on its buffer.
type ffOut interface {
	Write([]byte) (int, error)
	WriteByte(byte) error
	WriteString(string) (int, error)
	Rewind(int) error
}

// ffWrite writes g as code by ffjson does, with functions of one of both packages.
func ffWrite[W ffOut](b W, g *goods, integer func(W, int), text func(W, string), float func(W, float64)) {
	b.WriteString(`{"id":`)
	integer(b, g.ID)
	b.WriteString(`,"name":`)
	text(b, g.Name)
	b.WriteString(`,"price":`)
	float(b, g.Price)
	b.WriteString(`,"ready":`)
	if g.Ready {
		b.WriteString("true")
	} else {
		b.WriteString("false")
	}
	b.WriteString(`,"parts":[`)
	for i := range g.Parts {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(`{"sku":`)
		text(b, g.Parts[i].SKU)
		b.WriteString(`,"count":`)
		integer(b, g.Parts[i].Count)
		b.WriteString(`,"note":`)
		text(b, g.Parts[i].Note)
		b.WriteByte(',')
		b.Rewind(1)
		b.WriteByte('}')
	}
	b.WriteString(`]}`)
}

func ourFF(b ourff.EncodingBuffer, g *goods) {
	ffWrite(b, g, func(b ourff.EncodingBuffer, v int) { ourff.FormatBits2(b, uint64(v), 10, v < 0) },
		func(b ourff.EncodingBuffer, s string) { ourff.WriteJsonString(b, s) },
		func(b ourff.EncodingBuffer, v float64) { ourff.AppendFloat(b, v, 'g', -1, 64) })
}

func theirFF(b theirff.EncodingBuffer, g *goods) {
	ffWrite(b, g, func(b theirff.EncodingBuffer, v int) { theirff.FormatBits2(b, uint64(v), 10, v < 0) },
		func(b theirff.EncodingBuffer, s string) { theirff.WriteJsonString(b, s) },
		func(b theirff.EncodingBuffer, v float64) { theirff.AppendFloat(b, v, 'g', -1, 64) })
}

// BenchmarkSeeds writes and reads a value, and a list of such values, by the packages of the smaller libraries. There is
// no jingo to compare with: it cannot be downloaded everywhere.
func BenchmarkSeeds(b *testing.B) {
	one := &goods{42, "A chair with four legs", 199.95, true, []part{{"LEG-4", 4, "made of oak"}, {"SEAT", 1, "red & soft"}, {"BACK", 1, ""}}}
	many := make([]goods, 50)
	for i := range many {
		many[i] = *one
	}
	text, err := json.Marshal(one)
	if err != nil {
		b.Fatal(err)
	}
	list, err := json.Marshal(many)
	if err != nil {
		b.Fatal(err)
	}
	oh, th := new(ourcodec.JsonHandle), new(theircodec.JsonHandle)
	oa, ta := &ourcodec.JsonHandle{MapKeyAsString: true, PreferFloat: true}, &theircodec.JsonHandle{MapKeyAsString: true, PreferFloat: true}
	var ob, tb []byte
	var floats []float64
	for i := range 200 {
		floats = append(floats, float64(i)*1.37)
	}
	var anything any
	if err := json.Unmarshal(text, &anything); err != nil {
		b.Fatal(err)
	}
	anything.(map[string]any)["price"] = map[string]any{}
	keys := map[any]any{"name": "a chair", 12: "twelve", true: []any{1, "two"}}
	stamps := slices.Repeat([]stamp{{time.Date(2026, 1, 2, 15, 4, 5, 123456789, time.UTC), []byte("some bytes")}}, 20)
	stamped, err := json.Marshal(stamps)
	if err != nil {
		b.Fatal(err)
	}
	oe, te := ourcodec.NewEncoderBytes(&ob, oh), theircodec.NewEncoderBytes(&tb, th)
	od, td := ourcodec.NewDecoderBytes(nil, oh), theircodec.NewDecoderBytes(nil, th)
	writer := jingo.NewStructEncoder(goods{})
	for _, row := range []struct {
		name         string
		theirs, ours func() (any, error)
	}{
		{"codec/encode", func() (any, error) {
			var b []byte
			err := theircodec.NewEncoderBytes(&b, th).Encode(one)
			return b, err
		},
			func() (any, error) { var b []byte; err := ourcodec.NewEncoderBytes(&b, oh).Encode(one); return b, err }},
		{"codec/encode reset", func() (any, error) { te.ResetBytes(&tb); err := te.Encode(one); return tb, err }, func() (any, error) { oe.ResetBytes(&ob); err := oe.Encode(one); return ob, err }},
		{"codec/encode list", func() (any, error) { te.ResetBytes(&tb); err := te.Encode(many); return tb, err }, func() (any, error) { oe.ResetBytes(&ob); err := oe.Encode(many); return ob, err }},
		{"codec/decode", func() (any, error) { v := new(goods); return v, theircodec.NewDecoderBytes(text, th).Decode(v) },
			func() (any, error) { v := new(goods); return v, ourcodec.NewDecoderBytes(text, oh).Decode(v) }},
		{"codec/decode reset", func() (any, error) { v := new(goods); td.ResetBytes(text); return v, td.Decode(v) }, func() (any, error) { v := new(goods); od.ResetBytes(text); return v, od.Decode(v) }},
		{"codec/decode list", func() (any, error) { v := new([]goods); td.ResetBytes(list); return v, td.Decode(v) }, func() (any, error) { v := new([]goods); od.ResetBytes(list); return v, od.Decode(v) }},
		{"codec/decode any", func() (any, error) { v := new(any); return v, theircodec.NewDecoderBytes(list, ta).Decode(v) },
			func() (any, error) { v := new(any); return v, ourcodec.NewDecoderBytes(list, oa).Decode(v) }},
		{"codec/encode any", func() (any, error) { te.ResetBytes(&tb); err := te.Encode(anything); return tb, err }, func() (any, error) { oe.ResetBytes(&ob); err := oe.Encode(anything); return ob, err }},
		{"codec/encode any keys", func() (any, error) { te.ResetBytes(&tb); err := te.Encode(keys); return len(tb), err }, func() (any, error) { oe.ResetBytes(&ob); err := oe.Encode(keys); return len(ob), err }},
		{"codec/encode floats", func() (any, error) { te.ResetBytes(&tb); err := te.Encode(floats); return tb, err }, func() (any, error) { oe.ResetBytes(&ob); err := oe.Encode(floats); return ob, err }},
		{"codec/encode writer", func() (any, error) { return nil, theircodec.NewEncoder(io.Discard, th).Encode(many) },
			func() (any, error) { return nil, ourcodec.NewEncoder(io.Discard, oh).Encode(many) }},
		{"codec/decode reader", func() (any, error) {
			v := new([]goods)
			return v, theircodec.NewDecoder(bytes.NewReader(list), th).Decode(v)
		},
			func() (any, error) {
				v := new([]goods)
				return v, ourcodec.NewDecoder(bytes.NewReader(list), oh).Decode(v)
			}},
		{"codec/time and bytes", func() (any, error) { te.ResetBytes(&tb); err := te.Encode(stamps); return tb, err }, func() (any, error) { oe.ResetBytes(&ob); err := oe.Encode(stamps); return ob, err }},
		{"codec/decode time", func() (any, error) { v := new([]stamp); td.ResetBytes(stamped); return v, td.Decode(v) }, func() (any, error) { v := new([]stamp); od.ResetBytes(stamped); return v, od.Decode(v) }},
		{"gojay/marshal list", func() (any, error) { return theirjay.MarshalJSONArray(theirList(many)) }, func() (any, error) { return ourjay.MarshalJSONArray(ourList(many)) }},
		{"gojay/unmarshal list", func() (any, error) { v := new(theirList); return len(*v), theirjay.UnmarshalJSONArray(list, v) },
			func() (any, error) { v := new(ourList); return len(*v), ourjay.UnmarshalJSONArray(list, v) }},
		{"gojay/marshal", func() (any, error) { return theirjay.MarshalJSONObject((*theirGoods)(one)) }, func() (any, error) { return ourjay.MarshalJSONObject((*ourGoods)(one)) }},
		{"gojay/unmarshal", func() (any, error) { v := new(goods); return v, theirjay.UnmarshalJSONObject(text, (*theirGoods)(v)) },
			func() (any, error) { v := new(goods); return v, ourjay.UnmarshalJSONObject(text, (*ourGoods)(v)) }},
		{"ffjson/write", func() (any, error) { b := new(theirff.Buffer); theirFF(b, one); return b.Bytes(), nil }, func() (any, error) { b := new(ourff.Buffer); ourFF(b, one); return b.Bytes(), nil }},
		{"ffjson/scan", func() (any, error) {
			l, n := theirff.NewFFLexer(text), 0
			for tok := l.Scan(); tok != theirff.FFTok_eof && tok != theirff.FFTok_error; tok = l.Scan() {
				n += len(l.Output.Bytes())
			}
			return n, nil // BigError is io.EOF
		}, func() (any, error) {
			l, n := ourff.NewFFLexer(text), 0
			for tok := l.Scan(); tok != ourff.FFTok_eof && tok != ourff.FFTok_error; tok = l.Scan() {
				n += len(l.Output.Bytes())
			}
			return n, l.BigError
		}},
		{"jingo/marshal", nil, func() (any, error) {
			b := jingo.NewBufferFromPool()
			defer b.ReturnToPool()
			writer.Marshal(one, b)
			return len(b.Bytes), b.Err
		}},
	} {
		if row.theirs != nil { // go/codec writes maps in any order, and keys that are not strings without quotes
			want, failed := row.theirs()
			if got, err := row.ours(); err != nil || failed != nil || !reflect.DeepEqual(got, want) && !strings.HasPrefix(row.name, "codec/encode any") {
				b.Errorf("%s: %s, %v, want %s, %v", row.name, got, err, want, failed)
			}
		}
		for name, f := range map[string]func() (any, error){"theirs": row.theirs, "compat": row.ours} {
			if f == nil {
				continue
			}
			b.Run(row.name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := f(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
