// Package option names every choice that JSON leaves to Go as one bit.
//
//	option.go   the choices of users
//	limits.go   the limits of users
//	release.go  the choices in which releases of encoding/json differ; toolchain_*.go says which the running one has
package option
