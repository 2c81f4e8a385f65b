// Package ffjson has the names of github.com/pquerna/ffjson/ffjson over zetes: a program that uses that library, and code
// that ffjson has generated, are moved by changing the import paths. The page docs/migrate-ffjson.md lists what is
// different.
//
// Types with the methods of generated code, MarshalJSONBuf and UnmarshalJSONFFLexer, are written and read by these, all
// others as package json does. Input is checked before a method reads it, and so is output that a method has written.
//
// For new code package json needs no generated methods.
package ffjson
