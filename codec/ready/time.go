package ready

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zetes-json/zetes/codec"
)

// UnixTime writes a time as the number of units since the start of 1970, in UTC. The unit is time.Second,
// time.Millisecond and so on. A time between two units is rounded down. Numbers with a fraction are refused.
//
// It panics if unit does not divide a second.
func UnixTime(unit time.Duration) codec.Codec {
	if unit <= 0 || time.Second%unit != 0 {
		panic(fmt.Sprintf("ready: %v does not divide a second", unit))
	}
	return times(unit, nil, true)
}

// Layouts writes a time as a string in the first of the layouts, in the syntax of [time.Layout]. A string is read by
// the first layout that fits it. If none fits, the error is the error of the first layout.
//
// It panics without a layout.
func Layouts(layouts ...string) codec.Codec {
	if len(layouts) == 0 {
		panic("ready: no layout")
	}
	return times(0, slices.Clone(layouts), false)
}

// times writes a time as a number of units if number is true, otherwise as a string in the first layout. It reads a
// number if unit is not 0, and a string if there are layouts.
func times(unit time.Duration, layouts []string, number bool) codec.Codec {
	return codec.For(
		func(w *codec.Writer, t *time.Time) {
			if number {
				w.UnixTime(*t, unit)
			} else {
				w.Time(*t, layouts[0])
			}
		},
		func(r *codec.Reader, t *time.Time) {
			var got time.Time
			switch {
			case r.Null():
				return
			case len(layouts) == 0 || unit != 0 && r.Peek() == codec.Number:
				got = r.UnixTime(unit)
			default:
				got = firstOf(r, layouts, r.String(), time.Parse)
			}
			if r.Err() == nil {
				*t = got
			}
		},
	)
}

// firstOf returns the result of parse for the first of the forms in which it succeeds for text. If there is none, r
// fails with the error of the first form.
func firstOf[F, T, V any](r *codec.Reader, forms []F, text T, parse func(form F, text T) (V, error)) (v V) {
	if r.Err() != nil {
		return v
	}
	var first error
	for _, form := range forms {
		got, err := parse(form, text)
		if err == nil {
			return got
		}
		first = cmp.Or(first, err)
	}
	r.Fail(first)
	return v
}

// Duration writes a duration as a number of units, such as 1.5 for time.Second: an integer if possible, else the
// nearest float64. A number that is read is rounded to a float64 and to nanoseconds; one that is then too large for a
// duration is refused.
//
// It panics if unit is not positive.
func Duration(unit time.Duration) codec.Codec {
	if unit <= 0 {
		panic(fmt.Sprintf("ready: a unit of %v", unit))
	}
	return codec.For(
		func(w *codec.Writer, d *time.Duration) {
			if *d%unit == 0 {
				w.Int(int64(*d / unit))
			} else {
				w.Float64(float64(*d) / float64(unit))
			}
		},
		func(r *codec.Reader, d *time.Duration) {
			if r.Null() {
				return
			}
			text := r.Number() // "" after an error, which stays the error of r
			if got, ok := units(text, unit); ok {
				*d = got
			} else {
				r.Fail(fmt.Errorf("%s times %v is no duration", text, unit))
			}
		},
	)
}

// units returns the duration that is text times unit. text is a JSON number. ok is false if the duration is out of
// range.
func units(text string, unit time.Duration) (time.Duration, bool) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		d := time.Duration(n) * unit
		return d, d/unit == time.Duration(n)
	}
	if !strings.ContainsAny(text, ".eE") {
		return 0, false // an integer of more than 64 bits
	}
	f, err := strconv.ParseFloat(text, 64)
	if f = math.Round(f * float64(unit)); f == 1<<63 {
		return math.MaxInt64, err == nil // as a float64 the longest duration is rounded up to 1<<63
	}
	return time.Duration(f), err == nil && f >= -1<<63 && f < 1<<63
}
