// Package query answers JSONPath queries (RFC 9535) from the tape of a document. It also decides whether a walk over a
// text, or a reader, can answer a query. Package follow implements both.
//
//	query.go      Query, and when a walk is enough
//	parse.go      the grammar
//	ahead.go      which selectors do not look ahead
//	selectors.go  what a query selects on a tape
//	filter.go     filters; functions.go their functions
package query
