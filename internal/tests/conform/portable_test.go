package conform

import (
	"testing"

	"github.com/zetes-json/zetes/internal/cpu"
	"github.com/zetes-json/zetes/internal/tests/cases"
	"github.com/zetes-json/zetes/internal/tests/doors"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// TestEachKernel runs a part of the table once per tier of kernels.
func TestEachKernel(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		shown := 0
		check(sample(long.Rounds(97, 23)), &doors.Zetes, func(c *cases.Case, d *doors.Door, diff string) {
			if shown++; shown <= 10 {
				t.Errorf("%s (%s) through %q:\n\t%s", c.Name, c.Where, d.Name, diff)
			}
		})
	})
}

// FuzzFastPortable: what every tier of kernels makes of a text = what the portable twins make of it.
func FuzzFastPortable(f *testing.F) {
	n := uint8(0)
	seed(f, func(text []byte) { f.Add(n, text); n++ })
	targets := cases.Targets()
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		c := targets[int(which)%len(targets)]
		run := func(tier string) outcome {
			restore := cpu.Force(tier)
			defer restore()
			return roundTrip(&c, data)
		}
		want := run("generic")
		for _, tier := range cpu.Tiers() {
			if diff := diff(run(tier), want); diff != "" {
				t.Errorf("%q into %T with %s:\n\t%s", cut(string(data)), c.Target(), tier, diff)
			}
		}
	})
}

// roundTrip decodes data and encodes the result.
func roundTrip(c *cases.Case, data []byte) (o outcome) {
	defer o.close()
	o.value = c.Target()
	if o.err = doors.Zetes.Unmarshal(append([]byte(nil), data...), o.value); o.err == nil {
		o.out, o.err = doors.Zetes.Marshal(o.value)
	}
	return o
}
