// Package outside tests package decode through the functions that it exports, and through the packages above it.
//
// The tests are not in decode's own folder. If a test there imported package json, the go command would compile json,
// the root package and all packages between them a second time, against the variant of decode that contains its tests.
// Here the usual build of these packages is used.
package outside
