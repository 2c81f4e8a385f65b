package articles

import (
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/bytedance/sonic"
	"github.com/francoispqt/gojay"
	goccy "github.com/goccy/go-json"
	jsoniter "github.com/json-iterator/go"
	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/lib"
	zetesjson "github.com/zetes-json/zetes/json"
)

// payloads runs table (d). jingo's own figures are quoted; itself it is measured if --peer adds it.
func payloads(ctx context.Context, w io.Writer, o Options) error {
	fmt.Fprintln(w, "published: ns/op, B/op, allocs/op on an i5-4590, and times the encoding/json of its day; jingo escapes nothing")
	if err := payload(ctx, w, o, "small payload", data.NewVisit(), func(v *data.Visit) gojay.MarshalerJSONObject { return (*jayVisit)(v) }, map[string]string{
		"jingo": "208, 0, 0, 4.8×", "encoding/json": "1008, 160, 1", "gojay": "605, 512, 1, 1.6×", "json-iterator": "825, 168, 2, 1.2×",
	}); err != nil {
		return err
	}
	if err := payload(ctx, w, o, "large payload", data.NewForum(), func(v *data.Forum) gojay.MarshalerJSONObject { return (*jayForum)(v) }, map[string]string{
		"jingo": "9748, 0, 0, 3×", "encoding/json": "29854, 4866, 1", "gojay": "16884, 18308, 5, 1.7×", "json-iterator": "21033, 4873, 2, 1.4×",
	}); err != nil {
		return err
	}
	return payload(ctx, w, o, "strings", data.NewLetter(), func(v *data.Letter) gojay.MarshalerJSONObject { return (*jayLetter)(v) }, map[string]string{
		"jingo": "212, 0, 0, 11.5×", "encoding/json": "2443, 720, 4", "gojay": "1147, 512, 1, 2.1×", "json-iterator": "2606, 744, 5, 0.9×",
	})
}

// payload runs the table of one payload.
func payload[T any](ctx context.Context, w io.Writer, o Options, name string, v *T, jay func(*T) gojay.MarshalerJSONObject, published map[string]string) error {
	want, err := stdjson.Marshal(v)
	if err != nil {
		return err
	}
	e := func(name string, f func() ([]byte, error)) entry {
		return entry{name: name, size: len(want), published: published[name], start: once(func() error { _, err := f(); return err }), prove: func() error {
			got, err := f()
			if err == nil && string(got) != string(want) {
				err = fmt.Errorf("another result than encoding/json: %.40s", got)
			}
			return err
		}}
	}
	typed := zetes.NewTypedEncoder[T]()
	object := jay(v)
	return versus(ctx, w, o, fmt.Sprintf("(d) %s, %d B", name, len(want)), 1, []entry{
		reused("zetes.TypedEncoder, slice reused", want, func(b []byte) ([]byte, error) { return typed.Append(b, v) }),
		reused("zetes.Append, slice reused", want, func(b []byte) ([]byte, error) { return zetes.Append(b, v) }),
		e("zetes/json.Marshal", func() ([]byte, error) { return zetesjson.Marshal(v) }),
		e("encoding/json", func() ([]byte, error) { return stdjson.Marshal(v) }),
		e("gojay", func() ([]byte, error) { return gojay.MarshalJSONObject(object) }),
		e("json-iterator", func() ([]byte, error) { return jsoniter.ConfigCompatibleWithStandardLibrary.Marshal(v) }),
		e("goccy", func() ([]byte, error) { return goccy.Marshal(v) }),
		e("sonic ConfigStd", func() ([]byte, error) { return sonic.ConfigStd.Marshal(v) }),
		jingo(v, want, published["jingo"]),
	})
}

// jingo is the row of a library that is measured if --peer adds it. It escapes nothing, and the payloads need no escapes.
func jingo(v any, want []byte, published string) entry {
	l, err := lib.Get("jingo")
	if err == nil && l.Append != nil {
		e := reused("jingo, buffer reused", want, func(b []byte) ([]byte, error) { return l.Append(b, v) })
		e.published = published
		return e
	}
	return entry{name: "jingo", size: len(want), published: published + ";", start: once(func() error { return errors.New("not reachable here") })}
}
