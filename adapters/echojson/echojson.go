// Package echojson makes echo encode and decode JSON by zetes.
//
//	e := echo.New()
//	e.JSONSerializer = echojson.Serializer{API: api}
//	e.HTTPErrorHandler = echojson.ErrorHandler(e.DefaultHTTPErrorHandler)
package echojson

import (
	"errors"

	"github.com/labstack/echo/v4"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/httpjson"
)

// Serializer is an echo.JSONSerializer. Without an API it has the meaning of encoding/json.
type Serializer struct{ API *zetes.API }

// Serialize writes the answer, with its length. Nothing is written when v can't be encoded.
func (s Serializer) Serialize(c echo.Context, v any, indent string) error {
	api := s.API
	if indent != "" {
		if api == nil {
			api = zetes.Standard()
		}
		api = api.With(zetes.PerCall{Indent: indent})
	}
	return httpjson.Write(c.Response(), c.Response().Status, v, httpjson.WithAPI(api))
}

// Deserialize reads the request's body, which must be one value. Its errors are an *echo.HTTPError with the status, around
// an [httpjson.Error] with all that is wrong.
func (s Serializer) Deserialize(c echo.Context, v any) error {
	err := httpjson.Read(c.Request(), v, httpjson.WithAPI(s.API))
	if e, ok := errors.AsType[*httpjson.Error](err); ok {
		return echo.NewHTTPError(e.Status, e.Detail).SetInternal(e)
	}
	return err
}

// ErrorHandler returns an echo.HTTPErrorHandler that answers errors of Deserialize with a problem document (RFC 9457):
// each thing that is wrong with its JSON Pointer, line and column. All other errors are otherwise's.
func ErrorHandler(otherwise echo.HTTPErrorHandler) echo.HTTPErrorHandler {
	return func(err error, c echo.Context) {
		if e, ok := errors.AsType[*httpjson.Error](err); ok && !c.Response().Committed {
			httpjson.WriteError(c.Response(), e)
			return
		}
		otherwise(err, c)
	}
}
