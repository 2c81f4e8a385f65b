package httpjson

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/frame"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/report"
	"github.com/zetes-json/zetes/json"
)

// ErrEmpty is the cause of the Error for a request without a document.
var ErrEmpty = errors.New("empty body")

// Error is an error for a client: a status, and what is wrong with the request. Read returns it, and the function of a
// handler may return its own.
type Error struct {
	Status int    // HTTP status code
	Detail string // text for the client
	Err    error  // the cause, or nil; it is never sent. After Read it is the error about the document's first fault

	first  *zetes.Error // the first of the errors, or nil
	others report.Forms // the other errors
}

// Errors returns the faults of the document, in the order of the document. They are sent in the form of
// [zetes.Error.MarshalJSON], which shows nothing of Go.
//
// Only the first error is complete. Each call makes the others anew from the form that is sent, so they have no more
// than a client gets: their Err has the text of their Detail, they have no Excerpt and no path in Go, and a Pointer of
// more than 2,000 bytes is left out. For all errors of encoding/json use [zetes.UnmarshalAll].
func (e *Error) Errors() zetes.Errors {
	if e.first == nil {
		return nil
	}
	return root.ErrorsOf(e.first, e.others)
}

// SetErrors sets the faults that are sent. e keeps a pointer to the first error, so the caller must not change that
// error afterwards. The caller may change the slice and the other errors.
func (e *Error) SetErrors(all zetes.Errors) {
	e.first, e.others = nil, ""
	if i := slices.IndexFunc(all, func(one *zetes.Error) bool { return one != nil }); i >= 0 {
		e.first, e.others = all[i], root.FormsOf(all[i+1:])
	}
}

// Errorf returns an Error with the given status. Its Detail is the text that fmt.Errorf returns, and its cause is the
// error that %w formats. The whole text is sent to the client, with the text of that error.
func Errorf(status int, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{Status: status, Detail: err.Error(), Err: errors.Unwrap(err)}
}

// Error returns the status, the place of the first fault if there is one, and the detail, or the text of the cause if
// there is no detail. It is for logs, not for clients.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "httpjson: %d %s", e.Status, http.StatusText(e.Status))
	writePlace(&b, e.first, e.Detail)
	if e.Detail == "" && e.Err != nil {
		b.WriteString(": " + e.Err.Error()) // logs show what clients do not see
	}
	return b.String()
}

// writePlace writes the place of first, if that is not nil, and detail.
func writePlace(b *strings.Builder, first *zetes.Error, detail string) {
	if first != nil {
		if first.Line > 0 {
			fmt.Fprintf(b, ": line %d, column %d", first.Line, first.Column)
		}
		if first.Pointer != "" {
			b.WriteString(": at " + locate.Short(first.Pointer))
		}
	}
	if detail != "" {
		b.WriteString(": " + detail)
	}
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether errors.Is finds target in one of e's Errors. So errors.Is(e, r) is true for each [zetes.Reason] r
// that one of them has, not only for the reason of the first.
func (e *Error) Is(target error) bool { return e.first != nil && errors.Is(e.Errors(), target) }

// As sets target to the first of e's Errors that fits, as errors.As does. If target is a *[zetes.Errors], it gets all
// of them.
func (e *Error) As(target any) bool { return e.first != nil && errors.As(e.Errors(), target) }

// Format writes e's text; with %+v each of e.Errors follows. The first has its excerpt, and a caret below its place.
func (e *Error) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, strings.ReplaceAll(fmt.FormatString(f, verb), "+", ""), e.Error())
	if verb == 'v' && f.Flag('+') && e.first != nil {
		fmt.Fprintf(f, "\n%+v", e.Errors())
	}
}

// MarshalJSON returns the problem document that [WriteError] sends for e. Frameworks that answer with the JSON of a
// handler's error can use it. A struct that contains an Error, not a pointer to an Error, is encoded in this form too,
// so the cause is never written.
func (e Error) MarshalJSON() ([]byte, error) { return json.Marshal(problemOf(&e, false)) }

// problem is an error in the form in which it is sent (RFC 9457). Its errors have the members detail and pointer of the
// example in the RFC, and more.
type problem struct {
	Title  string             `json:"title,omitempty"`
	Status int                `json:"status,omitempty"`
	Detail string             `json:"detail,omitempty"`
	Errors []report.ErrorForm `json:"errors,omitempty"`
}

// problems has problems that were sent and can be used again. Their Errors are empty, with memory for at most 128.
var problems = sync.Pool{New: func() any { return new(problem) }}

