// Package memory allocates the values that decoding makes. It knows the layout of Go types, but neither JSON nor how a
// type is decoded.
//
//   - layout.go: how values of a type are allocated, copied and cleared
//   - supply.go, slab.go: blocks of one type, for elements of slices and pointees
//   - boxes.go: values in interfaces; keys.go: keys of maps
package memory
