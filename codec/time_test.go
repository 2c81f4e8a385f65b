package codec

import (
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
