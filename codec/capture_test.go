package codec_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/stream"
)

// TestCaptureErrors: errors in what a codec captures, and in what codecs within that read, have their place in the
// whole input.
func TestCaptureErrors(t *testing.T) {
	type node struct {
		N    int
		Kids []node
	}
	for how, into := range map[string]func(r *codec.Reader, v *int){
		"itself": func(r *codec.Reader, v *int) { *v = int(r.Int()) },
		"plan":   func(r *codec.Reader, v *int) { zetes.ReadValue(r, v) },
	} {
		api := zetes.Config{Codecs: []codec.Codec{codec.For(nil, func(r *codec.Reader, v *node) {
			for name := range r.Object() {
				switch name {
				case "n":
					into(r, &v.N)
				case "m":
					r.Capture(func(r *codec.Reader) { into(r, &v.N) })
				case "kids":
					for range r.Array() {
						var kid node
						r.Capture(func(r *codec.Reader) { zetes.ReadValue(r, &kid) })
						r.Skip()
						v.Kids = append(v.Kids, kid)
					}
				}
			}
		})}}.Freeze()
		for doc, pointer := range map[string]string{
			`{"m":"x"}`:                             "/m",
			`{"n":1,"kids":[{},{"n":"x"}]}`:         "/kids/1/n",
			`{"kids":[{"kids":[{"n":1,"m":"x"}]}]}`: "/kids/0/kids/0/m",
		} {
			for _, before := range []string{"", ` {"n":1} `} {
				var err error
				for _, err = range stream.Values[node](strings.NewReader(before+doc), stream.Using(api)) {
				}
				var e *zetes.Error
				if !errors.As(err, &e) || e.Pointer != pointer || e.Offset != int64(len(before)+strings.Index(doc, `"x"`)) {
					t.Errorf("%s: %s%s: %v", how, before, doc, err)
				}
				r := codec.NewReader(strings.NewReader(before + "[" + doc + "]"))
				if before != "" {
					r.Skip()
				}
				for range r.Array() {
					var v node
					r.Capture(func(r *codec.Reader) { api.ReadValue(r, &v) })
				}
				// The outer error and the inner one tell the same place.
				var m *codec.Error
				at := int64(len(before) + 1 + strings.Index(doc, `"x"`))
				if !errors.As(r.Err(), &m) || !errors.As(m.Err, &e) || m.Offset != at || m.Pointer != "/0"+pointer || e.Offset != at || e.Pointer != m.Pointer {
					t.Errorf("%s: %s[%s]: %v", how, before, doc, r.Err())
				}
			}
		}
	}
	r := codec.NewBytesReader([]byte(`{"a":[1,{"b":"x"}]}`))
	for range r.Object() {
		r.Capture(func(r *codec.Reader) {
			for i := range r.Array() {
				if i == 1 {
					for range r.Object() {
						r.Int()
					}
				}
			}
		})
	}
	if e, ok := r.Err().(*codec.Error); !ok || fmt.Sprint(e.Offset, e.Pointer) != "13/a/1/b" {
		t.Error(r.Err())
	}
}
