package proportion

import (
	"errors"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/meter"
)

// TestManyFaults finds all that is wrong with a document, and sixteen times as much of it: that may take sixteen times
// the looks and memory. The list of faults grows by a factor of four, so four or eight times would meet it half full.
func TestManyFaults(t *testing.T) {
	type object struct {
		A int `json:",required"`
		B []bool
	}
	own := zetes.Config{Required: true}.Freeze()
	for _, c := range []struct {
		name, element string
		api           *zetes.API
	}{
		{"values", `{"A":"x","B":[1]}`, zetes.Config{}.Freeze()},
		{"lines", "\n{\"A\":\"x\",\n\"B\":[1]}", zetes.Config{}.Freeze()},
		{"own", `{"A":"x","B":[1]}`, own},
	} {
		measure := func(n int) (looked, memory int) {
			text := []byte(list(n, c.element))
			var err error
			meter.Count = func(n int) { looked += n }
			memory = int(taken(func() { err = c.api.UnmarshalAll(text, new([]object), 3*n) }))
			meter.Count = nil
			var all zetes.Errors
			if !errors.As(err, &all) || len(all) != 2*n {
				t.Fatalf("%s: %d errors of %d", c.name, len(all), 2*n)
			}
			if place := all[2*n-1].Pointer; !strings.HasSuffix(place, "/B/0") {
				t.Fatalf("%s: the last error is at %s", c.name, place)
			}
			return looked, memory
		}
		measure(10) // compiles the types
		looked, memory := measure(200)
		more, moreMemory := measure(3200)
		if more > 18*looked || moreMemory > 18*memory {
			t.Errorf("%s: %d bytes looked at and %d taken, then %d and %d", c.name, looked, memory, more, moreMemory)
		}
	}
}
