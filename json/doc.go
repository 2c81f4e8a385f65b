// Package json is a drop-in replacement of encoding/json: the same API, results, output bytes and errors, faster.
//
// Replace the import path encoding/json by github.com/zetes-json/zetes/json and rebuild. Every result is the result of
// encoding/json in the toolchain that builds the program. The types and errors are aliases of encoding/json's, so
// values, methods and calls of errors.As work with both. Only [Encoder] and [Decoder] are types of this package.
//
// Features that encoding/json does not have are in the package github.com/zetes-json/zetes.
package json
