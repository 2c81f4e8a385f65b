// Package meter has switches and counters of encoder and decoder that only tests use.
//
//	meter.go          counts the bytes that encoder and decoder read
//	invariants_*.go   whether encoder and decoder check their own invariants
package meter
