// Package jsonpath compiles JSONPath queries (RFC 9535), such as $.store.book[?@.price < 10].title. Package jsondoc
// selects values in a document by a query, and package stream selects values while it reads a document.
package jsonpath

import (
	"fmt"

	"github.com/zetes-json/zetes/internal/query"
)

// Query is a compiled query. It never changes and is safe for concurrent use.
type Query query.Query

// Error is the error of a query that can't be compiled, or that package stream can't follow while it reads.
type Error struct {
	Query  string
	Offset int // offset in Query, in bytes
	Reason string
}

// Error returns the text of the error.
func (e *Error) Error() string {
	return fmt.Sprintf("jsonpath: %.80q, offset %d: %s", e.Query, e.Offset, e.Reason)
}

// Compile compiles a query, with the functions length, count, match, search and value of RFC 9535. The error is an
// [*Error].
func Compile(text string) (*Query, error) {
	q, err := query.Compile(text)
	if err != nil {
		return nil, (*Error)(err)
	}
	return (*Query)(q), nil
}

// MustCompile returns the query that [Compile] returns. It panics if text is not a correct query.
func MustCompile(text string) *Query {
	q, err := Compile(text)
	if err != nil {
		panic(err)
	}
	return q
}

// String returns the text that q was compiled from.
func (q *Query) String() string { return (*query.Query)(q).String() }
