// Package option has one bit for each choice that the JSON standard leaves to an implementation in Go.
//
//	option.go   the choices of users
//	limits.go   the limits of users
//	release.go  the choices in which releases of encoding/json differ; toolchain_*.go says which the running one has
package option
