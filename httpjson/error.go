package httpjson

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/bridge"
	"github.com/zetes-json/zetes/internal/frame"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/json"
)

// ErrEmpty is the cause of the Error for a request without a document.
var ErrEmpty = errors.New("empty body")

// Error is an error that a client is told: a status, and what is wrong with the request.
// Read returns it, a handler's function may return its own.
type Error struct {
	Status int    // HTTP status code
	Detail string // for the client

	// Errors are what is wrong with the document, in its order: where, as a JSON Pointer, line and column, and what, in
	// words for the client. They are sent in the form of [zetes.Error.MarshalJSON], which has nothing of Go in it.
	Errors zetes.Errors

	Err error // cause, never sent; or nil
}

// Errorf returns an Error of that status whose Detail is made as fmt.Errorf makes it; what %w names is its cause.
// The whole text is sent to the client.
func Errorf(status int, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{Status: status, Detail: err.Error(), Err: errors.Unwrap(err)}
}

// Error returns status, the first place and detail, or the cause where there is no detail: it is for logs, not for
// clients.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "httpjson: %d %s", e.Status, http.StatusText(e.Status))
	writePlace(&b, e.Errors, e.Detail)
	if e.Detail == "" && e.Err != nil {
		b.WriteString(": " + e.Err.Error()) // what clients are not told is for the log
	}
	return b.String()
}

func writePlace(b *strings.Builder, all zetes.Errors, detail string) {
	if len(all) > 0 && all[0] != nil {
		first := all[0]
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

// Format prints e as its text; with %+v each of e.Errors follows with its excerpt and a caret below its place.
func (e *Error) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, strings.ReplaceAll(fmt.FormatString(f, verb), "+", ""), e.Error())
	if verb == 'v' && f.Flag('+') && len(e.Errors) > 0 {
		fmt.Fprintf(f, "\n%+v", e.Errors)
	}
}

// MarshalJSON returns e as [WriteError] sends it, a problem document: for frameworks that answer with the JSON of a
// handler's error. A struct that has an Error, not a pointer to one, is answered so too: the cause is never written.
func (e Error) MarshalJSON() ([]byte, error) {
	return json.Marshal(problemOf(&e, false))
}

// problem is an error as it is sent (RFC 9457). Its errors are those of the example in that text, with more members.
type problem struct {
	Title  string             `json:"title,omitempty"`
	Status int                `json:"status,omitempty"`
	Detail string             `json:"detail,omitempty"`
	Errors []bridge.ErrorForm `json:"errors,omitempty"` // not zetes.Errors: what methods return would be checked and copied
}

// problemOf returns what a client is told about err, where inputs says that errors of decoding are the client's doing.
func problemOf(err error, inputs bool) *problem {
	p := &problem{Status: http.StatusInternalServerError}
	e, ok := errors.AsType[*Error](err)
	if !ok && inputs {
		if e = inputError(err); e != nil {
			ok = true
		}
	}
	if ok {
		if e != nil && e.Status >= 400 && e.Status <= 999 { // a nil *Error in an error is a mistake of the program's
			p.Status, p.Detail, p.Errors = e.Status, e.Detail, make([]bridge.ErrorForm, 0, len(e.Errors))
			for _, one := range e.Errors {
				if one != nil {
					p.Errors = append(p.Errors, root.Form(one))
				}
			}
		}
	} else if e, ok := errors.AsType[*http.MaxBytesError](err); ok {
		p.Status, p.Detail = http.StatusRequestEntityTooLarge, tooLargeDetail(e.Limit)
	}
	p.Title = http.StatusText(p.Status)
	return p
}

