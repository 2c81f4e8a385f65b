package decode

import (
	"encoding"
	"reflect"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// decodeMethod decodes by the UnmarshalJSON method of the value's address. The method sees the caller's own bytes.
func decodeMethod(s *state, t *typ, p int, dst unsafe.Pointer) int {
	e := s.skip(p)
	if e < 0 {
		return -1
	}
	u := reflect.NewAt(t.rtype, dst).Interface().(shape.Unmarshaler)
	if err := u.UnmarshalJSON(s.data[p:e:e]); err != nil {
		return s.method(p, e, err)
	}
	return e
}

// decodeText decodes a string by the UnmarshalText method of the value's address.
func decodeText(s *state, t *typ, p int, dst unsafe.Pointer) int {
	if s.at(p) != '"' {
		return s.foreign(t, p, dst)
	}
	e := s.skipString(p)
	if e < 0 {
		return -1
	}
	u := reflect.NewAt(t.rtype, dst).Interface().(encoding.TextUnmarshaler)
	if err := u.UnmarshalText(s.contents(p, e)); err != nil {
		return s.method(p, e, err)
	}
	return e
}

// decodeRaw decodes into a json.RawMessage: the bytes as they are, into the memory it has if that is enough.
func decodeRaw(s *state, t *typ, p int, dst unsafe.Pointer) int {
	e := s.skip(p)
	if e < 0 {
		return -1
	}
	b := (*[]byte)(dst)
	*b = append((*b)[:0], s.data[p:e]...)
	return e
}

// decodeTime decodes into a time.Time: the plain forms in UTC here, all others by the type's own method.
func decodeTime(s *state, t *typ, p int, dst unsafe.Pointer) int {
	if s.at(p) == '"' {
		if v, e := s.utc(p + 1); e > 0 {
			*(*time.Time)(dst) = v
			return e
		}
	}
	if !toolchain.TimeByMethod {
		return s.foreign(t, p, dst)
	}
	return decodeMethod(s, t, p, dst)
}

// utc reads 2006-01-02T15:04:05.999999999Z with its closing quote at p; e is 0 when something else stands there.
func (s *state) utc(p int) (v time.Time, e int) {
	two := func(i int) int {
		a, b := uint(s.at(p+i)-'0'), uint(s.at(p+i+1)-'0')
		if a > 9 || b > 9 {
			return -1 << 20
		}
		return int(a*10 + b)
	}
	if s.at(p+4) != '-' || s.at(p+7) != '-' || s.at(p+10) != 'T' || s.at(p+13) != ':' || s.at(p+16) != ':' {
		return v, 0
	}
	century, year := two(0), two(2)
	month, day, hour, minute, second := two(5), two(8), two(11), two(14), two(17)
	if century|year|month|day|hour|minute|second < 0 {
		return v, 0
	}
	year += 100 * century
	if month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59 {
		return v, 0
	}
	if day > 28 && day > daysIn(month, year) {
		return v, 0
	}
	i, nanos := 19, 0
	if s.at(p+i) == '.' {
		i++
		scale := 1_000_000_000
		for ; s.at(p+i)-'0' <= 9; i++ {
			if scale == 1 {
				return v, 0
			}
			scale /= 10
			nanos += scale * int(s.at(p+i)-'0')
		}
		if i == 20 {
			return v, 0
		}
	}
	if s.at(p+i) != 'Z' || s.at(p+i+1) != '"' {
		return v, 0
	}
	sec := daysSinceEpoch(year, month, day)*86400 + int64(hour*3600+minute*60+second)
	return time.Unix(sec, int64(nanos)).UTC(), p + i + 2
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

// daysSinceEpoch counts the days from 1970-01-01 in the proleptic Gregorian calendar. The year begins in March, so that
// the leap day is its last: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
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
