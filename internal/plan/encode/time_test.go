package encode

import (
	"math"
	"testing"
	"time"
)

func TestTime(t *testing.T) {
	zones := []*time.Location{time.UTC, time.Local, time.FixedZone("a", 3600), time.FixedZone("b", -5*3600-1800), time.FixedZone("c", 59), time.FixedZone("d", -59),
		time.FixedZone("e", 23*3600+59*60+59), time.FixedZone("f", 24*3600), time.FixedZone("g", -24*3600), time.FixedZone("h", -24*3600+1), time.FixedZone("i", 100*3600), time.FixedZone("z", 0)}
	if l, err := time.LoadLocation("America/St_Johns"); err == nil {
		zones = append(zones, l)
	}
	secs := []int64{0, 1, -1, -62167219200, -62167219201, -62167215600, 253402300799, 253402300800, 253402214400, 951782400, 951868800, 4107456000, math.MaxInt64 / 2, math.MinInt64 / 2}
	for i := int64(0); i < 400; i++ {
		secs = append(secs, -62167219200+i*789012345+i, 1700000000+i*86399)
	}
	for i, s := range secs {
		for j, z := range zones {
			tm := time.Unix(s, []int64{0, 1, 999999999, 100000000, 120, 123456000}[(i+j)%6]).In(z)
			if i > 20 && i%40 != 0 {
				continue // the package that writes them looks at more
			}
			agree(t, tm.String(), tm)
			agree(t, tm.String(), struct{ T *time.Time }{&tm})
		}
	}
	agree(t, "zero", time.Time{})
	agree(t, "duration", []any{time.Second, struct{ D time.Duration }{1}})
}
