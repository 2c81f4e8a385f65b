//go:build !race

package zetes_test

const raceEnabled = false
