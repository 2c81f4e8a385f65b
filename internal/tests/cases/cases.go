package cases

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/zetes-json/zetes/internal/tests/doors"
)

// Case is a row. It has a Value to marshal, or a Target and a Text to unmarshal.
//
//zetes:skip
type Case struct {
	Name  string // subject, what is odd, and where it is written
	Where string // file:line of the row

	Value func() any // makes the value to marshal

	Target func() any // makes what is passed to Unmarshal, the same each time
	Text   string     // the input

	Static *doors.Static // the generic functions for the type of the value, or of what Target points to; or nil

	Not map[string]string // name of a door that the row must not go through, "*" for all: the reason
}

var table []*Case

// All returns every row.
func All() []*Case { return table }

// add appends a row, and says where it was written.
func add(c *Case) *Case {
	for skip := 2; ; skip++ {
		_, file, line, _ := runtime.Caller(skip)
		if base := filepath.Base(file); base != "cases.go" && base != "wrap.go" {
			c.Where = fmt.Sprintf("%s:%d", base, line)
			c.Name = strings.TrimSuffix(base, ".go") + "/" + c.Name
			table = append(table, c)
			return c
		}
	}
}

// not keeps the rows added since the table had n rows from a door.
func not(n int, door, reason string) {
	for _, c := range table[n:] {
		if c.Not == nil {
			c.Not = map[string]string{}
		}
		c.Not[door] = reason
	}
}

var journal struct {
	sync.Mutex
	lines []string
}

// Note writes down that a method of a row's type was called, and with what.
func Note(format string, args ...any) {
	journal.Lock()
	defer journal.Unlock()
	if len(journal.lines) < 1000 {
		journal.lines = append(journal.lines, fmt.Sprintf(format, args...))
	}
}

// Notes returns what was written down since the last call.
func Notes() string {
	journal.Lock()
	defer journal.Unlock()
	s := strings.Join(journal.lines, "\n")
	journal.lines = nil
	return s
}
