package httpjson

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/json"
)

// maxKept is the largest number of bytes of a body that a ResponseError keeps. It is also the largest number of bytes
// that ReadResponse reads only so that the connection can be used again.
const maxKept = 64 << 10

// ResponseError is the error of a response that the client can't use: a status that is not 2xx, or a body that can't be
// decoded. It is not an *Error: a server that passes it to WriteError by mistake answers 500, not with the status of
// the other server.
type ResponseError struct {
	Status int    // the status of the response
	Title  string // the title in the problem document, or the text of the status
	Detail string // the detail in the problem document, or what is wrong with the body
	Body   []byte // the first bytes of the body, if the status is not 2xx

	// Errors are the faults of a document, in the order of the document. If the status is 2xx, the document is the body
	// of the response. Otherwise it is the request: the response may be a problem document that lists the faults of the
	// request, in the form of [zetes.Error.MarshalJSON].
	Errors zetes.Errors

	Err error // the cause, or nil
}

// Error returns the status, the place of the first of e.Errors if there is one, and the detail.
func (e *ResponseError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "httpjson: response %d %s", e.Status, http.StatusText(e.Status))
	first := (*zetes.Error)(nil)
	if len(e.Errors) > 0 {
		first = e.Errors[0]
	}
	writePlace(&b, first, e.Detail)
	return b.String()
}

// Unwrap returns the cause.
func (e *ResponseError) Unwrap() error { return e.Err }

// NewRequest returns a request whose body is the JSON of v. If v is nil, the request has no body. The length of the
// body is known before it is sent, and the body can be sent again after a redirect or a lost connection.
func NewRequest(ctx context.Context, method, url string, v any, opts ...Option) (*http.Request, error) {
	var body io.Reader
	h := http.Header{"Accept": {"application/json"}}
	if v != nil {
		b, err := newConfig(opts).writer().Append(nil, v)
		if err != nil {
			return nil, err
		}
		body, h["Content-Type"] = bytes.NewReader(b), []string{"application/json"}
	}
	r, err := http.NewRequestWithContext(ctx, method, url, body)
	if err == nil {
		r.Header = h
	}
	return r, err
}

// ReadResponse decodes the body of resp into v, a non-nil pointer, and closes the body. If v is nil, it only checks the
// status. Responses that never have a body (to HEAD, or with status 204 or 205) leave v unchanged. If the status is not
// 2xx, or the body is not JSON, is longer than the limit, or does not fit v, the error is a *ResponseError.
func ReadResponse(resp *http.Response, v any, opts ...Option) error {
	if resp.Body == nil { // a Response that a test makes may have no Body
		resp.Body = http.NoBody
	}
	defer resp.Body.Close()
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return refused(resp)
	}
	head := resp.Request != nil && resp.Request.Method == http.MethodHead
	if v == nil || head || resp.StatusCode == http.StatusNoContent || resp.StatusCode == http.StatusResetContent {
		// The connection can be used again only if the body was read to its end.
		_, _ = io.CopyN(io.Discard, resp.Body, maxKept)
		return nil
	}
	e := read(resp.Header, resp.Body, resp.ContentLength, v, newConfig(opts), DefaultMaxResponse, true)
	if e == nil {
		return nil
	}
	found := e.Errors()
	if all, ok := e.Err.(zetes.Errors); ok {
		found = all[:len(found)]
	}
	return &ResponseError{Status: resp.StatusCode, Detail: e.Detail, Errors: found, Err: e.Err}
}

// refused returns the error for a response that is not 2xx.
func refused(resp *http.Response) error {
	e := &ResponseError{Status: resp.StatusCode, Title: http.StatusText(resp.StatusCode)}
	e.Body, e.Err = io.ReadAll(io.LimitReader(resp.Body, maxKept))
	var p struct {
		problem
		Errors json.RawMessage `json:"errors"` // may have any form
	}
	if defaults.checkType(resp.Header) == nil && json.Unmarshal(e.Body, &p) == nil {
		e.Title, e.Detail = p.Title, p.Detail
		var all zetes.Errors
		if json.Unmarshal(p.Errors, &all) == nil {
			e.Errors = slices.DeleteFunc(all, func(e *zetes.Error) bool { return e == nil })
		}
	}
	return e
}

// Do sends r through c, or http.DefaultClient if c is nil, and decodes the response into a T, as ReadResponse does. If
// T is struct{}, Do only checks that the status is 2xx.
func Do[T any](c *http.Client, r *http.Request, opts ...Option) (T, error) {
	var v T
	resp, err := cmp.Or(c, http.DefaultClient).Do(r)
	if err != nil {
		return v, err
	}
	if _, none := any(v).(struct{}); none {
		return v, ReadResponse(resp, nil, opts...)
	}
	err = ReadResponse(resp, &v, opts...)
	return v, err
}
