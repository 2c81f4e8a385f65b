// Package zapjson makes zap encode values by zetes that it finds by reflection, such as those of zap.Any.
//
//	c := zap.NewProductionEncoderConfig()
//	c.NewReflectedEncoder = zapjson.Encoder(api)
package zapjson

import (
	"io"

	"go.uber.org/zap/zapcore"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/stream"
)

// Encoder returns what zapcore.EncoderConfig asks for, with a's meaning.
func Encoder(a *zetes.API) func(io.Writer) zapcore.ReflectedEncoder {
	return func(w io.Writer) zapcore.ReflectedEncoder { return stream.NewEncoder(w, stream.Using(a)) }
}
