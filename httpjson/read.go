package httpjson

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/json"
)

// root has the functions of the root package that this one needs.
var root = zetes.Inside(loan.Within())

// Read decodes the body of r into v, a non-nil pointer, as json.Unmarshal does. Neither v nor the arguments of its
// methods alias the body.
//
// For a request that can't be accepted it returns an *Error with status 415 (not JSON by its Content-Type, not UTF-8,
// or compressed), 413 (longer than the limit), 400 (no document, broken JSON, data after the document, or an incomplete
// body), 408 (a body that comes too slowly) or 422 (JSON that does not fit v). If v is not a valid target, the status
// is 500.
//
// After a status of 422 v may be partly filled: decoding goes on after a value that does not fit. The Errors of the
// *Error are then about all such values, up to [MaxErrors].
func Read(r *http.Request, v any, opts ...Option) error {
	if e := read(r.Header, r.Body, r.ContentLength, v, newConfig(opts), DefaultMaxRequest, false); e != nil {
		return e
	}
	return nil
}

// firstRoom is the largest number of bytes that are allocated because of the Content-Length alone: a client may
// announce more than it sends.
const firstRoom = 32 << 10

// read decodes body into v for Read and ReadResponse. If complete is true, the Err of the result has all errors about
// the document, otherwise the first.
func read(h http.Header, body io.Reader, length int64, v any, c *config, limit int64, complete bool) *Error {
	if c.maxBytes != 0 {
		limit = c.maxBytes
	}
	if body == nil || body == http.NoBody {
		return c.empty()
	}
	wrongType := c.checkType(h)
	// A request without a body has no Content-Type either, but only reading shows whether there is a body.
	if wrongType != nil && !(c.allowEmpty && h.Get("Content-Type") == "") {
		return wrongType
	}
	if limit >= 0 && length > limit {
		return tooLarge(limit, nil)
	}

	buf := engine.Borrow()
	defer buf.Release()
	// Allocate one byte more, so that reading the end needs no further memory.
	buf.Bytes = slices.Grow(buf.Bytes[:0], int(min(max(length, 0), firstRoom-1))+1)
	most := math.MaxInt
	if limit >= 0 && limit < math.MaxInt {
		most = int(limit) + 1
	}
	if err := buf.ReadAll(body, most); err != nil {
		return bodyError(err)
	}
	if limit >= 0 && int64(len(buf.Bytes)) > limit {
		return tooLarge(limit, nil)
	}
	if wrongType != nil && !blank(buf.Bytes) {
		return wrongType
	}
	return c.decode(buf.Bytes, v, complete)
}

func (c *config) empty() *Error {
	if c.allowEmpty {
		return nil
	}
	return &Error{Status: http.StatusBadRequest, Detail: "the body is empty", Err: ErrEmpty}
}

func tooLarge(limit int64, err error) *Error {
	return &Error{Status: http.StatusRequestEntityTooLarge, Detail: fmt.Sprintf("the body is larger than %d bytes", limit), Err: err}
}

// bodyError returns the Error for a body that can't be read to its end.
func bodyError(err error) *Error {
	if e, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return tooLarge(e.Limit, err)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded) {
		return &Error{Status: http.StatusRequestTimeout, Detail: "the body did not come in time", Err: err}
	}
	return &Error{Status: http.StatusBadRequest, Detail: "the body breaks off", Err: err}
}

// checkType returns an error unless the header h says that the body is plain JSON in UTF-8.
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
	return slices.Contains(c.types, media) || c.types == nil && (media == "application/json" || strings.HasSuffix(media, "+json"))
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

// decode decodes the document data into v for read. The memory of data is overwritten later.
func (c *config) decode(data []byte, v any, complete bool) *Error {
	if blank(data) {
		return c.empty()
	}
	others, err := root.DecodeAll(cmp.Or(c.api, root.Unregistered()), data, v, c.mostErrors, complete)
	first, ok := err.(*zetes.Error)
	if all, several := err.(zetes.Errors); several {
		first, others, ok = all[0], root.FormsOf(all[1:]), true
	}
	switch {
	case err == nil:
		return nil
	case ok && slices.Contains(lastReasons, first.Reason()):
		return documentError(first, "", err)
	case ok:
		return documentError(first, others, err)
	case !json.Valid(data):
		return &Error{Status: http.StatusBadRequest, Detail: err.Error(), Err: err}
	}
	return &Error{Status: http.StatusInternalServerError, Err: err} // v is not a valid target
}

// lastReasons are the reasons of errors after which no other faults of the document are sent.
var lastReasons = []zetes.Reason{zetes.ReasonSyntax, zetes.ReasonTooLarge, zetes.ReasonProgram}

// blank reports whether b is white space only.
func blank(b []byte) bool { return len(bytes.Trim(b, " \t\r\n")) == 0 }
