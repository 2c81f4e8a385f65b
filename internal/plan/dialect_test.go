package plan

import (
	"math/bits"
	"sync"
	"testing"

	"github.com/zetes-json/zetes/internal/option"
)

// TestWith asks for every combination of choices from every member of a family, at the same time.
func TestWith(t *testing.T) {
	base := Of(option.V1)
	var combinations []option.Set
	for o := option.Set(0); ; o = (o - PerCall) & PerCall {
		if combinations = append(combinations, o); o == PerCall {
			break
		}
	}
	found := make([][]*Dialect, 4)
	var wait sync.WaitGroup
	for i := range found {
		wait.Go(func() {
			for _, o := range combinations {
				c := base
				if i%2 > 0 {
					c = base.With(combinations[int(o)%len(combinations)])
				}
				// What is no choice of a call changes nothing.
				found[i] = append(found[i], c.With(o|option.AliasInput))
			}
		})
	}
	wait.Wait()
	encoders := map[*Programs]option.Set{}
	for i, o := range combinations {
		c := found[0][i]
		for _, members := range found {
			if members[i] != c {
				t.Errorf("%b: two configurations", o)
			}
		}
		if c.Options != (option.V1&^PerCall)|o {
			t.Errorf("%b: options %b", o, c.Options)
		}
		if c.Decoders != base.Decoders || !c.Related(base) || c.With(base.Options) != base {
			t.Errorf("%b: not of the family", o)
		}
		if html, ok := encoders[c.Encoders]; ok && html != o&compiled {
			t.Errorf("%b: the programs of another choice", o)
		}
		encoders[c.Encoders] = o & compiled
	}
	if len(encoders) != 1<<bits.OnesCount64(uint64(compiled)) || len(*base.family.members.Load()) != len(combinations) {
		t.Errorf("%d tables of programs, %d configurations", len(encoders), len(*base.family.members.Load()))
	}
	if other := Of(option.V1); other.Related(base) {
		t.Error("two families are one")
	}
}
