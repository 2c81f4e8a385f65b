package codec

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestTimeBeyond writes times that RFC 3339 has no form for, and those next to them.
func TestTimeBeyond(t *testing.T) {
	for _, c := range []struct {
		at   time.Time
		want string // text, or words of the error
		ok   bool
	}{
		{time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC), `"9999-12-31T23:59:59.999999999Z"`, true},
		{time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), "year outside of range", false},
		{time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC), "year outside of range", false},
		{time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), `"0000-01-01T00:00:00Z"`, true},
		{time.Date(2020, 1, 1, 0, 0, 0, 0, time.FixedZone("", 24*60*60)), "timezone hour outside of range", false},
	} {
		var w Writer
		w.Time(c.at, "")
		b, err := w.Bytes(), w.Err()
		if c.ok && (err != nil || string(b) != c.want) {
			t.Errorf("Time(%v) = %s, %v", c.at, b, err)
		}
		if !c.ok && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("Time(%v): error %v, want %q", c.at, err, c.want)
		}
		w.ResetBytes(nil)
		w.Time(c.at, time.DateOnly)
		if w.Err() != nil {
			t.Errorf("Time(%v, DateOnly): %v", c.at, w.Err())
		}
	}
}

// TestUnixTimeEnds: what can be read as a time can be written again, up to the ends of 64 bits; what is beyond is
// an error.
func TestUnixTimeEnds(t *testing.T) {
	for _, unit := range []time.Duration{1, time.Microsecond, time.Millisecond, time.Second / 2, time.Second} {
		for _, n := range []int64{math.MinInt64, math.MinInt64 + 999_999_999, math.MinInt64 + 1e9, -1e9 - 1, -1, 0, 1, math.MaxInt64 - 1e9, math.MaxInt64} {
			if unit == time.Second && (n < -1e18 || n > 1e18) {
				continue // is beyond package time: TestUnixTimeBeyond
			}
			text := strconv.FormatInt(n, 10)
			at := NewBytesReader([]byte(text)).UnixTime(unit)
			w := NewBytesWriter(nil)
			if w.UnixTime(at, unit); string(w.Bytes()) != text {
				t.Errorf("%s in units of %v is written as %s, %v", text, unit, w.Bytes(), w.Err())
			}
			if end := n == math.MinInt64 || n == math.MaxInt64; end && unit < time.Second {
				w.ResetBytes(nil)
				at = at.Add(unit * time.Duration(n>>63|1))
				if w.UnixTime(at, unit); w.Err() == nil {
					t.Errorf("%v is written as %s in units of %v", at, w.Bytes(), unit)
				}
			}
		}
	}
}

// TestUnixTimeBeyond: no number of seconds becomes a time in another era. Those that package time has are read, in
// their order, and written again; all others are errors, with their place.
func TestUnixTimeBeyond(t *testing.T) {
	most := int64(math.MaxInt64 - 62135596800)
	// The least is the first that has a year of its own: below it package time names one that is far in the future.
	least := int64(-9223372028741760000) // -292277022400-03-01
	if before := time.Unix(least-1, 0).UTC(); strconv.IntSize == 64 && (before.Year() < 1970 || time.Unix(least, 0).UTC().Year() > 1970) {
		t.Errorf("package time counts from elsewhere: %v comes before %v", before, time.Unix(least, 0).UTC())
	}
	last := time.Unix(least, 0)
	for _, n := range []int64{math.MinInt64, math.MinInt64 + 1, least - 1, least, least + 1, -1<<62 - 1, -1 << 62, -1e18, -1, 0, 1, 1e18, 1 << 62, 1<<62 + 1, most - 1, most, most + 1, math.MaxInt64 - 1, math.MaxInt64} {
		text := strconv.FormatInt(n, 10)
		r := NewBytesReader([]byte(" " + text))
		at := r.UnixTime(time.Second)
		var w Writer
		w.UnixTime(time.Unix(n, 0), time.Second)
		if n < least || n > most {
			var e *Error
			if !errors.As(r.Err(), &e) || e.Code != OutOfRange || e.Offset != 1 || !strings.Contains(e.Error(), text+" for a time") {
				t.Errorf("%s is read as %v, %v", text, at, r.Err())
			}
			if w.Err() == nil {
				t.Errorf("the time of %s is written as %s", text, w.Bytes())
			}
			continue
		}
		if r.Err() != nil || at.Before(last) {
			t.Errorf("%s is read as %v, %v", text, at, r.Err())
		} else {
			last = at
		}
		if string(w.Bytes()) != text {
			t.Errorf("%s is written as %s, %v", text, w.Bytes(), w.Err())
		}
	}
	if last.Unix() != most {
		t.Errorf("the last time is %v", last)
	}
}
