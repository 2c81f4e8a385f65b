// Package toolchain asks the running toolchain's encoding/json: for the words of an error, and for the treatment of
// values too odd for the machines. It is only ever on cold paths.
package toolchain
