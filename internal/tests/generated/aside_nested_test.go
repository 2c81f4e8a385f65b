package generated

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/tests/long"
)

//go:generate go run ../../../cmd/zetes gen -q aside_nested_test.go

// hungry is decoded by a method that decodes again, fails, or panics.
type hungry struct {
	N  int
	In *feast
}

type plainHungry struct {
	N  int
	In *plainFeast
}

// background has what methods began and did not wait for. The test does: what goes on behind it would disturb the next
// one, which may count allocations.
var background sync.WaitGroup

// disturb panics or collects.
func disturb(b []byte) {
	if strings.Contains(string(b), `"PANIC"`) && len(b) < 60 {
		panic("a panic")
	}
	if rand.IntN(20) == 0 {
		runtime.GC()
	}
}

func (e *hungry) UnmarshalJSON(b []byte) error {
	disturb(b)
	if b[0] == '{' {
		e.In = new(feast)
		err := e.In.UnmarshalJSON(b)
		if e.In.Q == 13 { // in the background too
			b := bytes.Clone(b)
			background.Go(func() { _ = safely(func() error { return new(feast).UnmarshalJSON(b) }) })
		}
		return err
	}
	return json.Unmarshal(b, &e.N)
}

func (e *plainHungry) UnmarshalJSON(b []byte) error {
	disturb(b)
	if b[0] == '{' {
		e.In = new(plainFeast)
		return json.Unmarshal(b, e.In)
	}
	return json.Unmarshal(b, &e.N)
}

//zetes:json
type feast struct {
	M map[string]hungry
	P *hungry
	A [2]map[string]*hungry
	S []hungry
	Q int `json:",string"`
	B map[string][]byte
	T map[int]*feastTree
}

type plainFeast struct {
	M map[string]plainHungry
	P *plainHungry
	A [2]map[string]*plainHungry
	S []plainHungry
	Q int `json:",string"`
	B map[string][]byte
	T map[int]*feastTree
}

type feastTree struct {
	M map[string]int
	T map[int]*feastTree
}

func feastText(r *rand.Rand, depth int) string {
	if depth == 0 {
		return []string{"1", "2", `"x"`, `"PANIC"`, "null", "{}"}[r.IntN(6)]
	}
	var list []string
	for range 1 + r.IntN(4) {
		x, y := feastText(r, depth-1), feastText(r, depth-1)
		list = append(list, []string{`"M":{"a":` + x + `,"b":` + y + `}`, `"P":` + x, `"A":[{"a":` + x + `},{"b":` + y + `}]`, `"S":[` + x + `,` + y + `]`,
			`"Q":"13"`, `"Q":"5"`, `"Q":"x"`, `"B":{"a":"AQID","b":"QUI="}`, `"T":{"1":{"M":{"a":1},"T":{"2":{"M":{"b":2}}}},"3":{"T":{"4":null}}}`, `"T":{"1":{"T":{"5":{"M":{"a":"x"}}}}}`}[r.IntN(10)])
	}
	return "{" + strings.Join(list, ",") + "}"
}

// safely makes an error of a panic.
func safely(f func() error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("panic: %v", x)
		}
	}()
	return f()
}

// TestAsideHungry: values that are read aside are right where methods decode again, in the background too, fail and
// panic.
func TestAsideHungry(t *testing.T) {
	rounds := long.Rounds(100, 300)
	var wg sync.WaitGroup
	for g := range 3 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(g), 2))
			for range rounds {
				text := feastText(r, 1+r.IntN(4))
				if r.IntN(10) == 0 {
					text = text[:r.IntN(len(text))]
				}
				var v, z feast
				var p plainFeast
				got := safely(func() error { return v.UnmarshalJSON([]byte(text)) })
				door := safely(func() error { return zetes.Unmarshal([]byte(text), &z) })
				want := safely(func() error { return json.Unmarshal([]byte(text), &p) })
				if (got == nil) != (want == nil) || (door == nil) != (want == nil) {
					t.Errorf("%s: %v %v %v", text, got, door, want)
				}
				if want != nil {
					continue
				}
				a, _ := json.Marshal(&v)
				b, _ := json.Marshal(&p)
				c, _ := json.Marshal(&z)
				if string(a) != string(b) || string(c) != string(b) {
					t.Errorf("%s:\n%s\n%s\n%s", text, a, c, b)
				}
			}
		})
	}
	wg.Wait()
	background.Wait()
}
