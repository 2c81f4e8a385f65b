//go:build !goexperiment.jsonv2

package option // go1.26 only: this file

// Toolchain is what the running toolchain's encoding/json does where releases differ.
var Toolchain = Classic
