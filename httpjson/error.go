package httpjson

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// ErrEmpty is the cause of the Error for a request without a document.
var ErrEmpty = errors.New("empty body")

// Error is an error that a client is told: a status, and what is wrong with the request.
// Read returns it, a handler's function may return its own.
type Error struct {
	Status int    // HTTP status code
	Detail string // for the client

	// Where the document is wrong, as far as it is known.
	Field  string // names of the object members on the way, joined by dots; with an API indexes of elements too
	Offset int64  // bytes read before the error was found
	Line   int    // of the byte before Offset, from 1; 0 if unknown
	Column int    // in bytes, from 1

	Err error // cause, never sent; or nil
}

// Errorf returns an Error of that status whose Detail is made as fmt.Errorf makes it; what %w names is its cause.
// The whole text is sent to the client.
func Errorf(status int, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{Status: status, Detail: err.Error(), Err: errors.Unwrap(err)}
}

// Error returns status, place and detail, or the cause where there is no detail: it is for logs, not for clients.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "httpjson: %d %s", e.Status, http.StatusText(e.Status))
	writePlace(&b, e.Line, e.Column, e.Field, e.Detail)
	if e.Detail == "" && e.Err != nil {
		b.WriteString(": " + e.Err.Error()) // what clients are not told is for the log
	}
	return b.String()
}

func writePlace(b *strings.Builder, line, column int, field, detail string) {
	if line > 0 {
		fmt.Fprintf(b, ": line %d, column %d", line, column)
	}
	if field != "" {
		b.WriteString(": member " + strconv.Quote(field))
	}
	if detail != "" {
		b.WriteString(": " + detail)
	}
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// problem is an error as it is sent (RFC 9457; the members from field on are extensions).
type problem struct {
	Title  string `json:"title,omitempty"`
	Status int    `json:"status,omitempty"`
	Detail string `json:"detail,omitempty"`
	Field  string `json:"field,omitempty"`
	Offset int64  `json:"offset,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// problemOf returns what a client is told about err.
func problemOf(err error) problem {
	p := problem{Status: http.StatusInternalServerError}
	if e, ok := errors.AsType[*Error](err); ok {
		if e.Status >= 400 && e.Status <= 999 {
			p = problem{"", e.Status, e.Detail, e.Field, e.Offset, e.Line, e.Column}
		}
	} else if e, ok := errors.AsType[*http.MaxBytesError](err); ok {
		p = problem{Status: http.StatusRequestEntityTooLarge, Detail: tooLargeDetail(e.Limit)}
	}
	p.Title = http.StatusText(p.Status)
	return p
}

func tooLargeDetail(limit int64) string {
	return fmt.Sprintf("the body is larger than %d bytes", limit)
}

// WriteError answers with a problem document about err: with the status and detail of an *Error, also where err
// wraps one; with 413 for an *http.MaxBytesError; with 500 and nothing about err for every other error.
// It returns an error if the answer can't be written.
func WriteError(w http.ResponseWriter, err error, opts ...Option) error {
	return writeProblem(w, err, newConfig(opts))
}

func writeProblem(w http.ResponseWriter, err error, c *config) error {
	p := problemOf(err)
	h := w.Header()
	// What was set for the value doesn't hold for the problem. All names are canonical.
	delete(h, "Content-Length")
	delete(h, "Content-Encoding")
	delete(h, "Etag")
	delete(h, "Last-Modified")
	h["Content-Type"] = []string{"application/problem+json"}
	h["X-Content-Type-Options"] = []string{"nosniff"}
	plain := config{threshold: -1, head: c.head}
	return write(w, p.Status, &p, &plain)
}
