package date

import (
	"sync"
	"time"

	"github.com/zetes-json/zetes/internal/mem"
)

// The offset of a time from UTC is what its method Zone says, which reads the database of time zones: 50 KB of code.
// The machines call it by way of an interface, for the linker keeps it then only in programs that have times.

// Offset returns how many seconds t's zone is ahead of UTC.
func Offset(t *time.Time) int {
	if t.Location() == time.UTC {
		return 0
	}
	_, offset := t.Zone()
	return offset
}

// OffsetByType is Offset for programs that may have no times. Known was called before.
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

// known has an interface that holds a *time.Time.
var known struct {
	once sync.Once
	zone zoner
}

// Known tells the type word of *time.Time, which nobody here can ask for without having the type's methods linked.
func Known(word mem.Ptr) { known.once.Do(func() { known.zone = mem.Interface(word, nil).(zoner) }) }
