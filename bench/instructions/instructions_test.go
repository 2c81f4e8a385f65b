package instructions

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/bench/instructions/calls"
)

// fake counts a start of 1000 instructions, and 7 for each call.
func fake(_ context.Context, text []byte, args ...string) (uint64, string, error) {
	n, err := strconv.ParseUint(args[1], 10, 64)
	if len(text) == 0 {
		err = errors.New("there is no document")
	}
	return 1000 + 7*n, Tier, err
}

// TestCount holds that the start of the program is not in the count of a call.
func TestCount(t *testing.T) {
	done := 0
	table, err := Count(t.Context(), fake, calls.All, 3, func(n int) { done = n })
	if err != nil || len(table) != len(calls.All) || done != len(calls.All) {
		t.Fatalf("%d of %d calls: %v", len(table), len(calls.All), err)
	}
	for name, n := range table {
		if n != 7 {
			t.Errorf("%s takes %d instructions, 7 are counted", name, n)
		}
	}
}

// TestCountFails holds that what goes wrong in one call is told with its name.
func TestCountFails(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name, want string
		ctx        context.Context
		count      Counter
	}{
		{"tier", `unmarshal/point: tables are those of the tier avx2, and this machine has "generic"`, t.Context(),
			func(ctx context.Context, text []byte, args ...string) (uint64, string, error) {
				return 1, "generic", nil
			}},
		{"nothing", "unmarshal/point: 5 instructions for 5000 calls, 5 for", t.Context(),
			func(ctx context.Context, text []byte, args ...string) (uint64, string, error) { return 5, Tier, nil }},
		{"error", "unmarshal/point: boom", t.Context(),
			func(ctx context.Context, text []byte, args ...string) (uint64, string, error) {
				return 0, "", errors.New("boom")
			}},
		{"interrupted", "interrupted", cancelled, fake},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Count(c.ctx, c.count, calls.All[:1], 1, func(int) {})
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// TestCompare holds which rows are reported, and which are failures.
func TestCompare(t *testing.T) {
	kept := Table{"same": 1000, "limit": 1000, "more": 1000, "much": 1000, "less": 1000, "gone": 1000}
	now := Table{"same": 1000, "limit": 1030, "more": 1031, "much": 1101, "less": 900, "new": 5}
	var b strings.Builder
	reported, failed := Compare(&b, kept, now, Bounds{3, 10})
	if reported != 4 || failed != 1 {
		t.Errorf("%d are reported, %d fail", reported, failed)
	}
	words := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{"same 1000 1000 +0.00 %", "limit 1000 1030 +3.00 % more", "more 1000 1031 +3.10 % takes more than 3 % more",
		"much 1000 1101 +10.10 % FAIL: takes more than 10 % more", "less 1000 900 -10.00 % takes more than 3 % less", "new - 5 is not in the table"} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q in %q", want, words)
		}
	}
}

// TestTable holds that what is written is read, and that other text is refused with its line.
func TestTable(t *testing.T) {
	table := Table{"unmarshal/point": 1524, "valid/messages": 895964}
	got, err := Read(strings.NewReader(string(table.Write("By a test."))))
	if err != nil || !maps.Equal(got, table) {
		t.Errorf("%v: %v", got, err)
	}
	for text, want := range map[string]string{
		"a 1\nb":       `line 2 is not a name and a number: "b"`,
		"a x":          `line 1: "x" is not a number of instructions`,
		"a -1":         `line 1: "-1" is not a number of instructions`,
		"a 0":          `line 1: "0" is not a number of instructions`,
		"a 1\n#\na 2":  "line 3: there are two rows a",
		"a 1 and more": `line 1 is not a name and a number: "a 1 and more"`,
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestKept holds that the tables of the tree have the rows of package calls, no more and no less.
func TestKept(t *testing.T) {
	files, err := filepath.Glob("*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("there is no table: ", err)
	}
	var names []string
	for _, c := range calls.All {
		names = append(names, c.Name)
	}
	slices.Sort(names)
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		table, err := Read(f)
		f.Close()
		if err != nil || !slices.Equal(slices.Sorted(maps.Keys(table)), names) {
			t.Errorf("%s has other rows than package calls: %v; run: go run ./bench instructions -w", name, err)
		}
	}
}
