//go:build !(goexperiment.jsonv2 && go1.27)

package shape // go1.26 only: this file

// StreamMethods says whether the toolchain has MarshalJSONTo and UnmarshalJSONFrom.
const StreamMethods = false

var methodTypesV2 []methodType
