package httpjson

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/json"
)

// Read decodes the body of r into v, a non-nil pointer, as json.Unmarshal does. Nothing in v aliases the body, and
// nothing that methods of v's type are given.
//
// A request that can't be accepted gives an *Error with status 415 (not JSON by its Content-Type, not UTF-8, or
// compressed), 413 (longer than the limit), 400 (no document, broken JSON, data after the document, or a body that
// breaks off), 408 (a body that comes too slowly) or 422 (JSON that doesn't fit v). A wrong v gives status 500.
// After a status of 422, v may be partly filled.
func Read(r *http.Request, v any, opts ...Option) error {
	if e := read(r.Header, r.Body, r.ContentLength, v, newConfig(opts), DefaultMaxRequest); e != nil {
		return e
	}
	return nil
}

// ReadAs returns the body of r as a T; see Read.
func ReadAs[T any](r *http.Request, opts ...Option) (T, error) {
	var v T
	err := Read(r, &v, opts...)
	return v, err
}

// firstRoom bounds the memory that a body gets for its Content-Length alone: a client may announce more than it sends.
const firstRoom = 32 << 10

func read(h http.Header, body io.Reader, length int64, v any, c *config, limit int64) *Error {
	if c.maxBytes != 0 {
		limit = c.maxBytes
	}
	if body == nil || body == http.NoBody {
		return c.empty()
	}
	if e := c.checkType(h); e != nil {
		return e
	}
	if limit >= 0 && length > limit {
		return tooLarge(limit, nil)
	}

	buf := engine.Borrow()
	defer buf.Release()
	// One byte more, so that the end is seen without more memory.
	buf.Bytes = slices.Grow(buf.Bytes[:0], int(min(max(length, 0), firstRoom-1))+1)
	if limit >= 0 && limit < 1<<62 {
		body = io.LimitReader(body, limit+1)
	}
	if err := buf.ReadAll(body); err != nil {
		return bodyError(err)
	}
	if limit >= 0 && int64(len(buf.Bytes)) > limit {
		return tooLarge(limit, nil)
	}
	return c.decode(buf.Bytes, v)
}

func (c *config) empty() *Error {
	if c.allowEmpty {
		return nil
	}
	return &Error{Status: http.StatusBadRequest, Detail: "the body is empty", Err: ErrEmpty}
}

func tooLarge(limit int64, err error) *Error {
	return &Error{Status: http.StatusRequestEntityTooLarge, Detail: tooLargeDetail(limit), Err: err}
}

// bodyError is for a body that can't be read to its end.
func bodyError(err error) *Error {
	if e, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return tooLarge(e.Limit, err)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded) {
		return &Error{Status: http.StatusRequestTimeout, Detail: "the body did not come in time", Err: err}
	}
	return &Error{Status: http.StatusBadRequest, Detail: "the body breaks off", Err: err}
}

// checkType refuses what the header says is not plain JSON in UTF-8.
func (c *config) checkType(h http.Header) *Error {
	if enc := h.Get("Content-Encoding"); enc != "" && !strings.EqualFold(enc, "identity") {
		return unsupported("content encoding %q is not supported", enc)
	}
	t := h.Get("Content-Type")
	if c.anyType || t == "application/json" && c.types == nil {
		return nil
	}
	if t == "" {
		return unsupported("the Content-Type is missing, want %s", c.wanted())
	}
	media, params, err := mime.ParseMediaType(t)
	if err != nil || !c.accepts(media) {
		return unsupported("Content-Type %q is not supported, want %s", t, c.wanted())
	}
	if set := params["charset"]; set != "" && !strings.EqualFold(set, "utf-8") {
		return unsupported("charset %q is not supported, want utf-8", set)
	}
	return nil
}

func (c *config) accepts(media string) bool {
	if c.types != nil {
		return slices.Contains(c.types, media)
	}
	return media == "application/json" || strings.HasSuffix(media, "+json")
}

func (c *config) wanted() string {
	if c.types != nil {
		return strings.Join(c.types, " or ")
	}
	return "application/json"
}

func unsupported(format string, args ...any) *Error {
	return Errorf(http.StatusUnsupportedMediaType, format, args...)
}

