package kernel

import "unsafe"

// Signs are the bytes of a block that JSON makes something of: a bit of each word for each byte. Of {"a":[1,true]}
// the words begin so:
//
//	           { " a " : [ 1 , t r u e ] }
//	Quote      0 1 0 1 0 0 0 0 0 0 0 0 0 0
//	Strings    0 1 1 0 0 0 0 0 0 0 0 0 0 0
//	Letter     0 0 1 0 0 0 0 0 1 1 1 1 0 0
type Signs struct {
	Quote   uint64
	Strings uint64 // from each odd quote on, in front of the next: strings, where no quote is escaped
	Open    uint64 // { and [, in strings too, as all that follow
	Close   uint64 // } and ]
	Brace   uint64 // of these { and }; of other bytes any
	Colon   uint64
	Comma   uint64
	Digit   uint64
	Zero    uint64
	Minus   uint64
	Point   uint64
	Letter  uint64 // small ones of ASCII
}

// loadSignsGeneric is the specification of LoadSigns.
func loadSignsGeneric(dst, src unsafe.Pointer, n int, out unsafe.Pointer, signs *Signs) (html bool) {
	*signs = Signs{}
	for i := range n {
		bit := uint64(1) << i
		c := *(*byte)(unsafe.Add(src, i))
		for _, word := range []struct {
			to  *uint64
			has bool
		}{
			{&signs.Quote, c == '"'}, {&signs.Open, c == '{' || c == '['}, {&signs.Close, c == '}' || c == ']'}, {&signs.Brace, c&' ' != 0},
			{&signs.Colon, c == ':'}, {&signs.Comma, c == ','}, {&signs.Digit, c-'0' <= 9}, {&signs.Zero, c == '0'}, {&signs.Minus, c == '-'},
			{&signs.Point, c == '.'}, {&signs.Letter, c-'a' <= 'z'-'a'},
		} {
			if word.has {
				*word.to |= bit
			}
		}
	}
	// Each quote turns all bits from it on.
	for rest := signs.Quote; rest != 0; rest &= rest - 1 {
		signs.Strings ^= -(rest & -rest)
	}
	return loadHTMLGeneric(dst, src, n, out)
}
