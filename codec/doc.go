// Package codec reads and writes JSON a piece at a time: what hand-written codecs and generated code speak.
//
// A [Reader] pulls values out of a slice or an [io.Reader] with bounded memory; a [Writer] appends values to memory
// and, if it has one, hands them to an [io.Writer]. Both keep the first error and do nothing after it, so that code
// need not ask after each call:
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
// Names that are known beforehand are best prepared: [Names] are answered by number, and a [Name] is written
// together with its value.
//
// Bytes that a Reader returns are valid until its next call; strings, and slices that [ReadElements] and similar
// functions make, belong to the caller. A Reader or Writer is for one goroutine at a time; a [Codec], [Names] and
// [Name] are for any number.
package codec

// Files:
//
//	reader.go   Reader: where it is, containers, names
//	names.go    the names that a Reader has met
//	known.go    Reader: names that are known beforehand
//	scalar.go   Reader: Go's scalars
//	raw.go      Reader: raw values, values that are passed over or read twice
//	collect.go  arrays and objects from and into slices and maps
//	slab.go     memory for slices
//	place.go    Reader: where an error is
//	text.go     Reader and Writer: bytes, times, big numbers
//	long.go     Reader and Writer: strings of any length to an io.Writer and from an io.Reader
//	writer.go   Writer
//	indent.go   Writer: lines and indentation
//	strict.go   Writer: text that is not UTF-8
//	member.go   Writer: names that are known beforehand, with their values
//	pool.go     Readers and Writers on loan
//	codec.go    Codec: how values of one type are written and read
//	self.go     Marshaler, Unmarshaler: types that write and read themselves
//	lent.go     Readers and Writers that plans lend to codecs
//	inside.go   Inside: what packages of the module do with Readers, Writers and codecs
//	error.go    Error, Code
