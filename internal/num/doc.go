// Package num writes and reads JSON numbers: decimal text of integers and floating-point
// values, exactly as encoding/json writes it and as strconv reads it.
//
// Writers have two forms. WriteX(p, v) is for code that keeps a cursor: p has [Room] writable bytes, all of which may
// be overwritten, and the result is the length of the text. AppendX(dst, v) is for all other code.
//
// Readers take the address of a number's first byte and return the length of the JSON number there (RFC 8259, section
// 6), or 0 if there is none. At least [Room] readable bytes follow the text, usually zeros; the first of them is not
// part of a number. A number that is cut ("-", "1.", "1e+") is not a number; "01" is the number 0, followed by another
// token.
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

// Room is the number of bytes that WriteX may write, and that a reader may read after a number.
const Room = 32

// MostDigits is the largest number of digits of a number that package math/big reads, unless the caller sets another
// limit: reading it takes time proportional to the square of the number of digits.
const MostDigits = 10_000
