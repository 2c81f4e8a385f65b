package encode

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/long"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// generatedCalls are what generated code calls for a value, each with the value that encoding/json is to write alike.
var generatedCalls = []struct {
	name  string
	value any
	write func(m *Machine, n int) int
}{
	{"string", "a<\u2028", func(m *Machine, n int) int { return m.String(n, "a<\u2028") }},
	{"empty string", "", func(m *Machine, n int) int { return m.String(n, "") }},
	{"string in a string", "\"a<\"", func(m *Machine, n int) int { return m.QuotedString(n, "a<") }},
	{"int", int64(math.MinInt64), func(m *Machine, n int) int { return m.Int(n, math.MinInt64) }},
	{"uint", uint64(math.MaxUint64), func(m *Machine, n int) int { return m.Uint(n, math.MaxUint64) }},
	{"float64", 1e-7, func(m *Machine, n int) int { return m.Float64(n, 1e-7) }},
	{"float32", float32(0.1), func(m *Machine, n int) int { return m.Float32(n, 0.1) }},
	{"true", true, func(m *Machine, n int) int { return m.Bool(n, true) }},
	{"false", false, func(m *Machine, n int) int { return m.Bool(n, false) }},
	{"time", time.Unix(0, 1).UTC(), func(m *Machine, n int) int { return m.Time(n, ptr(time.Unix(0, 1).UTC())) }},
	{"bytes", []byte("bytes"), func(m *Machine, n int) int { return m.Bytes(n, []byte("bytes")) }},
	{"nil bytes", []byte(nil), func(m *Machine, n int) int { return m.Bytes(n, nil) }},
	{"empty bytes", []byte{}, func(m *Machine, n int) int { return m.Bytes(n, []byte{}) }},
	{"strings", []string{"", "<"}, func(m *Machine, n int) int { return m.Strings(n, []string{"", "<"}) }},
	{"no strings", []string{}, func(m *Machine, n int) int { return m.Strings(n, []string{}) }},
	{"nil strings", []string(nil), func(m *Machine, n int) int { return m.Strings(n, nil) }},
	{"any", []any{1.5, nil, "x"}, func(m *Machine, n int) int { return m.Any(n, []any{1.5, nil, "x"}) }},
	{"nothing in any", nil, func(m *Machine, n int) int { return m.Any(n, nil) }},
	{"by a block", &inner{1, "y"}, func(m *Machine, n int) int {
		return m.Value(n, m.BlockFor(reflect.TypeFor[inner]()), unsafe.Pointer(&inner{1, "y"}))
	}},
}

// TestGeneratedCalls has each call write what encoding/json writes, wherever the buffer ends, and as long as a run of
// them is.
func TestGeneratedCalls(t *testing.T) {
	for _, row := range generatedCalls {
		want, err := json.Marshal(row.value)
		if err != nil {
			t.Fatal(err)
		}
		if row.name == "string in a string" {
			want = []byte(`"\"a\\u003c\""`) // the tag option "string" escapes twice
		}
		for before := range 3 {
			var p Program
			m := Start(&Call{Config: plan.V1}, &p)
			m.use(make([]byte, minRoom))
			n := m.Room(m.Text(0, strings.Repeat("x", before*FixedRun/2)))
			var all string
			for range 60 {
				n = m.Room(m.Text(row.write(m, n), ","))
				all += string(want) + ","
			}
			if got := string(m.Result(&p, n))[before*FixedRun/2:]; got != all {
				t.Errorf("%s: %.150s, want %.150s", row.name, got, all)
			}
		}
	}
}

// TestGeneratedString compares String with encoding/json for texts of every length up to a few blocks, plain and with
// what is escaped at each end, at every place in front of the buffer's limit and as far behind it as a run may go.
func TestGeneratedString(t *testing.T) {
	for size := range 150 {
		if !long.On() && size > 40 && size%8 > 1 { // a block may end at each multiple of 8
			continue
		}
		plain := strings.Repeat("abcdefg", 30)[:size]
		for _, text := range []string{plain, plain + "<", "\u2028" + plain, plain + "\xff" + plain} {
			want, err := json.Marshal(text)
			if err != nil {
				t.Fatal(err)
			}
			var p Program
			for before := -2 * size; before <= 2; before++ {
				m := Start(&Call{Config: plan.V1}, &p)
				m.use(make([]byte, minRoom))
				from := max(m.limit+before, 0)
				if before == 2 {
					from = m.limit + FixedRun - 1
				}
				for i := range from {
					*(*byte)(unsafe.Add(m.base, i)) = 'x'
				}
				n := m.String(from, text)
				if n > m.limit+1 {
					t.Fatalf("%q at %d: up to %d, where %d is the limit", text, from, n, m.limit)
				}
				if got := m.Result(&p, n); string(got[from:]) != string(want) || strings.Trim(string(got[:from]), "x") != "" {
					t.Fatalf("%q at %d: %q, want %q", text, from, got, want)
				}
			}
		}
	}
}

