// Package check finds what is wrong with Go types, or would be ignored silently: what the root package's Check returns.
//
//	check.go    types at run time
//	ignored.go  rules about methods and tags that have no effect, for cmd/zetes too, which reads source code
package check
