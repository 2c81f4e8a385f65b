package conform

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/cases"
	"github.com/zetes-json/zetes/internal/tests/doors"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// cell counts what became of the rows at one door.
type cell struct {
	run, failed int
	skipped     map[string]int // by reason
}

// skip says why the row does not go through the door in this direction, or "".
func skip(c *cases.Case, d *doors.Door, marshal bool) string {
	switch {
	case c.Not["*"] != "":
		return c.Not["*"]
	case c.Not[d.Name] != "":
		return c.Not[d.Name]
	case marshal && d.Marshal == nil:
		return "the door does not marshal"
	case !marshal && d.Unmarshal == nil:
		return "the door does not unmarshal"
	case c.Static == nil && d.Typed:
		return "the row's type is made at run time or its target is not of one static type"
	}
	return ""
}

// sample is every nth row: the whole table takes a minute.
func sample(nth int) (rows []*cases.Case) {
	for i, c := range cases.All() {
		if i%nth == 0 {
			rows = append(rows, c)
		}
	}
	return rows
}

// check runs rows through all doors of an API, and calls fail for each difference.
func check(rows []*cases.Case, got *doors.API, fail func(c *cases.Case, d *doors.Door, diff string)) map[string]*cell {
	grid := map[string]*cell{}
	for i := range doors.All {
		d := &doors.All[i]
		for _, marshal := range []bool{true, false} {
			g := &cell{skipped: map[string]int{}}
			grid[fmt.Sprintf("%-32s %s", d.Name, map[bool]string{true: "marshal", false: "unmarshal"}[marshal])] = g
			for _, c := range rows {
				if (c.Value != nil) != marshal {
					continue
				}
				if why := skip(c, d, marshal); why != "" {
					g.skipped[why]++
					continue
				}
				judge := Unmarshal
				if marshal {
					judge = Marshal
				}
				g.run++
				if diff := judge(c, d, got, &doors.Std); diff != "" {
					g.failed++
					fail(c, d, diff)
				}
			}
		}
	}
	return grid
}

// TestTable is the judgement: rows times doors.
func TestTable(t *testing.T) {
	nth := 1
	if !long.On() || slow {
		nth = 31
	}
	rows := sample(nth)
	failed := map[string]int{}
	grid := check(rows, &doors.Zetes, func(c *cases.Case, d *doors.Door, diff string) {
		// One broken thing breaks hundreds of rows: a few of each subject and door say enough.
		subject, _, _ := strings.Cut(c.Name, "/")
		key := subject + " " + d.Name
		if failed[key]++; failed[key] <= 5 || os.Getenv("ZETES_CONFORM_ALL") != "" {
			input := ""
			if c.Value == nil {
				input = fmt.Sprintf(" of %q into %T", cut(c.Text), c.Target())
			}
			t.Errorf("%s (%s) through %q%s:\n\t%s", c.Name, c.Where, d.Name, input, diff)
		}
	})
	t.Logf("%d of %d rows\n%s", len(rows), len(cases.All()), gridText(grid))
	for _, name := range slices.Sorted(maps.Keys(failed)) {
		t.Logf("failed: %s: %d", name, failed[name])
	}
}

func cut(s string) string {
	if len(s) > 300 {
		return s[:200] + "…" + s[len(s)-100:]
	}
	return s
}

// gridText prints the grid of runs and skips.
func gridText(grid map[string]*cell) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(grid)) {
		g := grid[name]
		fmt.Fprintf(&b, "%-44s %6d run %6d failed\n", name, g.run, g.failed)
		for _, why := range slices.Sorted(maps.Keys(g.skipped)) {
			fmt.Fprintf(&b, "%44s %6d skipped: %s\n", "", g.skipped[why], why)
		}
	}
	return b.String()
}

// TestSkipsHaveReasons fails on a row that names a door that does not exist, or gives no reason.
func TestSkipsHaveReasons(t *testing.T) {
	for _, c := range cases.All() {
		for name, why := range c.Not {
			known := name == "*" || slices.ContainsFunc(doors.All, func(d doors.Door) bool { return d.Name == name })
			if !known || len(why) < 10 {
				t.Errorf("%s: does not go through %q because %q", c.Name, name, why)
			}
		}
	}
}

// TestJudgeSane runs encoding/json against itself: a row that differs from itself is a bad row.
func TestJudgeSane(t *testing.T) {
	n := 0
	check(sample(long.Rounds(89, 10)), &doors.Std, func(c *cases.Case, d *doors.Door, diff string) {
		if n++; n <= 20 {
			t.Errorf("%s (%s) through %q:\n\t%s", c.Name, c.Where, d.Name, diff)
		}
	})
}

// TestJudgeStrict runs doors with one fault each: each must be caught.
func TestJudgeStrict(t *testing.T) {
	for name, wrong := range wrongDoors() {
		caught := false
		// A long stride meets all subjects early.
		all, stride := cases.All(), 7919
		for i := 0; i < len(all) && !caught; i++ {
			c, judge := all[i*stride%len(all)], Unmarshal
			if c.Value != nil {
				judge = Marshal
			}
			caught = judge(c, &doors.All[0], &wrong, &doors.Std) != ""
		}
		if !caught {
			t.Errorf("%s: not caught", name)
		}
	}
}

// wrongDoors are encoding/json with something spoilt.
func wrongDoors() map[string]doors.API {
	all := map[string]doors.API{}
	spoil := func(name string, f func(a *doors.API)) {
		a := doors.Std
		f(&a)
		all[name] = a
	}
	std := doors.Std
	spoil("an escape is not written", func(a *doors.API) {
		a.Marshal = func(v any) ([]byte, error) {
			b, err := std.Marshal(v)
			return bytes.ReplaceAll(b, []byte(`\u2028`), []byte("\u2028")), err
		}
	})
	spoil("the error is another one with the same text", func(a *doors.API) {
		a.Unmarshal = func(data []byte, v any) error {
			if err := std.Unmarshal(data, v); err != nil {
				return fmt.Errorf("%s", err)
			}
			return nil
		}
	})
	spoil("a syntax error leaves a trace in the target", func(a *doors.API) {
		a.Unmarshal = func(data []byte, v any) error {
			err := std.Unmarshal(data, v)
			if p, ok := v.(*[]int); ok && err != nil && len(*p) > 0 {
				(*p)[0]++
			}
			return err
		}
	})
	spoil("a raw message aliases the input", func(a *doors.API) {
		a.Unmarshal = func(data []byte, v any) error {
			err := std.Unmarshal(data, v)
			if p, ok := v.(*[]byte); ok && err == nil && len(*p) > 0 && len(data) >= len(*p) {
				copy(data, *p)
				*p = data[:len(*p)]
			}
			return err
		}
	})
	spoil("empty for nil", func(a *doors.API) {
		a.Unmarshal = func(data []byte, v any) error {
			err := std.Unmarshal(data, v)
			if p, ok := v.(*[]int); ok && *p == nil {
				*p = []int{}
			}
			return err
		}
	})
	spoil("a method is called twice", func(a *doors.API) {
		a.Marshal = func(v any) ([]byte, error) {
			_, _ = std.Marshal(v)
			return std.Marshal(v)
		}
	})
	return all
}
