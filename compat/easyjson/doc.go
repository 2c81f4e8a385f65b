// Package easyjson has the names of github.com/mailru/easyjson v0.9.2 over zetes, with the packages jlexer, jwriter,
// buffer and opt below it. Code that easyjson has generated, and code that was written by hand for its lexer and writer,
// is moved by changing its import paths.
//
// The output is easyjson's, byte for byte. What easyjson passes over unchecked is checked: see package jlexer, and
// jwriter's Raw. The page docs/migrate-easyjson.md lists what is different. For new code there are the methods that the
// command zetes gen writes, and package codec.
package easyjson
