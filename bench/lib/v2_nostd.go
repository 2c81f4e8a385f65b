//go:build !goexperiment.jsonv2

package lib

var stdV2 = &Lib{
	Name: "std-v2", About: "encoding/json/v2 of the running toolchain", Level: V2,
	Missing: "this binary was built without it: Go 1.27, or GOEXPERIMENT=jsonv2",
}
