// Package window holds the part of an input that is in memory, with its bitmaps, and reads more of the input.
package window
