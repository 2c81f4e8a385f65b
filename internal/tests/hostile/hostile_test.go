package hostile

import (
	"os"
	"strconv"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
)

// ZETES_HOSTILE_ROUNDS says how many programs of each kind are run, ZETES_HOSTILE_SEED which one alone. With -count
// the seeds go on.
var seeds = map[string]uint64{}

func rounds(t *testing.T) (first, last uint64) {
	if s := os.Getenv("ZETES_HOSTILE_SEED"); s != "" {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return n, n + 1
	}
	n := uint64(2000)
	if !long.On() {
		n = 300
	}
	if s := os.Getenv("ZETES_HOSTILE_ROUNDS"); s != "" {
		var err error
		if n, err = strconv.ParseUint(s, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	first = seeds[t.Name()]
	seeds[t.Name()] += n
	return first, first + n
}

func TestDecoding(t *testing.T) {
	first, last := rounds(t)
	for seed := first; seed < last; seed++ {
		p := newProgram(seed)
		p.judge(t, p.run(p.decoding))
	}
}

func TestEncoding(t *testing.T) {
	first, last := rounds(t)
	for seed := first; seed < last; seed++ {
		p := newProgram(seed)
		p.judge(t, p.run(p.encoding))
	}
}
