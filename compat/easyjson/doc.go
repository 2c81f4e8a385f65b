// Package easyjson has the names of github.com/mailru/easyjson v0.9.2 over zetes, with the packages jlexer, jwriter,
// buffer and opt below it. Code that easyjson has generated, and code that was written by hand for its lexer and
// writer, is moved by changing its import paths.
//
// The output is easyjson's, byte for byte. Text that easyjson passes over unchecked is checked: see package jlexer,
// and jwriter's Raw. The page docs/migrate-easyjson.md lists what is different. easyjson's own tests all pass over these
// packages; bench/compat/easyjson_suite_test.go runs them, and lists with reasons those that do not pass over the code
// that zetes gen writes for the same types: the code follows encoding/json in the place of embedded fields, arrays of
// bytes and keys of maps, ends at the first mistake, and does not see the flags of a jwriter.Writer.
//
// For new code there are the methods that the command zetes gen writes, and package codec.
package easyjson
