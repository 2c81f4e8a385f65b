// Package num writes and reads JSON numbers: decimal text of integers and floating-point
// values, exactly as encoding/json writes it and as strconv reads it.
//
// Writers are of two forms. WriteX(p, v) is for machines that keep a cursor: p has [Room]
// writable bytes, all of which may be overwritten, and the count that matters is returned.
// AppendX(dst, v) is for everybody else.
//
// Readers take the address of a number's first byte and return the length of the JSON number
// there (RFC 8259, section 6), 0 when there is none. The text is followed by at least [Room]
// readable bytes, the first of which is no part of a number; zeros, as a rule. A number that
// breaks off ("-", "1.", "1e+") is none; "01" is the number 0, followed by something else.
//
//	itoa.go    integers to text        atoi.go    text to integers, the grammar
//	ftoa.go    floats to text          atof.go    text to floats
//	run.go     integers with commas between, from text
//	wide.go    integers of several words, both ways
//	octets.go  bytes with dots between, both ways, and with commas
//	hextets.go IPv6 addresses, both ways
//	text.go    numbers in a slice
//	plain.go   text that is copied, and may be a number
//	swar.go    eight digits in one register, both ways
//	tables.go, tables_gen.go           powers of ten
package num

//go:generate go run ./gen

// Room is how many bytes WriteX may write, and how many bytes after a number a reader may read.
const Room = 32

// MostDigits is how many digits a number may have that package math/big reads, unless somebody has asked for more:
// it takes time in proportion to the square of their number.
const MostDigits = 10_000