// inputError returns the Error about a document that a client has sent, or nil where err is not about an input.
func inputError(err error) *Error {
	if _, ok := errors.AsType[*ResponseError](err); ok {
		return nil // it was another server's
	}
	if all, ok := errors.AsType[zetes.Errors](err); ok && len(all) > 0 {
		return documentError(all, err)
	}
	if e, ok := errors.AsType[*zetes.Error](err); ok {
		if e.Line == 0 {
			return nil // of encoding
		}
		return documentError(zetes.Errors{e}, err)
	}
	if e, ok := errors.AsType[*codec.Error](err); ok {
		if e.Line == 0 {
			return nil // of writing, or within a codec
		}
		return documentError(zetes.Errors{{
			Offset: e.Offset, Line: e.Line, Column: e.Column, Pointer: e.Pointer, Excerpt: e.Excerpt, Err: e,
		}}, err)
	}
	if _, ok := errors.AsType[*json.MarshalerError](err); ok {
		return nil
	}
	_, syntax := errors.AsType[*json.SyntaxError](err)
	_, typed := errors.AsType[*json.UnmarshalTypeError](err)
	if syntax || typed {
		return documentError(zetes.Errors{{Err: err}}, err)
	}
	return nil
}

// documentError returns the Error about a document of which all is wrong. The first decides the status.
func documentError(all zetes.Errors, err error) *Error {
	e := &Error{Status: http.StatusUnprocessableEntity, Errors: all, Err: err}
	switch all[0].Reason() {
	case zetes.ReasonSyntax, zetes.ReasonInvalidUTF8:
		e.Status = http.StatusBadRequest
	case zetes.ReasonProgram, zetes.ReasonUnsupported:
		return &Error{Status: http.StatusInternalServerError, Err: err}
	case zetes.ReasonTooDeep:
		if _, rule := errors.AsType[*zetes.RuleError](all[0]); !rule {
			e.Status = http.StatusBadRequest
		}
	case zetes.ReasonTooLarge, zetes.ReasonInvalidValue:
		if rule, ok := errors.AsType[*zetes.RuleError](all[0]); ok && rule.Rule == zetes.MaxBytes {
			return tooLarge(rule.Offset, err)
		}
		if errors.Is(err, frame.ErrTooLarge) {
			e.Status = http.StatusRequestEntityTooLarge
		}
	}
	e.Detail = all[0].Detail()
	if n := len(all) - 1; n == 1 {
		e.Detail += " (and 1 more error)"
	} else if n > 1 {
		e.Detail += " (and " + strconv.Itoa(n) + " more errors)"
	}
	return e
}

func tooLargeDetail(limit int64) string {
	return fmt.Sprintf("the body is larger than %d bytes", limit)
}

// WriteError answers with a problem document (RFC 9457) about err:
//
//   - with the status, the detail and the errors of an *Error, also where err wraps one;
//   - with 400 or 422 and places for what decoding says of a document: errors of package zetes, of its APIs, streams
//     and codecs, and those of encoding/json; with 413 for a document or value that is too long;
//   - with 413 for an *http.MaxBytesError;
//   - with 500 and nothing about err for every other error, among them a *ResponseError, which is about another server.
//
// So an error about a document that is not the client's is not for WriteError: for one of a configuration or a
// database, say Errorf(500, "…"). It returns an error if the answer can't be written.
func WriteError(w http.ResponseWriter, err error, opts ...Option) error {
	return writeProblem(w, problemOf(err, true), newConfig(opts))
}

// whole is shared by all problems that are sent with their bodies; nobody writes to it.
var whole = config{writing: writing{threshold: -1}}

func writeProblem(w http.ResponseWriter, p *problem, c *config) error {
	h := w.Header()
	// What was set for the value doesn't hold for the problem. All names are canonical.
	delete(h, "Content-Length")
	delete(h, "Content-Encoding")
	delete(h, "Etag")
	delete(h, "Last-Modified")
	values := [...]string{"application/problem+json", "nosniff"}
	h["Content-Type"], h["X-Content-Type-Options"] = values[:1:1], values[1:]
	plain := &whole
	if c.head {
		plain = &config{writing: writing{threshold: -1, head: true}}
	}
	return write(w, p.Status, p, plain)
}
