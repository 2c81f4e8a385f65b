// Package window holds the part of an input that is in memory, with its bitmaps, and gets more of the input there.
package window
