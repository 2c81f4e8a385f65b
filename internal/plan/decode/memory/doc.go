// Package memory makes the values of decodings. It knows the layout of Go types, and neither JSON nor how a type is
// decoded.
//
//   - layout.go: how values of a type are allocated, copied and cleared
//   - supply.go, slab.go: elements of slices and pointees, from blocks of one type
//   - boxes.go: values in interfaces; keys.go: keys of maps
package memory
