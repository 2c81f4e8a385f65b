package httpjson

import (
	"cmp"
	"net/http"

	"github.com/zetes-json/zetes"
)

// The limits that hold unless MaxBytes changes them.
const (
	DefaultMaxRequest  = 1 << 20  // bytes of a request's body
	DefaultMaxResponse = 64 << 20 // bytes of a response's body
)

// DefaultStreamAbove is the threshold of StreamAbove for calls without this option.
const DefaultStreamAbove = 1 << 20

// An Option changes how one call, or one handler, reads or writes. A function ignores options that do not concern it,
// so one list of options can be used for reading and for writing.
type Option func(*config)

type config struct {
	api *zetes.API // the API for reading and writing, or nil

	// The following fields are for values that are read.
	maxBytes   int64 // 0 means the default for requests or responses
	types      []string
	anyType    bool
	allowEmpty bool
	mostErrors int // 0 means the default of zetes.UnmarshalAll

	// The following fields are for values that are written.
	threshold int
	head      bool
	result    *Result

	// The following fields are for handlers only.
	status  int
	onError func(*http.Request, error)
}

// defaults is shared by all calls without options. It is never written to.
var defaults = config{threshold: DefaultStreamAbove}

func newConfig(opts []Option) *config {
	if len(opts) == 0 {
		return &defaults
	}
	c := defaults
	for _, o := range opts {
		o(&c)
	}
	return &c
}

// MaxBytes limits a body that is read to n bytes. A negative n means no limit.
func MaxBytes(n int64) Option {
	n = cmp.Or(n, 1) // no document is shorter than one byte, so 0 can mean the default
	return func(c *config) { c.maxBytes = n }
}

// ContentTypes sets the media types that a body may have, in lower case and without parameters, instead of
// application/json and every type that ends in +json.
func ContentTypes(types ...string) Option { return func(c *config) { c.types = types } }

// AnyContentType accepts a body of any media type, or of none. Beware: browsers send some types, text/plain among them,
// to other sites without asking the user; the check is part of the defence against forged requests.
func AnyContentType() Option { return func(c *config) { c.anyType = true } }

// AllowEmpty accepts an empty body and leaves the target unchanged.
func AllowEmpty() Option { return func(c *config) { c.allowEmpty = true } }

// MaxErrors sets the largest number of errors about a document that are sent to the client, instead of 100. An n below
// 1 means 1.
func MaxErrors(n int) Option { return func(c *config) { c.mostErrors = max(n, 1) } }

// StreamAbove sets a threshold of n bytes. If the JSON of a long slice, or of a sequence of WriteSeq, has more bytes,
// it is sent while the rest is being encoded, without a Content-Length. A negative n turns that off.
func StreamAbove(n int) Option { return func(c *config) { c.threshold = n } }

// For says which request a writing function answers: if it is a HEAD request, only the header is sent. The server of
// net/http drops the body of such an answer itself; the option saves the work, and helps with other ResponseWriters.
func For(r *http.Request) Option { return func(c *config) { c.head = r.Method == http.MethodHead } }

// WithResult stores in res how much was sent, whether the call succeeds or fails.
func WithResult(res *Result) Option { return func(c *config) { c.result = res } }

// WithAPI encodes and decodes with a: its options, rules, limits and codecs. Long slices and sequences are still
// streamed, unless a indents or has a codec for the slice. Input that breaks a rule of a is refused with status 422,
// with 413 if it is too long, and with 400 if it is not UTF-8. A nil a has no effect.
//
//	strict := httpjson.WithAPI(zetes.Config{RejectUnknown: true}.Freeze())
func WithAPI(a *zetes.API) Option { return func(c *config) { c.api = a } }

// Status sets the status of a handler's successful answers. Without it the status is 200, or 204 if there is no value.
func Status(code int) Option { return func(c *config) { c.status = code } }

// OnError makes a handler call f with every error: of requests, of its function, and of sending the answer. Clients do
// not see the text of errors that are not an *Error, so log them here.
func OnError(f func(r *http.Request, err error)) Option { return func(c *config) { c.onError = f } }
