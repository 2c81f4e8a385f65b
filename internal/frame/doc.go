// Package frame finds the values of a stream one by one: consecutive values, lines, or the elements of an array, of any
// length, in memory that is bounded by the largest value.
package frame