// decode decodes the document data, whose memory is used again afterwards, into v.
func (c *config) decode(data []byte, v any) *Error {
	if blank(data) {
		return c.empty()
	}
	switch {
	case c.unmarshal != nil:
		if err := c.unmarshal(bytes.Clone(data), v); err != nil {
			return decodeError(data, err, !json.Valid(data))
		}
	case c.api != nil:
		// It copies what v may go on referring to.
		if err := c.api.UnmarshalFrom(bytes.NewReader(data), v); err != nil {
			if e, ok := errors.AsType[*zetes.Error](err); ok {
				return placedError(data, e)
			}
			return decodeError(data, err, !json.Valid(data))
		}
	default:
		if f, err := engine.Unmarshal(&decode.Call{Config: c.c, Borrowed: true}, data, v); err != nil {
			broken := f.Code == fault.Syntax || f.Code == fault.BadTarget && !json.Valid(data)
			return decodeError(data, err, broken)
		}
	}
	return nil
}

// placedError is decodeError for an error of an API's, which knows its place better.
func placedError(data []byte, err *zetes.Error) *Error {
	e := decodeError(data, err.Err, !json.Valid(data))
	e.Err = err
	rule, _ := errors.AsType[*zetes.RuleError](err)
	misfit, _ := errors.AsType[*codec.Error](err)
	_, typed := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case rule == nil && (typed || misfit == nil):
	case rule == nil:
		e.Detail = strings.TrimSuffix(misfit.Code.String()+": "+misfit.What, ": ")
		if misfit.Err != nil {
			e.Detail = misfit.Err.Error() // the codec's own words
		}
	case rule.Rule == zetes.MaxBytes:
		return tooLarge(rule.Offset, err)
	default:
		if rule.Rule == zetes.ValidUTF8 {
			e.Status = http.StatusBadRequest
		}
		e.Detail = rule.Rule.String()
		if rule.Name != "" {
			e.Detail += " " + strconv.Quote(rule.Name)
		}
	}
	if e.Status == http.StatusUnprocessableEntity {
		e.Field = strings.NewReplacer("/", ".", "~1", "/", "~0", "~").Replace(strings.TrimPrefix(err.Pointer, "/"))
	}
	e.locate(data, err.Offset+1)
	return e
}

// blank reports whether b is nothing but white space.
func blank(b []byte) bool { return len(bytes.Trim(b, " \t\r\n")) == 0 }

// decodeError says in HTTP's terms what err, from decoding data, means. Broken data is no JSON: in JSON a
// *json.SyntaxError is a method's own, about something else.
func decodeError(data []byte, err error, broken bool) *Error {
	if _, ok := errors.AsType[*json.InvalidUnmarshalError](err); ok {
		return &Error{Status: http.StatusInternalServerError, Err: err}
	}
	if broken {
		e := &Error{Status: http.StatusBadRequest, Detail: err.Error(), Err: err}
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			e.Detail = syntax.Error()
			e.locate(data, syntax.Offset)
		}
		return e
	}
	e := &Error{Status: http.StatusUnprocessableEntity, Err: err}
	if typ, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		e.Field, e.Detail = typ.Field, fmt.Sprintf("got %s, want %s", typ.Value, wanted(typ.Type))
		e.locate(data, typ.Offset)
		return e
	}
	e.Detail = strings.TrimPrefix(err.Error(), "json: ")
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		if name, err := strconv.Unquote(name); err == nil {
			e.Field, e.Detail = name, "unknown name"
		}
	}
	return e
}

// locate sets the place: offset bytes were read, the last of them is where it went wrong.
func (e *Error) locate(data []byte, offset int64) {
	if offset < 0 || offset > int64(len(data)) {
		return
	}
	e.Offset = offset
	before := data[:max(offset-1, 0)]
	e.Line = 1 + bytes.Count(before, []byte("\n"))
	e.Column = len(before) - bytes.LastIndexByte(before, '\n')
}

// wanted describes t to people who know JSON.
func wanted(t reflect.Type) string {
	if t == nil {
		return "another value"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return fmt.Sprintf("an integer of %d bits", t.Bits())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return fmt.Sprintf("an integer of %d bits from 0", t.Bits())
	case reflect.Float32, reflect.Float64:
		return fmt.Sprintf("a number of %d bits", t.Bits())
	case reflect.String:
		return "a string"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Map, reflect.Struct:
		return "an object"
	case reflect.Pointer:
		return wanted(t.Elem())
	}
	return "another value"
}
