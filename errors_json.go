package zetes

import (
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"

	"github.com/zetes-json/zetes/internal/engine"
)

// longestPointer is the longest pointer that is written: an input with 10,000 nested arrays does not need its pointer
// sent back.
const longestPointer = 2000

// MarshalJSON returns e in a form for people, and for programs that show people the place:
//
//	{"detail":"got 300, want an integer from 0 to 255","reason":"number out of range",
//	 "pointer":"#/items/0/qty","line":1,"column":19,"offset":18}
//
// The detail is that of [Error.Detail], and the pointer a JSON Pointer as a URI fragment (RFC 6901, section 6), as in
// the errors of problem documents (RFC 9457). A pointer of more than 2,000 bytes is left out. An error of encoding has
// neither line, column nor offset, and "value" occurs in streams only. Go types and paths are not shown, and of the
// input only the parts that the detail quotes. [Errors] is an array of these.
func (e *Error) MarshalJSON() ([]byte, error) {
	if e == nil {
		return []byte("null"), nil
	}
	f := e.form()
	return Marshal(&f)
}

// form returns the JSON form of e.
func (e *Error) form() engine.ErrorForm {
	r, words := e.reasonAndWords()
	f := engine.ErrorForm{Detail: words, Reason: r.String(), Line: e.Line, Column: e.Column, Value: e.Value}
	if (e.Line > 0 || e.Pointer != "") && len(e.Pointer) <= longestPointer {
		f.Pointer = "#" + fragment(e.Pointer)
	}
	if e.Line > 0 {
		f.Offset = &e.Offset
	}
	return f
}

// fragment returns a JSON Pointer as a URI fragment, whose parts between slashes are escaped as in a path.
func fragment(pointer string) string {
	plain := true
	for i := 0; i < len(pointer) && plain; i++ {
		c := pointer[i]
		plain = 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '/' || c == '_' || c == '-'
	}
	if plain { // as most are
		return pointer
	}
	return strings.ReplaceAll(url.PathEscape(pointer), "%2F", "/")
}

// UnmarshalJSON reads what MarshalJSON has written, perhaps in another program. Err then has the detail as its text,
// and Reason is what was told.
func (e *Error) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	var f engine.ErrorForm
	if err := json.Unmarshal(b, &f); err != nil {
		return err
	}
	pointer, err := url.PathUnescape(strings.TrimPrefix(f.Pointer, "#"))
	if err != nil {
		return err
	}
	*e = Error{Line: f.Line, Column: f.Column, Value: f.Value, Pointer: pointer, Err: errors.New(f.Detail), words: f.Detail}
	if f.Offset != nil {
		e.Offset = *f.Offset
	}
	e.reason = ReasonInvalidValue // of one that this release does not know
	if i := slices.Index(reasonTexts[:], f.Reason); i > 0 {
		e.reason = Reason(i)
	}
	return nil
}
