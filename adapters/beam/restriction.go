package beamjson

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
)

// A part is the part of a file that one call reads: the lines that start in the bytes from Start up to End, or a whole
// file of End bytes.
type part struct {
	Start, End int64
	Whole      bool
}

// split divides a part into parts of n bytes. The last one may have half of that more.
func (p part) split(n int64) (parts []part) {
	for !p.Whole && p.End-p.Start > n+n/2 {
		parts = append(parts, part{Start: p.Start, End: p.Start + n})
		p.Start += n
	}
	return append(parts, p)
}

// A tracker says how much of a part is done, in bytes of the file. A whole file is never divided.
type tracker struct {
	*offsetrange.Tracker
	whole bool
}

func newTracker(p part) *sdf.LockRTracker {
	return sdf.NewLockRTracker(&tracker{offsetrange.NewTracker(offsetrange.Restriction{Start: p.Start, End: p.End}), p.Whole})
}

func (t *tracker) part(r any) any {
	o, ok := r.(offsetrange.Restriction)
	if !ok {
		return nil
	}
	return part{o.Start, o.End, t.whole}
}

// GetRestriction returns the part, without what TrySplit has taken away.
func (t *tracker) GetRestriction() any { return t.part(t.Tracker.GetRestriction()) }

// TrySplit takes away the end of the part, if it may be divided.
func (t *tracker) TrySplit(fraction float64) (primary, residual any, err error) {
	if t.whole {
		return t.GetRestriction(), nil, nil
	}
	primary, residual, err = t.Tracker.TrySplit(fraction)
	return t.part(primary), t.part(residual), err
}
