package decode

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// generatedByHand is decoded by decodeByHand, as zetes gen would write it.
type generatedByHand struct {
	A int
	S string
	V any
	L []generatedByHand
	P *generatedByHand
	M map[string]any
	F float32
	T time.Time
	G [2]int
}

var (
	byHandNames = MemberNames{List: []string{"A", "S", "V", "L", "P", "M", "F", "T", "G"}}
	byHandList  Elements
)

func decodeByHand(s *Job, t *Program, p int, dst unsafe.Pointer) int {
	v := (*generatedByHand)(dst)
	if !s.Object(p) {
		return s.Run(t, p, dst)
	}
	m, ok := 0, false
	if p, ok = s.Then(p, `{"A":`); !ok {
		m, p = byHandNames.Member(s, p, 0)
	}
	for {
		switch m {
		case 0:
			p = s.Int(p, &v.A)
			if p, ok = s.Then(p, `,"S":`); !ok {
				if m, p = byHandNames.Member(s, p, 1); m != 1 {
					continue
				}
			}
			fallthrough
		case 1:
			p = s.String(p, &v.S)
			if p, ok = s.Then(p, `,"V":`); !ok {
				if m, p = byHandNames.Member(s, p, 2); m != 2 {
					continue
				}
			}
			fallthrough
		case 2:
			p = s.Any(p, &v.V)
			if p, ok = s.Then(p, `,"L":`); !ok {
				if m, p = byHandNames.Member(s, p, 3); m != 3 {
					continue
				}
			}
			fallthrough
		case 3:
			list := byHandList.Get()
			if list == nil {
				list = byHandList.Make(reflect.TypeFor[[]generatedByHand](), func(s *Job, _ *Program, p int, dst unsafe.Pointer) int {
					return decodeByHand(s, s.ProgramFor(reflect.TypeFor[generatedByHand]()), p, dst)
				}, func(n int) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(make([]generatedByHand, n))) })
			}
			q := s.ReadSlice(list, p, unsafe.Pointer(&v.L))
			if q == 0 {
				q = s.ReadMember(t, 3, "L", p, dst)
			}
			if p, ok = s.Then(q, `,"P":`); !ok {
				if m, p = byHandNames.Member(s, p, 4); m != 4 {
					continue
				}
			}
			fallthrough
		case 4:
			p = s.ReadMember(t, 4, "P", p, dst)
			if m, p = byHandNames.Member(s, p, 5); m != 5 {
				continue
			}
			fallthrough
		case 5:
			p = s.ReadMember(t, 5, "M", p, dst)
			if p, ok = s.Then(p, `,"F":`); !ok {
				if m, p = byHandNames.Member(s, p, 6); m != 6 {
					continue
				}
			}
			fallthrough
		case 6:
			p = s.Float32(p, &v.F)
			if p, ok = s.Then(p, `,"T":`); !ok {
				if m, p = byHandNames.Member(s, p, 7); m != 7 {
					continue
				}
			}
			fallthrough
		case 7:
			p = s.Time(p, &v.T)
			if p, ok = s.Then(p, `,"G":`); !ok {
				if m, p = byHandNames.Member(s, p, 8); m != 8 {
					continue
				}
			}
			fallthrough
		case 8:
			p = arrayByHand(s, &v.G, p)
			if p, ok = s.Last(p); !ok {
				if m, p = byHandNames.Member(s, p, 9); m != 9 {
					continue
				}
			}
			fallthrough
		case 9:
			return s.Close(p)
		default:
			if p < -1 {
				m, p = byHandNames.Misfit(s, p, ^m, t.rtype, dst)
			}
			for m < 0 {
				m, p = byHandNames.Unknown(s, p, ^m, t.rtype)
			}
		}
	}
}

// arrayByHand decodes the array at p into v.
func arrayByHand(s *Job, v *[2]int, p int) int {
	n := s.Array(p)
	if n < 0 {
		return s.Run(s.ProgramFor(reflect.TypeFor[[2]int]()), p, unsafe.Pointer(v))
	}
	i := 0
	for p = n; i < len(v) && s.Within(p); i++ {
		if p = s.Int(p, &v[i]); p < -1 {
			p = s.Run(s.ProgramFor(reflect.TypeFor[int]()), ^p, unsafe.Pointer(&v[i]))
		}
		p = s.Behind(p)
	}
	if p < 0 {
		return p
	}
	for ; i < len(v); i++ {
		v[i] = 0
	}
	return s.Leave(p)
}

// runByHand decodes text into v.
func runByHand(c *plan.Config, text string, v *generatedByHand, careful bool) *fault.Fault {
	t := ProgramOf(c, reflect.TypeFor[generatedByHand]())
	s := Open(c, []byte(text), careful, false)
	p := s.Begin(unsafe.Pointer(v), unsafe.Sizeof(*v), careful)
	if p >= 0 {
		p = decodeByHand(s, t, p, unsafe.Pointer(v))
	}
	if s.Ended(p) {
		return nil
	}
	return s.Conclude(t, p, unsafe.Pointer(v))
}