// TestFixedRun: between two looks at the room generated code may write FixedRun bytes, wherever the buffer ends.
func TestFixedRun(t *testing.T) {
	var p Program
	m := Start(&Call{Config: plan.V1}, &p)
	m.use(make([]byte, minRoom))
	var want strings.Builder
	n := 0
	for i := range 200 {
		n = m.Room(n)
		text := strings.Repeat(string(rune('a'+i%26)), FixedRun-i)
		n = m.Text(n, text)
		want.WriteString(text)
	}
	if got := m.Result(&p, m.Room(n)); string(got) != want.String() {
		t.Errorf("%d bytes are written, want %d", len(got), want.Len())
	}
}

// TestGivesUp: what JSON has no form for is -1, and a machine that was abandoned is sound.
func TestGivesUp(t *testing.T) {
	var p Program
	year := time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC)
	for name, write := range map[string]func(m *Machine) int{
		"NaN":        func(m *Machine) int { return m.Float64(0, math.NaN()) },
		"infinity":   func(m *Machine) int { return m.Float32(0, float32(math.Inf(1))) },
		"year":       func(m *Machine) int { return m.Time(0, &year) },
		"within any": func(m *Machine) int { return m.Any(0, map[string]any{"a": map[int]any{1: math.NaN()}}) },
		"chan":       func(m *Machine) int { return m.Any(0, make(chan int)) },
	} {
		m := Start(&Call{Config: plan.V1}, &p)
		if n := write(m); n != -1 {
			t.Errorf("%s: position %d", name, n)
		}
		m.Abandon()
		if m.err != nil || len(m.keys) != 0 || m.maps.lengths() != [7]int{} {
			t.Errorf("%s: the machine keeps %v, %d bytes of keys, entries %v", name, m.err, len(m.keys), m.maps.lengths())
		}
	}
}

// TestGeneratedComma: a comma is due behind a member alone.
func TestGeneratedComma(t *testing.T) {
	var p Program
	m := Start(&Call{Config: plan.V1}, &p)
	n := m.Comma(m.Text(0, "{"))
	n = m.Comma(m.Text(n, `"a":1`))
	if got := string(m.Result(&p, m.Text(n, `"b":2}`))); got != `{"a":1,"b":2}` {
		t.Error(got)
	}
}

// TestDescend: generated code may go as many levels down as a program, those around its value included.
func TestDescend(t *testing.T) {
	for _, around := range []int{0, 1, maxDepth - 1, maxDepth} {
		m := Start(&Call{Config: plan.V1, Depth: around}, new(Program))
		levels := 0
		for m.Descend() {
			levels++
		}
		if levels != maxDepth-around {
			t.Errorf("%d levels within %d, want %d in all", levels, around, maxDepth)
		}
		for range levels + 1 {
			m.Ascend()
		}
		if m.depth != around {
			t.Errorf("back up at %d, want %d", m.depth, around)
		}
		m.Abandon()
	}
}

// TestStartBehind: a result goes behind the caller's bytes, into the caller's memory where that has room to speak of.
func TestStartBehind(t *testing.T) {
	for _, row := range []struct {
		free int
		same bool // the caller's memory is written to
	}{{0, false}, {100, true}, {minRoom - 1, true}, {minRoom, true}, {4 * minRoom, true}} {
		dst := append(make([]byte, 0, 6+row.free), "prefix"...)
		var p Program
		m, n, direct := StartBehind(&Call{Config: plan.V1}, &p, dst)
		if direct != (row.free >= minRoom) {
			t.Errorf("%d bytes are free, and are written to directly: %v", row.free, direct)
		}
		got := m.ResultBehind(&p, dst, m.String(n, "text"), direct)
		if string(got) != `prefix"text"` || (mem.Data(got) == mem.Data(dst)) != row.same {
			t.Errorf("%d bytes are free: %s", row.free, got)
		}
	}
}

