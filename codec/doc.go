// Package codec reads and writes JSON value by value, for hand-written codecs and generated code.
//
// A [Reader] reads values from a slice or an [io.Reader] with bounded memory. A [Writer] appends values to memory and,
// if it has one, writes them to an [io.Writer]. Both keep the first error and do nothing after it, so the caller need
// not test for an error after each call:
//
//	for name := range r.Object() {
//		switch name {
//		case "id":
//			id = r.Int()
//		case "tags":
//			for range r.Array() {
//				tags = append(tags, r.String())
//			}
//		default:
//			r.Skip()
//		}
//	}
//	if err := r.Err(); err != nil {
//
// Names that are known in advance are best prepared: for [Names] a Reader returns numbers, and a [Name] is written
// together with its value.
//
// Bytes that a Reader returns are valid until its next call; strings, the bytes from Base64 and Hex, and slices that
// [ReadElements] makes belong to the caller. A Reader or Writer is for one goroutine at a time; a [Codec], [Names] and
// [Name] may be used by many.
package codec

// Files:
//
//	reader.go   Reader: its state, containers, names
//	names.go    the names that a Reader has met
//	known.go    Reader: names that are known in advance
//	scalar.go   Reader: strings, numbers, bools, null
//	raw.go      Reader: raw values, values that are skipped or read twice
//	collect.go  arrays and objects from slices and maps
//	slab.go     memory for slices
//	place.go    Reader: the places of errors
//	text.go     Reader and Writer: bytes, times, big numbers
//	long.go     Reader and Writer: strings of any length to an io.Writer and from an io.Reader
//	writer.go   Writer
//	indent.go   Writer: lines and indentation
//	strict.go   Writer: text that is not UTF-8
//	member.go   Writer: names that are known in advance, with their values
//	pool.go     memory of Readers and Writers, and who owns it
//	codec.go    Codec: how values of one type are written and read
//	self.go     Marshaler, Unmarshaler: types that write and read themselves
//	lent.go     Readers and Writers that are lent to codecs
//	inside.go   Inside: functions for other packages of this module
//	error.go    Error, Code
