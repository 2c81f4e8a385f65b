// Package check finds what is wrong with Go types, or would be ignored silently: what the root package's Check returns.
// It also compares what types mean to encoding/json and to encoding/json/v2.
//
//	check.go    types at run time
//	ignored.go  rules about methods and tags that have no effect, for cmd/zetes too, which reads source code
//	versions.go SameFields: structs that are the same in encoding/json and encoding/json/v2
package check
