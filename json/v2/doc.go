//go:build goexperiment.jsonv2 && go1.27

// Package json is a drop-in replacement of encoding/json/v2: the same API, results, output bytes and errors, faster.
//
// Replace the import path encoding/json/v2 by github.com/zetes-json/zetes/json/v2 and rebuild, with Go 1.27 or newer.
// The import of encoding/json/jsontext stays as it is. Types and options are those of the standard library, so that
// methods, functions and options written for one package work with the other.
//
// If this package has no compiled plan for a type or an option, encoding/json/v2 does the whole call. It also does each
// call that ends in an error. The page docs/v2.md lists these types and options.
package json
