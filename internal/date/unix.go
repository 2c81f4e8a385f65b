package date

import "math"

// epoch is the number of seconds from the start of year 1, where package time starts to count, to the start of 1970.
const epoch = 62135596800

// least is the first time that package time has a year for: the start of March of -292277022400, in seconds since the
// start of 1970. TestUnixTimeBeyond of package codec compares it with package time.
const least = -9223372028741760000

// HasUnix reports whether package time can express the time that is the given number of seconds after the start of
// 1970. Beyond its range package time wraps around: one second too many is in the year -292277022399, one too few in
// the year 292277026596.
func HasUnix(seconds int64) bool { return least <= seconds && seconds <= math.MaxInt64-epoch }
