// Package cases is the table of meaning: Go values to marshal and texts to unmarshal, each odd in its own way.
//
// A row holds no expected result. The encoding/json of the running toolchain gives the right one; package conform runs
// every row through every door and compares. The files are split by subject, and add their rows in init. The helpers
// repeat each row in other places (inside a slice, a map, a struct, a pointer), because engines take their short cuts
// there.
package cases
