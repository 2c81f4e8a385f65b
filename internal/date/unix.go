package date

import (
	"math"
	"time"
)

// epoch is the number of seconds from package time's own start to that of 1970.
const epoch = 62135596800

// HasUnix reports whether package time can express the time that is so many seconds after the start of 1970. Beyond its
// range package time wraps around: one second too many is in the year -292277022399, one too few in the year
// 292277026596.
func HasUnix(seconds int64) bool {
	const sure = 1 << 62
	if -sure <= seconds && seconds <= sure {
		return true
	}
	return seconds <= math.MaxInt64-epoch && (seconds < 0) == (time.Unix(seconds, 0).UTC().Year() < 1970)
}
