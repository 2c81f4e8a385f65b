package date

import (
	"math/bits"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
)

// The text YYYY-MM-DDTHH:MM:SS… is loaded as three words of 8 bytes, YYYY-MM-, DDTHH:MM and :SS…, and all bytes of a
// word are checked at once against a pattern.

// pattern says what up to 8 bytes of a time's text must be: which bytes are digits, and which character each other byte
// is. The bytes are loaded as one number, with the first byte lowest, and so are the fields.
type pattern struct {
	text  uint64 // the character 0 for each digit, and the other characters themselves
	over  uint64 // 6 for each digit: added to a value above 9, it carries into the upper half of the byte
	wrong uint64 // the bits that must be 0 in the bytes, after an exclusive or with text, and after adding over to that
}

func patternOf(text string) (p pattern) {
	for i := len(text) - 1; i >= 0; i-- {
		c := text[i]
		p.text = p.text<<8 | uint64(c)
		if c == '0' {
			p.over, p.wrong = p.over<<8|6, p.wrong<<8|0xf0
		} else {
			p.over, p.wrong = p.over<<8, p.wrong<<8|0xff
		}
	}
	return p
}

var (
	yearMonth = patternOf("0000-00-")
	dayClock  = patternOf("00T00:00")
	seconds   = patternOf(":00")
	zone      = patternOf("00:00")
)

// pairs reads the numbers in x, which has bytes of a time's text. In n the byte of each digit has the number that this
// digit and the next one form: for 2006 the lowest byte of n is 20, and the third is 6. ok reports whether x fits the
// pattern; if it does not, n has no meaning.
func (p *pattern) pairs(x uint64) (n uint64, ok bool) {
	x ^= p.text
	return x*10 + x>>8, (x|(x+p.over))&p.wrong == 0
}

// UTC is the offset that Read returns for a text with Z. It is larger than any offset in a text.
const UTC = 1 << 30

// In moves t, a result of Read in the local zone, to a zone with the given offset from UTC. here is the offset of the
// local zone at t, from Offset or OffsetByType: if the two are equal, t stays in the local zone.
func In(t *time.Time, offset, here int) {
	if offset != here {
		*t = t.In(time.FixedZone("", offset))
	}
}

// Read reads a time by RFC 3339 with up to nine decimals, 2006-01-02T15:04:05.999999999Z or with an offset in place of
// Z. n is the length of its text, or 0 if the text is not a time of this form. For Z, t is in UTC, and offset is the
// constant UTC; otherwise t is in the local zone, offset is in seconds, and the caller moves t by In to have the same
// result as time.Time's UnmarshalJSON. The caller must handle other texts of UnmarshalJSON, and text after the time.
//
// Room bytes at p must be readable, and the byte after a time must not be a digit.
func Read(p unsafe.Pointer) (t time.Time, offset, n int) {
	ym, ok1 := yearMonth.pairs(mem.Load64(p, 0))
	dc, ok2 := dayClock.pairs(mem.Load64(p, 8))
	last := mem.Load64(p, 16)
	sc, ok3 := seconds.pairs(last & 0xffffff)
	if !ok1 || !ok2 || !ok3 {
		return t, 0, 0
	}
	year, month := int(ym&0xff)*100+int(ym>>16&0xff), int(ym>>40&0xff)
	day, hour, minute, second := int(dc&0xff), int(dc>>24&0xff), int(dc>>48&0xff), int(sc>>8&0xff)
	if month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59 || day > 28 && day > daysIn(month, year) {
		return t, 0, 0
	}
	n = 19
	nanos := 0
	if byte(last>>24) == '.' {
		if nanos, n = fraction(p); n == 0 {
			return t, 0, 0
		}
	}
	unix := daysSinceEpoch(year, month, day)*daySeconds + int64(hour*3600+minute*60+second)
	switch c := mem.Load8(p, n); c {
	case 'Z':
		return time.Unix(unix, int64(nanos)).UTC(), UTC, n + 1
	case '+', '-':
		x, ok := zone.pairs(mem.Load64(p, n+1) & (1<<40 - 1))
		hours, minutes := int(x&0xff), int(x>>24&0xff)
		if !ok || hours > 23 || minutes > 59 {
			return t, 0, 0
		}
		offset = hours*3600 + minutes*60
		if c == '-' {
			offset = -offset
		}
		return time.Unix(unix-int64(offset), int64(nanos)), offset, n + 6
	}
	return t, 0, 0
}

// scales holds for each number of decimals the factor that turns them into nanoseconds.
var scales = [9]int{0, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 10}

// fraction reads one to nine decimals after the point at p+19. n is the position after them, or 0 for any other number.
func fraction(p unsafe.Pointer) (nanos, n int) {
	const zeros, tens = 0x3030303030303030, 0x0606060606060606
	x := mem.Load64(p, 20) ^ zeros
	k := 8
	if odd := (x | (x + tens)) & 0xf0f0f0f0f0f0f0f0; odd != 0 {
		// A byte that is not a digit only carries to bytes above it: the lowest set bit is of the first.
		if k = bits.TrailingZeros64(odd) >> 3; k == 0 {
			return 0, 0
		}
		x <<= 64 - 8*k
	}
	x = (x*10 + x>>8) & 0x00ff00ff00ff00ff
	x = (x*100 + x>>16) & 0x0000ffff0000ffff
	nanos = int(uint32(x*10000+x>>32)) * scales[k]
	if k < 8 {
		return nanos, 20 + k
	}
	if d := mem.Load8(p, 28) - '0'; d <= 9 {
		if mem.Load8(p, 29)-'0' <= 9 {
			return 0, 0
		}
		return nanos + int(d), 29
	}
	return nanos, 28
}

func daysIn(month, year int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// daysSinceEpoch counts the days from 1970-01-01 in the proleptic Gregorian calendar. Years begin in March, so the leap
// day is their last day: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
func daysSinceEpoch(year, month, day int) int64 {
	if month <= 2 {
		year--
		month += 12
	}
	era := year / 400
	if year < 0 {
		era = -1
	}
	yearOfEra := year - era*400
	dayOfYear := (153*(month-3)+2)/5 + day - 1
	return int64(era*146097+yearOfEra*365+yearOfEra/4-yearOfEra/100+dayOfYear) - 719468
}
