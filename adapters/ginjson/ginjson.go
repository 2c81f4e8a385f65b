// Package ginjson makes gin encode and decode JSON by zetes.
//
//	func init() { ginjson.Use(zetes.Config{EmptySlices: true}.Freeze()) }
//
// gin has one such choice for the whole program. Errors of ShouldBindJSON are then those of zetes, which
// httpjson.WriteError(c.Writer, err) answers, also that for an empty body. gin reads the first value of a body and passes
// over what follows it.
package ginjson

import (
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
	return decoder{stream.NewDecoder(r, stream.Using(c.API))}
}

// decoder makes of the end of a body without a value what httpjson.Read makes of it. It stays an io.EOF, which programs
// ask for.
type decoder struct{ *stream.Decoder }

func (d decoder) Decode(v any) error {
	err := d.Decoder.Decode(v)
	if e, ok := err.(*zetes.Error); ok {
		e.Value = 0 // a body is one value
	}
	if err == io.EOF {
		err = &httpjson.Error{Status: http.StatusBadRequest, Detail: "the body is empty", Err: errors.Join(httpjson.ErrEmpty, err)}
	}
	return err
}
