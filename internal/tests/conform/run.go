package conform

import (
	"bytes"
	"fmt"

	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/tests/cases"
	"github.com/zetes-json/zetes/internal/tests/doors"
)

// Broken documents stand in rows here, and the machine is to see each of them.
func init() { meter.Forget = true }

// outcome is everything that one call shows.
type outcome struct {
	out   []byte // Marshal's
	value any    // Unmarshal's target
	trace string // what else the door shows
	notes string // calls of the row's methods
	err   error
	panic string
}

// Marshal returns how the door of got differs from that of want for the row, or "".
func Marshal(c *cases.Case, d *doors.Door, got, want *doors.API) string {
	run := func(a *doors.API) (o outcome) {
		defer o.close()
		o.out, o.err = d.Marshal(a, c.Static, c.Value())
		return o
	}
	return diff(run(got), run(want))
}

// Unmarshal returns how the door of got differs from that of want for the row, or "".
func Unmarshal(c *cases.Case, d *doors.Door, got, want *doors.API) string {
	run := func(a *doors.API) (o outcome) {
		// The caller's bytes are the caller's: what is decoded must survive that they change.
		data := []byte(c.Text)
		defer o.close()
		o.value = c.Target()
		o.trace, o.err = d.Unmarshal(a, c.Static, data, o.value)
		if string(data) != c.Text {
			o.trace += " and the input was written to"
		}
		copy(data, bytes.Repeat([]byte{'#'}, len(data)))
		return o
	}
	return diff(run(got), run(want))
}

// close ends a run: it keeps a panic, and what methods noted.
func (o *outcome) close() {
	if p := recover(); p != nil {
		o.panic = fmt.Sprintf("%T: %v", p, p)
	}
	o.notes = cases.Notes()
}

func diff(got, want outcome) string {
	switch {
	case got.panic != want.panic:
		return fmt.Sprintf("got panic %q, want %q", got.panic, want.panic)
	case want.panic != "":
		// No library promises how much is decoded before a method panics.
		return ""
	case !bytes.Equal(got.out, want.out):
		return diffBytes(got.out, want.out) + "; " + DiffErrors(got.err, want.err)
	}
	if d := DiffErrors(got.err, want.err); d != "" {
		return d
	}
	if d := Diff(got.value, want.value); d != "" {
		return d + fmt.Sprintf(" (error %s)", sayError(want.err))
	}
	switch {
	case got.trace != want.trace:
		return fmt.Sprintf("the decoder says %q, want %q", got.trace, want.trace)
	case got.notes != want.notes:
		return fmt.Sprintf("methods were called so:\n%s\nwant\n%s", got.notes, want.notes)
	}
	return ""
}

// diffBytes shows two texts around the first byte that differs.
func diffBytes(got, want []byte) string {
	n := 0
	for n < len(got) && n < len(want) && got[n] == want[n] {
		n++
	}
	cut := func(b []byte) string {
		lo, hi := max(0, n-40), min(len(b), n+60)
		return fmt.Sprintf("%q", b[lo:max(lo, hi)])
	}
	return fmt.Sprintf("at byte %d: got %s, want %s", n, cut(got), cut(want))
}
