// Package zetes reads and writes JSON fast and exactly as encoding/json does.
//
// It is the native door to the engine: values ([Marshal], [Unmarshal]), output appended to the caller's
// memory ([Append]), strings, writers and readers. The drop-in replacement of encoding/json is the package
// github.com/zetes-json/zetes/json.
//
// # Meanings of one's own
//
// A [Config] departs from encoding/json where its fields say so, in names, numbers, rules and limits for input, and
// lists codecs for types and fields that are not one's own; [Config.Freeze] makes an [API] of it, with the
// package's functions as methods. Codecs are plain functions on the Writer and Reader of the package codec;
// [WriteValue] and [ReadValue] are how they come back here.
//
// [TypedEncoder] and [TypedDecoder] are for one type, and hold what is compiled for it.
//
// # Errors
//
// What is wrong with input comes as an [*Error]: encoding/json's error with its offset, line and column, JSON
// Pointer, Go path, and an excerpt of the input. [UnmarshalAll] returns everything that does not fit, not only the
// first.
//
// Streams of values are package stream's, HTTP is package httpjson's.
package zetes
