package jsondoc

import (
	"errors"

	"github.com/zetes-json/zetes/internal/index"
	"github.com/zetes-json/zetes/internal/wire"
	"github.com/zetes-json/zetes/jsondoc/internal/document"
)

// Errors of documents without a canonical form.
var (
	// ErrDuplicate reports that an object has two members with the same name.
	ErrDuplicate = errors.New("jsondoc: an object has two members of the same name")
	// ErrNotUnicode reports that a string is not UTF-8, or has half of a surrogate pair.
	ErrNotUnicode = errors.New("jsondoc: a string is not Unicode")
)

// Canonical returns the canonical form of the JSON value data (RFC 8785), in newly allocated memory: members sorted by
// the UTF-16 code units of their names, numbers as ECMAScript writes them, the shortest escapes, no white space.
// Numbers become float64s, so further digits are lost.
//
// If data has no canonical form, the error is a [*zetes.Error] about ErrDuplicate, ErrNotUnicode or a [*RangeError],
// with its place.
func Canonical(data []byte) ([]byte, error) { return AppendCanonical(nil, data) }

// AppendCanonical appends the canonical form of data to dst. It returns the errors of [Canonical]. On an error it
// returns dst unchanged.
func AppendCanonical(dst, data []byte) ([]byte, error) {
	t, err := document.Options{}.Parse(data)
	if err != nil {
		return dst, err
	}
	defer t.Release()
	out, flaw, at := t.AppendCanonical(dst)
	switch flaw {
	case index.Duplicate:
		err = ErrDuplicate
	case index.NotUnicode:
		err = ErrNotUnicode
	case index.NotFloat64:
		n, _ := wire.Number(data[at:])
		err = rangeError(data[at:at+n], "float64")
	default:
		return out, nil
	}
	return dst, document.ErrorAt(data, at, err)
}

// Sort returns the JSON value data without white space, with the members of all objects in the order of the canonical
// form, in newly allocated memory. Strings and numbers keep their spelling, and members with the same name their order.
func Sort(data []byte) ([]byte, error) {
	t, err := document.Options{}.Parse(data)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	return t.AppendSorted(nil), nil
}
