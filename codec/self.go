package codec

// Types that write and read themselves. Their methods are what a [Codec]'s functions are for a type that somebody
// else owns, and the same is true of them: what they do wrong is found and ends the call with a [*Failure], they work
// on the output and input themselves, and w and r are theirs until they return. A codec that a configuration has for
// such a type comes before its methods, and these come before MarshalJSON, MarshalText and their kin.
//
// The methods of pointers are called where encoding/json would call such a MarshalJSON: on values that have an address.
// The tag option "string" changes nothing for such values.

// Marshaler is the interface of types that write themselves, as one value.
//
//	func (p Point) MarshalZetes(w *codec.Writer) {
//		w.BeginArray()
//		w.Float64(p.X)
//		w.Float64(p.Y)
//		w.EndArray()
//	}
//
// encoding/json knows nothing of the method: where a value is handed to that, a MarshalJSON beside it has to say the
// same.
type Marshaler interface{ MarshalZetes(w *Writer) }

// Unmarshaler is the interface of types that read themselves from one value, which nobody has checked before. null is
// theirs to treat, as any other value; a nil pointer is made to point to a new value, or stays nil for null. The
// method is one of the pointer.
//
// encoding/json knows nothing of the method: where a value is handed to that, an UnmarshalJSON beside it has to do
// the same.
type Unmarshaler interface{ UnmarshalZetes(r *Reader) }
