package httpjson

import (
	"context"
	"net/http"
)

// requestKey is the context key of the request that a handler serves.
type requestKey struct{}

// Request returns the request that the function of a Handler serves, or nil if ctx is not from a Handler. The body of
// the request has been read, unless the type In of the Handler is struct{}.
func Request(ctx context.Context) *http.Request {
	r, _ := ctx.Value(requestKey{}).(*http.Request)
	return r
}

// Handler returns a handler that decodes the body of a request as Read does, calls f, and writes its result as Write
// does, with status 200 or the status of the option Status.
//
// An error of f that is an *Error, or wraps one, is sent to the client. Any other error of f, also an error of
// decoding, becomes a status 500 without details: the body has been read before, so the error is about another
// document. OnError gets all errors. If In is struct{}, no body is read. If Out is struct{}, nothing is sent, and the
// status is 204. If sending stops half way, the handler aborts the connection, so that the client notices.
func Handler[In, Out any](f func(ctx context.Context, in In) (Out, error), opts ...Option) http.Handler {
	c := newConfig(opts)
	_, noIn := any(*new(In)).(struct{})
	_, noOut := any(*new(Out)).(struct{})
	status := c.status
	if status == 0 {
		status = http.StatusOK
		if noOut {
			status = http.StatusNoContent
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := c
		if r.Method == http.MethodHead {
			own := *c
			own.head, c = true, &own
		}
		fail := func(err error) {
			if c.onError != nil {
				c.onError(r, err)
			}
		}
		refuse := func(err error) {
			fail(err)
			if err := writeProblem(w, problemOf(err, false), c); err != nil {
				fail(err)
			}
		}
		var in In
		if !noIn {
			if e := read(r.Header, r.Body, r.ContentLength, &in, c, DefaultMaxRequest, false); e != nil {
				refuse(e)
				return
			}
		}
		out, err := f(context.WithValue(r.Context(), requestKey{}, r), in)
		if err != nil {
			refuse(err)
			return
		}
		if err := write(w, status, &out, c); err != nil {
			fail(err)
			if err.(*SendError).Started {
				panic(http.ErrAbortHandler)
			}
		}
	})
}