// TestResultIsAlone: a result shares no memory with the pool, and the next result does not show in it.
func TestResultIsAlone(t *testing.T) {
	for _, size := range []int{1, 1000, bigResult / 2, 3 * bigResult} {
		var p Program
		for range 4 {
			var results [][]byte
			for i := range 3 {
				m := Start(&Call{Config: plan.V1}, &p)
				n := m.String(0, strings.Repeat(string(rune('a'+i)), size))
				results = append(results, m.Result(&p, m.Room(n)))
			}
			for i, b := range results {
				if want := `"` + strings.Repeat(string(rune('a'+i)), size) + `"`; string(b) != want || cap(b) > len(b)+len(b)/2+minRoom {
					t.Fatalf("result %d is %.20s of %d bytes with room for %d", i, b, len(b), cap(b))
				}
			}
		}
	}
}

// genValue has methods as zetes gen writes them. Fail gives up, and so does its MarshalJSON.
type genValue struct {
	N    int
	S    []string
	Fail bool
}

type genConfig struct{ cfg *plan.Config }

var genPlan = plan.New(plan.Meaning{Options: option.V1, Shape: shape.Options{Meaning: option.V1, Plain: true}})

func (c genConfig) Chosen() shape.Choices { return shape.Choices{} }
func (c genConfig) Plan() *plan.Config    { return c.cfg }

var errGenerated = errors.New("given up")

func (v *genValue) ZetesType() shape.Generation {
	return shape.Generation{Of: v, Config: genConfig{genPlan}, Encodes: true, Standard: true}
}

func (v *genValue) EncodeZetes(m *Machine, n int) int {
	if v.Fail {
		m.Any(n, map[string]any{"open": math.NaN()}) // leaves entries of a map behind
		return -1
	}
	n = m.Int(m.Text(n, `{"N":`), int64(v.N))
	n = m.Strings(m.Text(n, `,"S":`), v.S)
	return m.Room(m.Text(n, `}`))
}

// MarshalJSON spells N otherwise than EncodeZetes, so that a test sees which of the two was called.
func (v genValue) MarshalJSON() ([]byte, error) {
	if v.Fail {
		return nil, errGenerated
	}
	return []byte(`"by the method"`), nil
}

// TestGenerated: where the standard methods of a type are generated the code runs on the machine of the program around
// it, and only where it gives up the method is called.
func TestGenerated(t *testing.T) {
	type record struct {
		A genValue
		B *genValue
		M map[string]genValue
	}
	v := genValue{N: 1, S: []string{"<"}}
	code := `{"N":1,"S":["\u003c"]}`
	for name, row := range map[string]struct {
		cfg  *plan.Config
		want string
	}{
		"same choices":  {plan.V1, code},
		"no HTML":       {plan.V1Plain, code}, // the code has its own configuration
		"counted":       {plan.V1, code},
		"other choices": {plan.New(plan.Meaning{Options: option.V1 &^ option.SortMapKeys, Shape: shape.Options{Meaning: option.V1}}), code},
	} {
		got, err := (&Call{Config: row.cfg}).Marshal(&record{v, &v, map[string]genValue{"k": v}})
		want := `{"A":` + row.want + `,"B":` + row.want + `,"M":{"k":` + row.want + "}}"
		if string(got) != want || err != nil {
			t.Errorf("%s: %s, %v, want %s", name, got, err, want)
		}
	}
	c := &Call{Config: plan.V1}
	m := get(c)
	m.use(m.own)
	typ := reflect.TypeFor[genValue]()
	p := ProgramOf(plan.V1, typ)
	m.within++ // within an opt.Value what the method returns is counted
	if n := m.encode(p, nil, unsafe.Pointer(&v), 0); string(m.bytes(max(n, 0))) != `"by the method"` {
		t.Errorf("within an opt.Value: %s", m.bytes(max(n, 0)))
	}
	m.within--
	v.Fail = true
	m.keys = append(m.keys, "key"...)
	if n := m.encode(p, nil, unsafe.Pointer(&v), 0); n >= 0 || m.err == nil || m.err.Err != errGenerated {
		t.Errorf("code that gives up: %d, %v", n, m.err)
	}
	if string(m.keys) != "key" || m.maps.lengths() != [7]int{} || m.cfg != plan.V1 || m.depth != 1 {
		t.Errorf("code that gives up leaves keys %q, entries %v, depth %d", m.keys, m.maps.lengths(), m.depth)
	}
	m.abandon()
}
