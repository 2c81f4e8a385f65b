package articles

import (
	"context"
	stdjson "encoding/json"
	"fmt"
	"io"
	"runtime"
	"time"

	goccy "github.com/goccy/go-json"
	"github.com/guregu/null/v6"
	jsoniter "github.com/json-iterator/go"
	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/bench/lib"
	zetesjson "github.com/zetes-json/zetes/json"
)

// nullable is the article's struct, which has no tags. Its null package is github.com/unravelin/null, which the module
// client does not get; this one's types have the same fields, methods and JSON.
type nullable struct {
	A null.Int
	B time.Time
	C time.Time
	D null.String
}

// newNullable returns the article's value: the time is now there, and in a zone with a name that JSON does not have.
func newNullable() *nullable {
	now := time.Date(2026, 1, 2, 15, 4, 5, 123456789, time.UTC)
	return &nullable{null.IntFrom(42), now, now.Add(-time.Hour), null.StringFrom("hello")}
}

// nulls runs table (b). Each goroutine decodes into one variable that it keeps, as the article's do.
func nulls(ctx context.Context, w io.Writer, o Options) error {
	v := newNullable()
	text, err := stdjson.Marshal(v)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "published: on 16 threads, with the types of github.com/unravelin/null, which cannot be had through the module client: these are guregu's,\n"+
		"with the same fields and the same JSON. The codecs are for time.Time, null.Int and null.String; encoding/json has none, and was measured twice.")
	type door struct {
		name           string
		marshal        func(any) ([]byte, error)
		unmarshal      func([]byte, any) error
		encode, decode string // published
	}
	var m, u []entry
	for _, d := range []door{
		{"zetes", zetesjson.Marshal, zetesjson.Unmarshal, "", ""},
		{"zetes with codecs", lib.ZetesCodecs.Marshal, lib.ZetesCodecs.Unmarshal, "", ""},
		{"encoding/json", stdjson.Marshal, stdjson.Unmarshal, "342 ns ± 8 %, 6 allocs; 343 ns ± 9 %", "506 ns ± 2 %, 9 allocs; 506 ns ± 1 %"},
		{"json-iterator", jsoniter.ConfigCompatibleWithStandardLibrary.Marshal, jsoniter.ConfigCompatibleWithStandardLibrary.Unmarshal, "252 ns ± 4 %, 7 allocs", "472 ns ± 2 %, 16 allocs"},
		{"json-iterator with codecs", lib.JSONIterCodecs.Marshal, lib.JSONIterCodecs.Unmarshal, "160 ns ± 3 %, 2 allocs", "172 ns ± 4 %, 1 alloc"},
		{"goccy", goccy.Marshal, func(b []byte, v any) error { return goccy.Unmarshal(b, v) }, "", ""},
	} {
		prove := func() error {
			got, err := d.marshal(v)
			if err == nil && string(got) != string(text) {
				err = fmt.Errorf("another result than encoding/json: %s", got)
			}
			back := new(nullable)
			for range 2 {
				if err == nil {
					err = d.unmarshal(text, back)
				}
			}
			if err == nil && *back != *v {
				err = fmt.Errorf("another value than encoding/json's: %+v", back)
			}
			return err
		}
		m = append(m, entry{name: d.name, size: len(text), published: d.encode, prove: prove, start: once(func() error { _, err := d.marshal(v); return err })})
		u = append(u, entry{name: d.name, size: len(text), published: d.decode, prove: prove, start: func() func() error {
			kept := new(nullable)
			return func() error { return d.unmarshal(text, kept) }
		}})
	}
	m = append(m, reused("zetes.Append, slice reused", text, func(b []byte) ([]byte, error) { return zetes.Append(b, v) }),
		reused("zetes with codecs, slice reused", text, func(b []byte) ([]byte, error) { return lib.ZetesCodecs.Append(b, v) }))
	for _, procs := range oneAndAll() {
		if err := versus(ctx, w, o, "(b) {null.Int, 2 × time.Time, null.String}: marshal", procs, m); err != nil {
			return err
		}
		if err := versus(ctx, w, o, "(b) {null.Int, 2 × time.Time, null.String}: unmarshal into a kept variable", procs, u); err != nil {
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
