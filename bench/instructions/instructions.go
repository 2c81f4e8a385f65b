// Package instructions counts the instructions of the calls of package calls and compares the counts with a table that
// is kept, one for each release of Go.
//
// A count is not a time: a machine that is busy, or has another processor, gives the same. So a check can run anywhere
// and see a change of one percent, where a timing would be lost in noise. The counter is valgrind's cachegrind, whose
// processor has AVX2 and no AVX-512, without a simulated cache. A program of its own (subject) repeats one call n times
// in one run and 9n times in another; the difference, divided by 8n, is the call without the program's start. The
// collector is off, and there is one processor for goroutines. Two counts of one call differ by a few thousandths at
// most: the heap begins at a random address, maps have random seeds, and the runtime's monitor wakes up by the clock.
//
// Files: instructions.go (counting) · table.go (tables and their comparison).
package instructions

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/zetes-json/zetes/bench/instructions/calls"
)

// Tier is the tier of vector instructions that counts are made with.
const Tier = "avx2"

// Counter counts the instructions of a run of the subject with that standard input, and returns what it has printed.
type Counter func(ctx context.Context, text []byte, args ...string) (count uint64, printed string, err error)

// ErrMissing says that counting is not possible here.
var ErrMissing = errors.New("instructions are counted by valgrind, which is not installed here")

var refs = regexp.MustCompile(`I\s+refs:\s+([0-9,]+)`)

// Valgrind builds the subject in a directory of the workspace that holds the library, puts it below dir, and returns
// what counts its runs.
func Valgrind(ctx context.Context, tree, dir string) (Counter, error) {
	valgrind, err := exec.LookPath("valgrind")
	if err != nil {
		return nil, ErrMissing
	}
	exe := filepath.Join(dir, "subject.exe")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-o", exe, "./instructions/subject")
	build.Dir = tree
	build.Env = append(os.Environ(), "GOFLAGS=", "GOAMD64=v1", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the program whose instructions are counted does not build: %s", bytes.TrimSpace(out))
	}
	return func(ctx context.Context, text []byte, args ...string) (uint64, string, error) {
		cmd := exec.CommandContext(ctx, valgrind, append([]string{"--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=" + os.DevNull, exe}, args...)...)
		cmd.Env = append(os.Environ(), "GOGC=off", "GOMEMLIMIT=off", "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1", "ZETES_CPU="+Tier)
		var out, log bytes.Buffer
		cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), &out, &log
		if err := cmd.Run(); err != nil {
			return 0, "", fmt.Errorf("%w: %s", err, lastLine(log.String()))
		}
		m := refs.FindSubmatch(log.Bytes())
		if m == nil {
			return 0, "", fmt.Errorf("valgrind counts nothing: %s", lastLine(log.String()))
		}
		n, err := strconv.ParseUint(strings.ReplaceAll(string(m[1]), ",", ""), 10, 64)
		return n, strings.TrimSpace(out.String()), err
	}, nil
}

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return s[strings.LastIndexByte(s, '\n')+1:]
}

// Count returns how many instructions one call takes, for each of the calls. So many runs are at work at a time; show
// is called as each call is done.
func Count(ctx context.Context, count Counter, all []*calls.Call, workers int, show func(done int)) (Table, error) {
	var (
		mu    sync.Mutex
		group sync.WaitGroup
		first error
		table = Table{}
		next  = make(chan *calls.Call)
	)
	for range workers {
		group.Go(func() {
			for c := range next {
				n, err := countOne(ctx, count, c)
				mu.Lock()
				if table[c.Name] = n; err != nil && first == nil {
					first = fmt.Errorf("%s: %w", c.Name, err)
				}
				show(len(table))
				mu.Unlock()
			}
		})
	}
	for _, c := range all {
		if ctx.Err() == nil {
			next <- c
		}
	}
	close(next)
	group.Wait()
	if ctx.Err() != nil {
		return nil, errors.New("interrupted")
	}
	return table, first
}

// longer is how many times as often the second run of a call repeats it.
const longer = 9

// countOne returns the instructions of one call.
func countOne(ctx context.Context, count Counter, c *calls.Call) (uint64, error) {
	text, err := c.Text()
	if err != nil {
		return 0, err
	}
	var counts [2]uint64
	for i, n := range []int{c.Times, longer * c.Times} {
		var tier string
		if counts[i], tier, err = count(ctx, text, c.Name, strconv.Itoa(n)); err != nil {
			return 0, err
		}
		if tier != Tier {
			return 0, fmt.Errorf("tables are those of the tier %s, and this machine has %q", Tier, tier)
		}
	}
	if counts[1] <= counts[0] {
		return 0, fmt.Errorf("%d instructions for %d calls, %d for %d times as many", counts[0], c.Times, counts[1], longer)
	}
	return (counts[1] - counts[0]) / uint64((longer-1)*c.Times), nil
}
