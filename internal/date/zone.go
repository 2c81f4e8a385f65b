package date

import (
	"sync"
	"time"

	"github.com/zetes-json/zetes/internal/mem"
)

// The method Zone of a time reads the database of time zones, which is 50 KB of code. Encoder and decoder call it
// through an interface, so that the linker keeps it only in programs that use times.

// Offset returns the number of seconds that t's zone is ahead of UTC.
func Offset(t *time.Time) int {
	if t.Location() == time.UTC {
		return 0
	}
	_, offset := t.Zone()
	return offset
}

// OffsetByType returns the same as Offset. It calls Zone through an interface, so that a program without times does not
// link it. Known must have been called.
func OffsetByType(t *time.Time) int {
	if t.Location() == time.UTC {
		return 0
	}
	return byType(t)
}

func byType(t *time.Time) int {
	z := known.zone
	mem.SetData(mem.Ptr(&z), mem.Ptr(t))
	_, offset := z.Zone()
	return offset
}

// zoner is implemented by *time.Time.
type zoner interface {
	Zone() (name string, offset int)
}

// known holds the methods of *time.Time that Known has found.
var known struct {
	once sync.Once
	zone zoner
}

// Known stores the type word of *time.Time. A package that named the type would link its methods.
func Known(word mem.Ptr) { known.once.Do(func() { known.zone = mem.Interface(word, nil).(zoner) }) }
