//go:build goexperiment.jsonv2

package option

import "runtime"

// Toolchain is what the running toolchain's encoding/json does where releases differ.
var Toolchain = OverV2 | early(runtime.Version())
