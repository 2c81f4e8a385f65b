package articles

import (
	"context"
	stdjson "encoding/json"
	"fmt"
	"io"
	"reflect"
	"runtime"

	goccy "github.com/goccy/go-json"
	jsoniter "github.com/json-iterator/go"
	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/lib"
	zetesjson "github.com/zetes-json/zetes/json"
)

// nulls runs table (b).
func nulls(ctx context.Context, w io.Writer, o Options) error {
	v := data.NewPerson()
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
		{"json-iterator with codecs", lib.JSONIterCodecs.Marshal, lib.JSONIterCodecs.Unmarshal},
		{"goccy", goccy.Marshal, func(b []byte, v any) error { return goccy.Unmarshal(b, v) }},
		{"zetes", zetesjson.Marshal, zetesjson.Unmarshal},
		{"zetes with codecs", lib.ZetesCodecs.Marshal, lib.ZetesCodecs.Unmarshal},
	}
	var m, u []entry
	for _, d := range doors {
		got, err := d.marshal(v)
		back := new(data.Person)
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
		u = append(u, entry{name: d.name, size: len(text), start: once(func() error { return d.unmarshal(text, new(data.Person)) })})
	}
	m = append(m, reused("zetes.Append, slice reused", text, func(b []byte) ([]byte, error) { return zetes.Append(b, v) }),
		reused("zetes with codecs, slice reused", text, func(b []byte) ([]byte, error) { return lib.ZetesCodecs.Append(b, v) }))
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
