// Package zetes reads and writes JSON fast and exactly as encoding/json does.
//
// Besides values ([Marshal], [Unmarshal]) it has what encoding/json lacks: output appended to the caller's memory
// ([Append]), strings, configurations, codecs, and errors that tell their place. The drop-in replacement of
// encoding/json is the package github.com/zetes-json/zetes/json.
//
// # Configuration
//
// A [Config] departs from encoding/json where its fields say so, in names, numbers, rules and limits for input, and
// lists codecs for types and fields that are not yours; [Config.Freeze] makes an [API] of it, with the
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
