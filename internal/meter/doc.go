// Package meter is what tests ask of the machines, and measure on them, that users can't.
//
//	meter.go          counts of bytes that are looked at
//	invariants_*.go   whether the machines check what they promise each other
package meter
