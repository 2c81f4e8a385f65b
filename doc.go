// Package zetes reads and writes JSON fast and exactly as encoding/json does.
//
// Besides values ([Marshal], [Unmarshal]) it has what encoding/json lacks: output appended to the memory of the caller
// ([Append]), strings, configurations, codecs, and errors that say where they are. The drop-in replacement of
// encoding/json is the package github.com/zetes-json/zetes/json.
//
// # Configuration
//
// A [Config] departs from encoding/json where its fields say so: in names, numbers, rules and limits for input. It also
// lists codecs, for types and fields that you can't change. [Config.Freeze] makes an [API] of it, with the package's
// functions as methods. Codecs are plain functions on the Writer and Reader of package codec. In them, [WriteValue] and
// [ReadValue] write and read other values by the rules of the API.
//
// [TypedEncoder] and [TypedDecoder] are for one type, and keep the code that is compiled for it.
//
// # Errors
//
// An error about input is an [*Error]: encoding/json's error with its offset, line and column, JSON Pointer, Go path,
// and an excerpt of the input. [UnmarshalAll] returns all values that do not fit, not only the first.
//
// Package stream is for streams of values, package httpjson for HTTP.
package zetes