// problemOf returns the problem document for err. If inputs is true, errors of decoding are reported as faults of the
// client.
func problemOf(err error, inputs bool) *problem {
	p := problems.Get().(*problem)
	*p = problem{Status: http.StatusInternalServerError, Errors: p.Errors}
	e, ok := errors.AsType[*Error](err)
	if !ok && inputs {
		e = inputError(err)
		ok = e != nil
	}
	if ok {
		if e != nil && e.Status >= 400 && e.Status <= 999 { // a nil *Error in an error is a mistake of the program
			p.Status, p.Detail = e.Status, e.Detail
			if e.first != nil {
				p.Errors = e.others.AppendTo(append(p.Errors, root.FormOf(e.first)))
			}
		}
	} else if e, ok := errors.AsType[*http.MaxBytesError](err); ok {
		p.Status, p.Detail = http.StatusRequestEntityTooLarge, tooLarge(e.Limit, nil).Detail
	}
	p.Title = http.StatusText(p.Status)
	return p
}

// inputError returns the Error for a document from a client, or nil if err is not about an input.
func inputError(err error) *Error {
	if _, ok := errors.AsType[*ResponseError](err); ok {
		return nil // the error is about another server's document
	}
	if all, ok := errors.AsType[zetes.Errors](err); ok && len(all) > 0 {
		return documentError(all[0], root.FormsOf(all[1:]), err)
	}
	first, ok := errors.AsType[*zetes.Error](err)
	if e, isReader := errors.AsType[*codec.Error](err); !ok && isReader {
		first, ok = &zetes.Error{Offset: e.Offset, Line: e.Line, Column: e.Column, Pointer: e.Pointer, Excerpt: e.Excerpt, Err: e}, true
	}
	if ok && first.Line == 0 {
		return nil // err is an error of encoding, or from a Writer or a codec
	} else if ok {
		return documentError(first, "", err)
	}
	_, encoding := errors.AsType[*json.MarshalerError](err)
	_, syntax := errors.AsType[*json.SyntaxError](err)
	_, typed := errors.AsType[*json.UnmarshalTypeError](err)
	if encoding || !syntax && !typed {
		return nil
	}
	return documentError(&zetes.Error{Err: err}, "", err)
}

// documentError returns the Error for a document in which decoding found faults. first is the first fault, which
// decides the status, others has the other faults, and err is the error that decoding returned.
func documentError(first *zetes.Error, others report.Forms, err error) *Error {
	e := &Error{Status: http.StatusUnprocessableEntity, Err: err, first: first, others: others}
	switch first.Reason() {
	case zetes.ReasonSyntax, zetes.ReasonInvalidUTF8:
		e.Status = http.StatusBadRequest
	case zetes.ReasonProgram, zetes.ReasonUnsupported:
		return &Error{Status: http.StatusInternalServerError, Err: err}
	case zetes.ReasonTooDeep:
		if _, rule := errors.AsType[*zetes.RuleError](first); !rule {
			e.Status = http.StatusBadRequest
		}
	case zetes.ReasonTooLarge, zetes.ReasonInvalidValue:
		if rule, ok := errors.AsType[*zetes.RuleError](first); ok && rule.Rule == zetes.MaxBytes {
			return tooLarge(rule.Offset, err)
		}
		if errors.Is(err, frame.ErrTooLarge) {
			e.Status = http.StatusRequestEntityTooLarge
		}
	}
	e.Detail = first.Detail()
	if n := others.Len(); n == 1 {
		e.Detail += " (and 1 more error)"
	} else if n > 1 {
		e.Detail += " (and " + strconv.Itoa(n) + " more errors)"
	}
	return e
}

// WriteError answers with a problem document (RFC 9457) about err:
//
//   - for an *Error, also one that err wraps: its status, detail and errors;
//   - for errors of decoding, from package zetes, its APIs, streams and codecs, and from encoding/json: 400 or 422 with
//     their places, or 413 for a document or value that is too long;
//   - for an *http.MaxBytesError: 413;
//   - for every other error: 500 and nothing about err. A *ResponseError, which is about another server, is among them.
//
// So do not pass errors about other documents than the client's, such as a configuration or a row of a database: use
// Errorf(500, "…") for such errors. WriteError returns an error if the answer can't be written.
func WriteError(w http.ResponseWriter, err error, opts ...Option) error {
	return writeProblem(w, problemOf(err, true), newConfig(opts))
}

// whole is the configuration for all problem documents that are sent with a body. It is never written to.
var whole = config{threshold: -1}

// writeProblem sends p, and gives p back to its pool.
func writeProblem(w http.ResponseWriter, p *problem, c *config) error {
	h := w.Header()
	// Remove headers that were set for the value, since they are wrong for the problem. All names are canonical.
	delete(h, "Content-Length")
	delete(h, "Content-Encoding")
	delete(h, "Etag")
	delete(h, "Last-Modified")
	values := [...]string{"application/problem+json", "nosniff"}
	h["Content-Type"], h["X-Content-Type-Options"] = values[:1:1], values[1:]
	plain := &whole
	if c.head {
		plain = &config{threshold: -1, head: true}
	}
	err := write(w, p.Status, p, plain)
	if cap(p.Errors) <= 128 {
		clear(p.Errors)
		p.Errors = p.Errors[:0]
		problems.Put(p)
	}
	return err
}
