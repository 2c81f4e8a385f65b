//go:build !(goexperiment.jsonv2 && go1.27)

package shape

var methodTypesV2 []methodType
