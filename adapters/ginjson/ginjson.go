// Package ginjson makes gin encode and decode JSON by zetes.
//
//	func init() { ginjson.Use(zetes.Config{EmptySlices: true}.Freeze()) }
//
// gin has one such choice for the whole program. Errors of ShouldBindJSON are then those of zetes, which
// httpjson.WriteError(c.Writer, err) answers. gin reads the first value of a body and passes over what follows it.
package ginjson

import (
	"io"

	ginjson "github.com/gin-gonic/gin/codec/json"

	"github.com/zetes-json/zetes"
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
	return stream.NewDecoder(r, stream.Using(c.API))
}
