//go:build goexperiment.jsonv2

package option

import "runtime"

// Toolchain has the choices of the running toolchain's encoding/json, among those in which releases differ.
var Toolchain = OverV2 | early(runtime.Version())
