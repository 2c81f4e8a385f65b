//go:build !race

package httpjson

const race = false
