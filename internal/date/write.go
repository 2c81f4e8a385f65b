package date

import (
	"time"
	"unsafe"
)

// Dates: Cassio Neri and Lorenz Schneider, "Euclidean affine functions and their application to calendar algorithms",
// Software: Practice and Experience, 2022. Years begin in March, eras have 400 of them.

// Room is the number of bytes that Write may write, and that must be readable where Read reads.
const Room = 40

const (
	firstSecond = -62167219200 // the first second of year 0, counted from 1970
	endSecond   = 253402300800 // the first second of year 10000
	daySeconds  = 24 * 60 * 60
	// marchDays is the number of days from March of the year -400 to 1970. No date that is written is earlier.
	marchDays = 719468 + 146097
)

// pairs holds the two digits of each number below 100.
var pairs = func() (p [100][2]byte) {
	for i := range p {
		p[i] = [2]byte{'0' + byte(i/10), '0' + byte(i%10)}
	}
	return p
}()

func putPair(p unsafe.Pointer, at int, n uint32) { *(*[2]byte)(unsafe.Add(p, at)) = pairs[n] }

// Write writes t by RFC 3339 with as many decimals as needed, without quotes, and returns the number of bytes. It
// returns 0 for times without such a form: years of more than four digits, and zones a day or more away from UTC.
//
// offset is the offset of t's zone, from Offset or OffsetByType. Room bytes at p must be writable.
func Write(p unsafe.Pointer, t *time.Time, offset int) int {
	s := t.Unix() + int64(offset)
	if s < firstSecond || s >= endSecond || offset <= -daySeconds || offset >= daySeconds {
		return 0
	}
	u := uint64(s - firstSecond)
	days, clock := uint32(u/daySeconds), uint32(u%daySeconds)
	putDate(p, days+uint32(marchDays+firstSecond/daySeconds))
	*(*byte)(unsafe.Add(p, 10)) = 'T'
	putPair(p, 11, clock/3600)
	*(*byte)(unsafe.Add(p, 13)) = ':'
	putPair(p, 14, clock/60%60)
	*(*byte)(unsafe.Add(p, 16)) = ':'
	putPair(p, 17, clock%60)
	n := 19
	if nanos := uint32(t.Nanosecond()); nanos != 0 {
		n = putNanos(p, nanos)
	}
	if offset == 0 {
		*(*byte)(unsafe.Add(p, n)) = 'Z'
		return n + 1
	}
	minutes, sign := offset/60, byte('+')
	if minutes < 0 {
		minutes, sign = -minutes, '-'
	}
	*(*byte)(unsafe.Add(p, n)) = sign
	putPair(p, n+1, uint32(minutes/60))
	*(*byte)(unsafe.Add(p, n+3)) = ':'
	putPair(p, n+4, uint32(minutes%60))
	return n + 6
}

// putDate writes a date at p. The parameter days is the number of days from 1 March of the year -400 to the date.
func putDate(p unsafe.Pointer, days uint32) {
	n1 := 4*days + 3
	century := n1 / 146097
	n2 := n1%146097 | 3
	product := uint64(n2) * 2939745
	yearOfCentury := uint32(product >> 32)
	dayOfYear := uint32(product) / 2939745 / 4
	n3 := 2141*dayOfYear + 197913
	month, day := n3>>16, (n3&0xffff)/2141
	year := 100*century + yearOfCentury - 400
	if dayOfYear >= 306 {
		year++
		month -= 12
	}
	putPair(p, 0, year/100)
	putPair(p, 2, year%100)
	*(*byte)(unsafe.Add(p, 4)) = '-'
	putPair(p, 5, month)
	*(*byte)(unsafe.Add(p, 7)) = '-'
	putPair(p, 8, day+1)
}

// putNanos writes a fraction of a second after the seconds, and returns the position after it.
func putNanos(p unsafe.Pointer, nanos uint32) int {
	*(*byte)(unsafe.Add(p, 19)) = '.'
	putPair(p, 20, nanos/1e7)
	putPair(p, 22, nanos/1e5%100)
	putPair(p, 24, nanos/1e3%100)
	putPair(p, 26, nanos/10%100)
	*(*byte)(unsafe.Add(p, 28)) = '0' + byte(nanos%10)
	n := 29
	for *(*byte)(unsafe.Add(p, n-1)) == '0' {
		n--
	}
	return n
}
