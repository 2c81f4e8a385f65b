//go:build !goexperiment.jsonv2

package option // go1.26 only: this file

// Toolchain has the choices of the running toolchain's encoding/json, among those in which releases differ.
var Toolchain = Classic
