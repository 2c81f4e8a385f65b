// Package meter has switches and counters of encoder and decoder that only tests use.
//
//	meter.go          counts of bytes that are looked at
//	invariants_*.go   whether encoder and decoder check their own invariants
package meter
