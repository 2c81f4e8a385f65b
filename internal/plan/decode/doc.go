// Package decode compiles Go types into decoders, and decodes JSON text by them.
//
// The input is first copied into a padded buffer. A kernel makes two bitmaps of it: the special characters in strings,
// and all that is not white space. A decoder then walks over the text once, and uses the bitmaps to jump over strings
// and white space. Functions that read at a position p return the position after that, or -1 after a fault.
//
//   - call.go: requests to decode; unmarshal.go: how decoding begins and ends; keep.go, restore.go: old values of the
//     target, which come back when the input is not JSON; tiny.go: documents of a few bytes
//   - window.go: values in a reader's window; offer.go: lends the input to an Unmarshal in a method
//   - compile.go, fields.go: from Go types to nodes; learn.go: names in another case; options.go: decoders for options
//     and tag options; extras.go: functions that only some programs link; problem.go: types that can't be compiled
//   - state.go, text.go: the parts of a state; strings, and skipping values
//   - scalar.go, array.go, object.go, mapping.go, store.go, pointer.go, any.go, method.go, quoted.go: the decoders;
//     called.go: the record of method calls under encoding/json/v2; generated.go: types whose UnmarshalJSON zetes gen
//     has written; unique.go: structs whose members must have different names; rest.go: members without a field
//   - special.go: the table of special types; their decoders: time.go, raw.go, bigint.go, netip.go, optional.go
//   - codec.go: values that codecs read
//   - validate.go, attempt.go: rules and limits for whole inputs, checked first or while decoding; rules.go: rules for
//     absent members; limit.go: how much memory values may take
//   - mismatch.go: values that do not fit; spelled.go: numbers in strings; report.go: the faults of a decoding;
//     path.go: the path to a fault; form.go: how the value at a path is decoded, for error texts
//   - place.go: values whose text arrives in pieces
package decode
