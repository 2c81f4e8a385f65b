package articles

import (
	"context"
	stdjson "encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/bytedance/sonic"
	goccy "github.com/goccy/go-json"
	jsoniter "github.com/json-iterator/go"
	segmentio "github.com/segmentio/encoding/json"
	zetesjson "github.com/zetes-json/zetes/json"
)

// reading is the value that all variants write.
type reading struct {
	Sensor string  `json:"sensor"`
	Seq    int     `json:"seq"`
	Value  float64 `json:"value"`
	OK     bool    `json:"ok"`
}

// naive copies itself into another struct and asks encoding/json.
type naive reading

// MarshalJSON implements json.Marshaler.
func (r naive) MarshalJSON() ([]byte, error) {
	return stdjson.Marshal(struct {
		Sensor string  `json:"sensor"`
		Seq    int     `json:"seq"`
		Value  float64 `json:"value"`
		OK     bool    `json:"ok"`
	}(r))
}

// hinted makes a slice of about the right size, and asks encoding/json for each value.
type hinted reading

// MarshalJSON implements json.Marshaler.
func (r hinted) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 64+len(r.Sensor))
	for i, f := range []struct {
		name string
		v    any
	}{{`{"sensor":`, r.Sensor}, {`,"seq":`, r.Seq}, {`,"value":`, r.Value}, {`,"ok":`, r.OK}} {
		v, err := stdjson.Marshal(f.v)
		if err != nil {
			return nil, fmt.Errorf("field %d: %w", i, err)
		}
		b = append(append(b, f.name...), v...)
	}
	return append(b, '}'), nil
}

// smart appends everything by hand; the names it is given need no escaping.
type smart reading

// MarshalJSON implements json.Marshaler.
func (r smart) MarshalJSON() ([]byte, error) {
	b := append(make([]byte, 0, 64+len(r.Sensor)), `{"sensor":"`...)
	b = append(append(b, r.Sensor...), `","seq":`...)
	b = append(strconv.AppendInt(b, int64(r.Seq), 10), `,"value":`...)
	b = append(strconv.AppendFloat(b, r.Value, 'f', -1, 64), `,"ok":`...)
	return append(strconv.AppendBool(b, r.OK), '}'), nil
}

// fake returns bytes that were ready: all that is left is what calling it costs.
type fake struct{ text []byte }

// MarshalJSON implements json.Marshaler.
func (f fake) MarshalJSON() ([]byte, error) { return f.text, nil }

// custom runs table (e).
func custom(ctx context.Context, w io.Writer, o Options) error {
	r := reading{"greenhouse-7", 18231, 21.625, true}
	want, err := stdjson.Marshal(&r)
	if err != nil {
		return err
	}
	n, h, s, f := naive(r), hinted(r), smart(r), fake{want}
	values := []struct {
		name string
		v    any
	}{{"plain struct, no method", &r}, {"naive", &n}, {"hinted", &h}, {"smart", &s}, {"fake", &f}}
	for _, l := range []struct {
		name    string
		marshal func(any) ([]byte, error)
	}{
		{"encoding/json", stdjson.Marshal}, {"zetes", zetesjson.Marshal}, {"goccy", goccy.Marshal}, {"sonic ConfigStd", sonic.ConfigStd.Marshal},
		{"json-iterator", jsoniter.ConfigCompatibleWithStandardLibrary.Marshal}, {"segmentio", segmentio.Marshal},
	} {
		var entries []entry
		for _, v := range values {
			got, err := l.marshal(v.v)
			if err == nil && string(got) != string(want) {
				err = fmt.Errorf("another result than encoding/json: %s", got)
			}
			entries = append(entries, entry{name: v.name, size: len(want), start: once(func() error {
				if err != nil {
					return err
				}
				_, err := l.marshal(v.v)
				return err
			})})
		}
		entries = append(entries,
			entry{name: "smart-direct, without the library", size: len(want), start: once(func() error { _, err := s.MarshalJSON(); return err })},
			entry{name: "fake-direct, without the library", size: len(want), start: once(func() error { _, err := f.MarshalJSON(); return err })})
		if err := versus(ctx, w, o, "(e) a custom MarshalJSON in "+l.name, 1, entries); err != nil {
			return err
		}
	}
	return nil
}
