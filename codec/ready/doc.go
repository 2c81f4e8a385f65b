// Package ready has codecs for types of the standard library and for kinds of types, in forms that other programs
// expect: times as numbers or in several layouts, durations as numbers, bytes as digits, wrappers that may be null,
// structs as arrays.
//
//	api := zetes.Config{Codecs: []codec.Codec{
//		ready.UnixTime(time.Millisecond),
//		ready.Hex[[]byte](),
//	}}.Freeze()
//
// Each codec may be passed to [codec.ForField] for a single field. Unless a codec says otherwise, null leaves a value
// unchanged, as in encoding/json. Codecs for database/sql are in package sqlnull.
package ready

// Files:
//
//	time.go   UnixTime, Layouts, Duration
//	bytes.go  Hex, Base64, Numbers
//	wrap.go   Text, Nullable, ForImplementers, Hooks
//	array.go  StructAsArray, StructsAsArrays
//	named.go  Named: the codecs that struct tags name
