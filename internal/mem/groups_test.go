package mem

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestGroupWalk walks through maps of many types and histories: entries come and go, and all at once. What the walk
// finds is what Go's own loop finds, each entry once.
func TestGroupWalk(t *testing.T) {
	if mapFieldsOnce() == nil && !raceEnabled {
		t.Fatal("the groups of maps of this release of Go are not known")
	}
	type wide struct {
		A string
		B [13]uint16
	}
	walkGroups(t, func(n int) string { return fmt.Sprint(n) }, func(n int) bool { return n&1 == 0 })
	walkGroups(t, func(n int) string { return fmt.Sprint(n) }, func(n int) string { return fmt.Sprint(-n) })
	walkGroups(t, func(n int) int { return n }, func(n int) any { return n })
	walkGroups(t, func(n int) int32 { return int32(n) }, func(n int) *int { return &n })
	walkGroups(t, func(n int) uint8 { return uint8(n) }, func(int) struct{} { return struct{}{} })
	walkGroups(t, func(n int) uint16 { return uint16(n) }, func(n int) wide { return wide{fmt.Sprint(n), [13]uint16{12: uint16(n)}} })
	walkGroups(t, func(n int) wide { return wide{A: fmt.Sprint(n)} }, func(n int) int8 { return int8(n) })
	walkGroups(t, func(n int) any { return n }, func(n int) [3]byte { return [3]byte{2: byte(n)} })
	walkGroups(t, func(n int) [128]byte { return [128]byte{0: byte(n)} }, func(n int) [128]byte { return [128]byte{127: byte(n)} })
	walkGroups(t, func(n int) float64 { return float64(n) }, func(n int) complex128 { return complex(0, float64(n)) })
	// Go keeps these behind pointers.
	if l := MapLayoutOf(TypeWord(map[int][129]byte(nil))); l != (MapLayout{}) {
		t.Errorf("elements of 129 bytes: %+v", l)
	}
	if l := MapLayoutOf(TypeWord(map[[129]byte]int(nil))); l != (MapLayout{}) {
		t.Errorf("keys of 129 bytes: %+v", l)
	}
}

func walkGroups[K, V comparable](t *testing.T, key func(int) K, elem func(int) V) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(1, 2))
	m := map[K]V{}
	layout := MapLayoutOf(TypeWord(m))
	walked := 0
	for step := range 4000 {
		n := rnd.IntN(1 + 2*step)
		switch rnd.IntN(8) {
		case 0, 1, 2:
			delete(m, key(n))
		case 3:
			if rnd.IntN(300) == 0 {
				clear(m)
			}
		default:
			m[key(n)] = elem(n)
		}
		if step > 100 && step%17 != 0 {
			continue
		}
		var w GroupWalk
		if !w.Begin(TypeWord(m), &layout, DataWord(m)) {
			continue
		}
		walked++
		found := map[K]V{}
		for k, e := w.Next(); k != nil; k, e = w.Next() {
			if _, ok := found[*(*K)(k)]; ok {
				t.Fatalf("%T: a key comes twice: %v", m, *(*K)(k))
			}
			found[*(*K)(k)] = *(*V)(e)
		}
		if len(found) != len(m) {
			t.Fatalf("%T: %d entries of %d", m, len(found), len(m))
		}
		for k, v := range m {
			if got, ok := found[k]; !ok || got != v {
				t.Fatalf("%T: %v has %v, %v, want %v", m, k, got, ok, v)
			}
		}
	}
	if walked < 100 && !raceEnabled {
		t.Errorf("%T: only %d walks", m, walked)
	}
}

// TestGroupWalkMisused: a map that somebody writes to while it is walked through stops the program, as in a loop.
func TestGroupWalkMisused(t *testing.T) {
	if raceEnabled {
		t.Skip("maps are not walked in groups")
	}
	m := map[string]int{"a": 1, "b": 2}
	layout := MapLayoutOf(TypeWord(m))
	if os.Getenv("ZETES_MISUSE") != "" {
		var w GroupWalk
		if w.Begin(TypeWord(m), &layout, DataWord(m)) {
			w.Next()
			w.m.writing = 1
			w.Next()
		}
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestGroupWalkMisused$")
	cmd.Env = append(os.Environ(), "ZETES_MISUSE=1")
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "concurrent map iteration and map write") {
		t.Errorf("a walk through a map that is written to ends with %v:\n%s", err, out)
	}
	var w GroupWalk
	h := (*mapHeader)(DataWord(m))
	h.writing = 1
	if w.Begin(TypeWord(m), &layout, DataWord(m)) {
		t.Error("a walk begins in a map that is written to")
	}
	h.writing = 0
}
