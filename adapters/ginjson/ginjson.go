// Package ginjson makes gin encode and decode JSON by zetes.
//
//	func init() { ginjson.Use(zetes.Config{EmptySlices: true}.Freeze()) }
//
// gin has one such choice for the whole program. Errors of ShouldBindJSON are then those of zetes, which
// httpjson.WriteError(c.Writer, err) answers, also that for an empty body. gin reads the first value of a body and passes
// over what follows it.
package ginjson

import (
	"bytes"
	"errors"
	"io"
	"net/http"

	ginjson "github.com/gin-gonic/gin/codec/json"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/httpjson"
	"github.com/zetes-json/zetes/stream"
)

// Use makes gin encode and decode with a's meaning. It is to be called before the first request.
func Use(a *zetes.API) { ginjson.API = core{a} }

// core is gin's interface of a JSON library.
type core struct{ *zetes.API }

func (c core) NewEncoder(w io.Writer) ginjson.Encoder {
	return stream.NewEncoder(w, stream.Using(c.API))
}
func (c core) NewDecoder(r io.Reader) ginjson.Decoder {
	d := &decoder{api: c.API}
	d.Decoder = stream.NewDecoder(io.TeeReader(r, &d.body), stream.Using(c.API))
	return d
}

// decoder decodes a body. For the end of a body without a value it returns the error that httpjson.Read returns. That
// error is an io.EOF too, which programs ask for. If a value does not fit, it decodes the body again, for all errors.
type decoder struct {
	*stream.Decoder
	api  *zetes.API
	body bytes.Buffer // all bytes that were read
}

func (d *decoder) Decode(v any) error {
	err := d.Decoder.Decode(v)
	if e, ok := err.(*zetes.Error); ok {
		e.Value = 0 // a body is one value
		all, _ := d.api.UnmarshalAll(d.body.Bytes(), v, 0).(zetes.Errors)
		if len(all) > 1 && all[0].Offset == e.Offset && all[0].Reason() == e.Reason() {
			return all
		}
	}
	if err == io.EOF {
		err = &httpjson.Error{Status: http.StatusBadRequest, Detail: "the body is empty", Err: errors.Join(httpjson.ErrEmpty, err)}
	}
	return err
}
