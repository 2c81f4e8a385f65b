// Package decode compiles Go types into decoders and runs them over JSON text.
//
// A run copies the input into a padded buffer, has a kernel make two bitmaps of it (string specials; not white space),
// and walks the text once, position by position, with the bitmaps as its way to jump over strings and white space.
//
//   - call.go: a call; unmarshal.go: what happens to the target when the input is not JSON; keep.go, restore.go: what
//     it held; tiny.go: documents of a few bytes
//   - window.go: calls for a value within a reader's window; offer.go: what an Unmarshal in a method finds of the run
//     that called it
//   - compile.go, fields.go: from Go types to nodes; learn.go: names in another case; options.go, more.go:
//     what options change about types; extras.go: what is linked for those alone; problem.go: types that
//     can't be compiled
//   - modes.go: which modes of a run exclude one another
//   - state.go, text.go: the parts of a run's state; strings. Package memory has blocks for elements and pointees
//   - scan.go: white space, ends of strings, skipping values
//   - scalar.go, array.go, object.go, mapping.go, store.go, pointer.go, any.go, method.go, quoted.go: the decoders;
//     called.go: what is kept of methods under encoding/json/v2;
//     generated.go: types whose UnmarshalJSON zetes gen has written; unique.go: structs whose members must have
//     different names
//   - special.go: the table of special types, whose decoders are in files of their own: time.go, number.go, raw.go,
//     bigint.go, duration.go, netip.go, optional.go
//   - codec.go: values that codecs read
//   - validate.go, rules.go: rules and limits for whole inputs; rules about members that are absent; limit.go: how much
//     memory values may take
//   - mismatch.go: values that do not fit, which the toolchain treats; spelled.go: numbers in strings; report.go: what
//     has gone wrong, the first or all of it; path.go: the path to it; form.go: what is
//     decoded at a place, for the words of errors
//   - place.go: where the parts of a value go that comes in pieces
package decode
