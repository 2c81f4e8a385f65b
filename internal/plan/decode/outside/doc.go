// Package outside tests package decode through the functions that it exports, and through the packages above it.
//
// The tests are not in decode's own folder, because a test there that imports package json makes the go command compile
// json, the root package and all packages between them a second time, over the decode that has its tests in it. Here
// they are compiled once, for these tests and for all others.
package outside
