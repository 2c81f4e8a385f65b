// Package num writes and reads JSON numbers, integers and floats, exactly as encoding/json and strconv do.
//
// There are two forms of writers. WriteX(p, v) is for code that keeps a position: p has [Room] writable bytes, all of
// which may be overwritten, and the result is the length of the text. AppendX(dst, v) is for all other code.
//
// Readers take the address of a number's first byte and return the length of the JSON number there (RFC 8259, section
// 6), or 0 if there is none. At least [Room] readable bytes must follow the text. They are usually zeros; the first
// of them must not be part of a number. A text that is cut ("-", "1.", "1e+") is not a number. "01" is the number 0,
// followed by another token.
//
//	itoa.go    integers to text        atoi.go    text to integers, the grammar
//	ftoa.go    floats to text          atof.go    text to floats
//	run.go     reads integers separated by commas
//	wide.go    integers of several words, to and from text
//	text.go    copies text that may be a number, and reads short integers in a slice
//	swar.go    eight digits in one register, to and from text
//	tables.go, tables_gen.go           powers of ten
package num

//go:generate go run ./gen

// Room is the number of bytes that WriteX may write, and that readers may read after a number.
const Room = 32

// MostDigits is the limit on the digits of numbers for package math/big, unless the caller sets another one: reading a
// number takes time proportional to the square of its length.
const MostDigits = 10_000