var byHandTexts = []string{
	`{}`, ` { } `, `null`, `{"A":1,"S":"x\u0041","V":[1,{"a":null}],"L":[{"A":2},{}],"P":{"A":3},"M":{"a":[]},"F":1.5}`, `{"F":1,"A":2,"V":true,"S":"y"}`,
	`{"a":1,"s":"x","unknown":{"A":[1]},"l":null}`, `{"\u0041":7,"A":8}`, `{"L":[]}`, `{"L":[{"L":[{"L":[{"A":4}]}]}]}`, `{"S":null,"V":null,"P":null,"M":null}`,
	`{"A":"x","S":5}`, `{"S":[]}`, `{"L":{}}`, `{"L":[{"A":1},{"A":"x"},{"A":3}],"A":2}`, `{"V":1e999,"A":1}`, `[]`, `7`, `"x"`, `{"P":7,"F":2}`, `{"F":1e39}`,
	``, `{`, `{"A"`, `{"A":`, `{"A":1`, `{"A":1,`, `{"A":1,}`, `{"A":1 "S":""}`, `{"S":"x}`, `{"L":[{"A":1}`, `{"L":[{"A":1},]}`, `{"A":01}`, `{A:1}`, `{} {}`, `{"A":1}]`, `nul`,
	`{"L":[` + strings.Repeat(`{"A":1},`, maxDepth) + `{}],"A":5}`,
	`{"T":"2020-01-02T03:04:05Z","G":[1,2]}`, `{"T":"2020-01-02T03:04:05.5+01:00","G":[ 1 , 2 , "x" ]}`, `{"T":"2020-01-02","A":1}`, `{"T":5}`, `{"T":null,"G":null}`,
	`{"G":[]}`, `{"G":[3]}`, `{"G":[null,4]}`, `{"G":["x",4,5],"A":1}`, `{"G":{}}`, `{"G":[1,]}`, `{"G":[1,2,]}`, `{"G":[1 2]}`, `{"G":[1`, `{"G":[1,2`, `{"G":[1,2,3`, `{"G":[,1]}`, `{"G":[1,2}`,
	`{"G":[1,2,` + strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth) + `]}`, strings.Repeat(`{"P":`, maxDepth-1) + `{"G":[1,2]}` + strings.Repeat("}", maxDepth-1),
	strings.Repeat(`{"P":`, maxDepth-2) + `{"G":[1,2]}` + strings.Repeat("}", maxDepth-2),
	`{"L":` + strings.Repeat(`[`, 20) + `}`, `{"V":` + strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth) + `}`,
}

// TestCodeByHand: code as it is generated decodes as a plan does, over zero values and over others, and its faults are
// the plan's.
func TestCodeByHand(t *testing.T) {
	held := func() *generatedByHand {
		return &generatedByHand{A: 9, S: "old", V: "old", L: []generatedByHand{{A: 8, S: "in"}, {}}, P: &generatedByHand{F: 7}, M: map[string]any{"old": 1}}
	}
	for _, c := range []*plan.Config{plan.V1, plan.V1.With(option.V1 | option.DisallowUnknownFields | option.UseNumber)} {
		for _, text := range byHandTexts {
			for _, target := range []func() *generatedByHand{func() *generatedByHand { return new(generatedByHand) }, held} {
				for _, careful := range []bool{false, true} {
					got, want := target(), target()
					f := runByHand(c, text, got, careful)
					err := (&Call{Config: c}).Unmarshal([]byte(text), want).Err()
					wanted, _ := err.(*fault.Fault)
					if (f == nil) != (wanted == nil) || f != nil && (f.Code != wanted.Code || f.Code != fault.Syntax && f.Offset != wanted.Offset) {
						t.Errorf("%.60s, careful %v: %+v, want %+v", text, careful, f, wanted)
					}
					if !reflect.DeepEqual(got, want) {
						t.Errorf("%.60s, careful %v: %+v, want %+v", text, careful, got, want)
					}
				}
			}
		}
	}
}

// once calls get from goroutines that begin together, and holds that all get the same.
func once[T any](t *testing.T, get func() *T) {
	const many = 8
	var begun sync.WaitGroup
	begun.Add(many)
	all := make(chan *T)
	for range many {
		go func() {
			begun.Done()
			begun.Wait()
			all <- get()
		}()
	}
	first := <-all
	for range many - 1 {
		if got := <-all; got == nil || got != first {
			t.Errorf("%p, and %p", got, first)
		}
	}
}

