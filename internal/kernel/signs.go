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
	within := uint64(0)
	for at := range n>>6 + 1 {
		var s Signs
		for i := range min(64, n-at<<6) {
			bit := uint64(1) << i
			c := *(*byte)(unsafe.Add(src, at<<6+i))
			for _, word := range []struct {
				to  *uint64
				has bool
			}{
				{&s.Quote, c == '"'}, {&s.Open, c == '{' || c == '['}, {&s.Close, c == '}' || c == ']'}, {&s.Brace, c&' ' != 0},
				{&s.Colon, c == ':'}, {&s.Comma, c == ','}, {&s.Digit, c-'0' <= 9}, {&s.Zero, c == '0'}, {&s.Minus, c == '-'},
				{&s.Point, c == '.'}, {&s.Letter, c-'a' <= 'z'-'a'},
			} {
				if word.has {
					*word.to |= bit
				}
			}
		}
		// Each quote turns all bits from it on.
		for rest := s.Quote; rest != 0; rest &= rest - 1 {
			within ^= -(rest & -rest)
		}
		s.Strings = within
		within = uint64(int64(within) >> 63)
		*(*Signs)(unsafe.Add(unsafe.Pointer(signs), uintptr(at)*unsafe.Sizeof(s))) = s
	}
	return loadHTMLGeneric(dst, src, n, out)
}
