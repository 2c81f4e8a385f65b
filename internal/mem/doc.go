// Package mem is the home of unsafe memory access: loads, stores, views and frozen strings.
//
// Every function states the promise its caller makes. Packages above use these names and,
// the machines of plan aside, do not import unsafe.
package mem