// TestMemberNamesOnce: what names consist of is made once, whoever asks, and their table where it is needed alone.
func TestMemberNamesOnce(t *testing.T) {
	var n *MemberNames
	for range 200 {
		n = &MemberNames{List: []string{"a", "B", 9: "j"}, Exact: true}
		count := func(n *MemberNames, times int) {
			for range times {
				n.count()
			}
		}
		count(n, 10)
		if n.find("B") != 1 || n.expected.Load() != nil {
			t.Fatal("there are patterns before they are needed")
		}
		once(t, func() *field {
			n.count()
			return n.expected.Load()
		})
		count(n, 2)
		if n.find("B") != 1 || n.known.Load() != nil {
			t.Fatal("there is a table before it is needed")
		}
		n.count()
		once(t, func() *nameTable {
			n.find("a")
			return n.known.Load()
		})
		n.Exact = false
		if n.find("A"); n.find("c") != -1 || n.folding.Load() == nil {
			t.Fatal("no table has letters of another case")
		}
		n.folding.Store(nil)
		once(t, func() *nameTable {
			n.find("b")
			return n.folding.Load()
		})
		n.Exact = true
	}
	if n.find("b") != -1 || n.find("B") != 1 {
		t.Errorf("b is %d and B is %d", n.find("b"), n.find("B"))
	}
	if folds := (&MemberNames{List: n.List}); folds.find("b") != 1 || folds.find("A") != 0 {
		t.Error("letters of another case make another name")
	}
}

// TestAliasingEnds: that strings may be parts of one run's input is not so in the next run under the same
// configuration, which may well have the same state, whether the first one ends well or not.
func TestAliasingEnds(t *testing.T) {
	for _, text := range []string{`{}`, `{"A":"x"}`, `{"A":`} {
		var v generatedByHand
		p := ProgramOf(plan.V1, reflect.TypeFor[generatedByHand]())
		s := Open(plan.V1, []byte(text), false, true)
		if !s.options.Has(option.AliasTagged) {
			t.Errorf("%s: the run has not the option", text)
		}
		if e := decodeByHand(s, p, s.Begin(unsafe.Pointer(&v), unsafe.Sizeof(v), false), unsafe.Pointer(&v)); !s.Ended(e) {
			s.Conclude(p, e, unsafe.Pointer(&v))
		}
		if s.options != plan.V1.Options {
			t.Errorf("%s: the state goes back with the options %b, want %b", text, s.options, plan.V1.Options)
		}
	}
}

// TestMemberNamesEarly has objects with names in any order, escaped, unknown, and of other case: what a list of names
// answers before there are patterns and a table is what it answers with them.
func TestMemberNamesEarly(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	walk := func(n *MemberNames, doc string) (steps []int) {
		s := Open(plan.V1, []byte(doc), false, false)
		defer s.release()
		for m, p := n.Member(s, 0, 0); ; {
			steps = append(steps, m, p)
			next := m + 1
			switch {
			case m == len(n.List):
				return steps
			case m < 0:
				m, p = n.Unknown(s, p, ^m, reflect.TypeFor[struct{}]())
				continue
			}
			m, p = n.Member(s, s.skip(p), next)
		}
	}
	for range 2000 {
		n := MemberNames{Exact: r.IntN(2) == 0}
		for i := range 1 + r.IntN(80) {
			n.List = append(n.List, strings.Repeat([]string{"a", "é", "B", "<"}[r.IntN(4)], r.IntN(20))+strconv.Itoa(i))
		}
		doc, comma := "{", ""
		for i := range r.IntN(2 * len(n.List)) {
			i %= len(n.List)
			if r.IntN(4) == 0 {
				i = r.IntN(len(n.List))
			}
			name := strconv.Quote(n.List[i])
			switch r.IntN(12) {
			case 0:
				name = `"other"`
			case 1:
				name = strings.ToUpper(name)
			case 2:
				name = strings.Replace(name, "a", `\u0061`, 1)
			case 3:
				name += []string{"\n", "x", `"`}[r.IntN(3)]
			}
			doc += comma + name + []string{":", " : "}[r.IntN(2)] + "1"
			comma = []string{",", " ,\n"}[r.IntN(2)]
		}
		doc += []string{"}", " }", ""}[r.IntN(3)]
		warm := MemberNames{List: n.List, Exact: n.Exact}
		warm.expect()
		warm.know()
		warm.fold()
		if got, want := walk(&n, doc), walk(&warm, doc); !slices.Equal(got, want) {
			t.Fatalf("%q in\n%s\nis %v, with a table %v", n.List, doc, got, want)
		}
	}
}

// BenchmarkMemberNames measures what is made of 20 names in generated code: their patterns, the table for another
// order, and the one for letters of another case.
func BenchmarkMemberNames(b *testing.B) {
	list := make([]string, 20)
	for i := range list {
		list[i] = fmt.Sprintf("Field%d", i)
	}
	for name, find := range map[string]func(n *MemberNames){
		"patterns": (*MemberNames).expect,
		"table":    func(n *MemberNames) { n.know() },
		"folding":  func(n *MemberNames) { n.find("field1") },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				find(&MemberNames{List: list})
			}
		})
	}
}
