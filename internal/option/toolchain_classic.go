//go:build !goexperiment.jsonv2

package option

// Toolchain is what the running toolchain's encoding/json does where releases differ.
var Toolchain = Classic
