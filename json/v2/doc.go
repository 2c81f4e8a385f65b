//go:build goexperiment.jsonv2 && go1.27

// Package json is a drop-in replacement of encoding/json/v2: the same API, results, output bytes and errors, faster.
//
// Replace the import path encoding/json/v2 by github.com/zetes-json/zetes/json/v2 and rebuild, with Go 1.27 or newer.
// The import of encoding/json/jsontext stays as it is. Types and options are those of the standard library, so that
// methods, functions and options written for one package work with the other.
//
// Types and options that this package has no compiled plan for are handled by encoding/json/v2 itself, as whole calls,
// and so is each call that ends in an error. The page docs/v2.md lists them.
package json
