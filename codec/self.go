package codec

// A type can write and read itself by the methods of Marshaler and Unmarshaler. The same rules hold for them as for the
// functions of a [Codec]: the methods work on the output and input directly, mistakes are found and end the call with a
// [*Failure], and w and r are borrowed until the method returns. A codec of the configuration takes precedence over
// these methods, and they take precedence over MarshalJSON, MarshalText and similar methods.
//
// Methods with pointer receivers are called where encoding/json would call such a MarshalJSON: on values that have an
// address. The tag option "string" has no effect on such values.

// Marshaler is implemented by types that write themselves, as one value.
//
//	func (p Point) MarshalZetes(w *codec.Writer) {
//		w.BeginArray()
//		w.Float64(p.X)
//		w.Float64(p.Y)
//		w.EndArray()
//	}
//
// encoding/json does not know the method. If values are also written by encoding/json, the type needs a MarshalJSON
// with the same output.
type Marshaler interface{ MarshalZetes(w *Writer) }

// Unmarshaler is implemented by types that read themselves from one value, which has not been checked. The method also
// handles null. A nil pointer is set to a new value first, or stays nil for null. The method must have a pointer
// receiver.
//
// encoding/json does not know the method. If values are also read by encoding/json, the type needs an UnmarshalJSON
// with the same results.
type Unmarshaler interface{ UnmarshalZetes(r *Reader) }
