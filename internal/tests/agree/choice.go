package agree

import "math/rand/v2"

// choices are the source of everything random. They are kept, so that the same values can be made again. Fewer and
// smaller choices make smaller values: 0 is always the simplest, and all choices after the last one are 0.
type choices struct {
	rnd   *rand.Rand // nil: kept choices are drawn again
	drawn []uint32
	next  int
}

func freshChoices(rnd *rand.Rand) *choices { return &choices{rnd: rnd} }

func keptChoices(drawn []uint32) *choices { return &choices{drawn: drawn} }

// below returns a number from 0 to n-1.
func (c *choices) below(n int) int {
	if n <= 1 {
		return 0
	}
	if c.rnd != nil {
		v := c.rnd.IntN(n)
		c.drawn = append(c.drawn, uint32(v))
		return v
	}
	if c.next >= len(c.drawn) {
		return 0
	}
	v := c.drawn[c.next]
	c.next++
	return int(v % uint32(n))
}

// oneIn is true once in n times.
func (c *choices) oneIn(n int) bool { return c.below(n) == n-1 }

// bits returns 64 of them.
func (c *choices) bits() uint64 {
	return uint64(c.below(1<<22))<<42 | uint64(c.below(1<<21))<<21 | uint64(c.below(1<<21))
}

func pick[T any](c *choices, from []T) T { return from[c.below(len(from))] }
