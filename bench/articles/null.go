package articles

import (
	"context"
	stdjson "encoding/json"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"time"
	"unsafe"

	goccy "github.com/goccy/go-json"
	"github.com/guregu/null/v6"
	jsoniter "github.com/json-iterator/go"
	"github.com/modern-go/reflect2"
	"github.com/zetes-json/zetes"
	zetesjson "github.com/zetes-json/zetes/json"
)

// person is the struct of the article.
type person struct {
	ID      null.Int    `json:"id"`
	Name    null.String `json:"name"`
	Created time.Time   `json:"created"`
	Updated time.Time   `json:"updated"`
}

// withCodecs is json-iterator told how to write each of the types.
var withCodecs = func() jsoniter.API {
	api := jsoniter.Config{EscapeHTML: true, SortMapKeys: true, ValidateJsonRawMessage: true}.Froze()
	api.RegisterExtension(jsoniter.EncoderExtension{
		reflect2.TypeOf(null.Int{}):    nullInt{},
		reflect2.TypeOf(null.String{}): nullString{},
		reflect2.TypeOf(time.Time{}):   timeCodec{},
	})
	api.RegisterExtension(jsoniter.DecoderExtension{
		reflect2.TypeOf(null.Int{}):    nullInt{},
		reflect2.TypeOf(null.String{}): nullString{},
		reflect2.TypeOf(time.Time{}):   timeCodec{},
	})
	return api
}()

type nullInt struct{}

func (nullInt) IsEmpty(p unsafe.Pointer) bool { return !(*null.Int)(p).Valid }

func (nullInt) Encode(p unsafe.Pointer, s *jsoniter.Stream) {
	if v := (*null.Int)(p); v.Valid {
		s.WriteInt64(v.Int64)
	} else {
		s.WriteNil()
	}
}

func (nullInt) Decode(p unsafe.Pointer, it *jsoniter.Iterator) {
	v := (*null.Int)(p)
	if v.Valid = !it.ReadNil(); v.Valid {
		v.Int64 = it.ReadInt64()
	}
}

type nullString struct{}

func (nullString) IsEmpty(p unsafe.Pointer) bool { return !(*null.String)(p).Valid }

func (nullString) Encode(p unsafe.Pointer, s *jsoniter.Stream) {
	if v := (*null.String)(p); v.Valid {
		s.WriteStringWithHTMLEscaped(v.String)
	} else {
		s.WriteNil()
	}
}

func (nullString) Decode(p unsafe.Pointer, it *jsoniter.Iterator) {
	v := (*null.String)(p)
	if v.Valid = !it.ReadNil(); v.Valid {
		v.String = it.ReadString()
	}
}

type timeCodec struct{}

func (timeCodec) IsEmpty(p unsafe.Pointer) bool { return (*time.Time)(p).IsZero() }

func (timeCodec) Encode(p unsafe.Pointer, s *jsoniter.Stream) {
	b := append(s.Buffer(), '"')
	s.SetBuffer(append((*time.Time)(p).AppendFormat(b, time.RFC3339Nano), '"'))
}

func (timeCodec) Decode(p unsafe.Pointer, it *jsoniter.Iterator) {
	t, err := time.Parse(time.RFC3339, it.ReadString())
	if err != nil {
		it.ReportError("time", err.Error())
	}
	*(*time.Time)(p) = t
}

// nulls runs table (b).
func nulls(ctx context.Context, w io.Writer, o Options) error {
	v := &person{
		null.IntFrom(123456), null.StringFrom("Ada Lovelace"),
		time.Date(2026, 1, 2, 3, 4, 5, 678, time.UTC), time.Date(2026, 6, 7, 8, 9, 10, 0, time.UTC),
	}
	text, err := stdjson.Marshal(v)
	if err != nil {
		return err
	}
	type door struct {
		name      string
		marshal   func(any) ([]byte, error)
		unmarshal func([]byte, any) error
	}
	doors := []door{
		{"encoding/json", stdjson.Marshal, stdjson.Unmarshal},
		{"json-iterator", jsoniter.ConfigCompatibleWithStandardLibrary.Marshal, jsoniter.ConfigCompatibleWithStandardLibrary.Unmarshal},
		{"json-iterator with codecs", withCodecs.Marshal, withCodecs.Unmarshal},
		{"goccy", goccy.Marshal, func(b []byte, v any) error { return goccy.Unmarshal(b, v) }},
		{"zetes", zetesjson.Marshal, zetesjson.Unmarshal},
	}
	var m, u []entry
	for _, d := range doors {
		got, err := d.marshal(v)
		back := new(person)
		if err == nil {
			err = d.unmarshal(text, back)
		}
		if err == nil && (string(got) != string(text) || !reflect.DeepEqual(back, v)) {
			err = fmt.Errorf("another result than encoding/json: %s", got)
		}
		if err != nil {
			fail := err
			d.marshal = func(any) ([]byte, error) { return nil, fail }
			d.unmarshal = func([]byte, any) error { return fail }
		}
		m = append(m, entry{name: d.name, size: len(text), start: once(func() error { _, err := d.marshal(v); return err })})
		u = append(u, entry{name: d.name, size: len(text), start: once(func() error { return d.unmarshal(text, new(person)) })})
	}
	m = append(m, entry{name: "zetes.Append, slice reused", size: len(text), start: func() func() error {
		var buf []byte
		return func() (err error) {
			buf, err = zetes.Append(buf[:0], v)
			return err
		}
	}})
	for _, procs := range oneAndAll() {
		if err := versus(ctx, w, o, "(b) null.Int, null.String, 2 × time.Time: marshal", procs, m); err != nil {
			return err
		}
		if err := versus(ctx, w, o, "(b) null.Int, null.String, 2 × time.Time: unmarshal", procs, u); err != nil {
			return err
		}
	}
	return nil
}

func oneAndAll() []int {
	if n := runtime.NumCPU(); n > 1 {
		return []int{1, n}
	}
	return []int{1}
}
