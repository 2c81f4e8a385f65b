package decode

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/guard"
	"github.com/zetes-json/zetes/internal/long"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
)

// thenPlain is Then, Then16 and Then32 byte by byte.
func thenPlain(input string, p int, text string) (int, bool) {
	if p >= 0 && p < len(input) && strings.HasPrefix(input[p:], text) {
		if rest := input[p+len(text):]; rest != "" && rest[0] > ' ' {
			return p + len(text), true
		}
	}
	return p, false
}

// TestThen compares with the model over texts of every length: whole, one bit off at each place, cut at each place,
// with what is no value behind them, and at positions that say that there is none. The input's memory ends at a page
// nobody may touch.
func TestThen(t *testing.T) {
	memory := guard.New(t, 1<<12)
	check := func(input string, p int, text string) {
		in := memory.Ending(input + strings.Repeat("\x00", padding))
		s := &state{source: source{}}
		s.In, s.N = mem.Data(in), len(input)
		for name, f := range map[string]func(p int, text string) (int, bool){"Then": s.Then, "Then16": s.Then16, "Then32": s.Then32} {
			if name == "Then16" && (len(text) < 8 || len(text) > 16) || name == "Then32" && (len(text) < 16 || len(text) > 32) {
				continue
			}
			q, ok := f(p, text)
			if want, is := thenPlain(input, p, text); q != want || ok != is {
				t.Fatalf("%s(%d, %q) of %q: %d, %v, want %d, %v", name, p, text, input, q, ok, want, is)
			}
		}
	}
	for n := 1; n <= 67; n++ {
		text := (`,"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789__":`)[:n-1] + ":"
		for _, front := range []string{"", `{"b":1`} {
			at := len(front)
			for _, behind := range []string{`1`, `"x"}`, ` 1`, "\n", "\x00", "\x1f", "!", ""} {
				whole := front + text + behind
				for _, p := range []int{at, at + 1, at - 1, 0, len(whole), len(whole) + 1, -1, -2, ^at} {
					check(whole, p, text)
				}
			}
			whole := front + text + "1"
			for i := range len(text) {
				for bit := range 8 {
					off := []byte(whole)
					off[at+i] ^= 1 << bit
					check(string(off), at, text)
				}
				check(whole[:at+i], at, text)
			}
		}
	}
}

// TestLast: a closing brace ends the members, and nothing else does.
func TestLast(t *testing.T) {
	for c := range 256 {
		in := append([]byte{'1', byte(c)}, make([]byte, padding)...)
		s := &state{}
		s.In, s.N = mem.Data(in), 2
		for _, p := range []int{1, 2, -1, -2} {
			q, ok := s.Last(p)
			if ends := c == '}' && p == 1; ok != ends || ends && q != 2 || !ends && q != p {
				t.Errorf("%q at %d: %d, %v", byte(c), p, q, ok)
			}
		}
	}
}

// readSelf is a struct that is never decoded as one: it reads itself from text.
type readSelf struct{ A int }

func (*readSelf) UnmarshalText([]byte) error { panic("UnmarshalText") }

// TestMisfitOfOwn: what does not fit a member is treated by the plan of the struct, whatever methods that has.
func TestMisfitOfOwn(t *testing.T) {
	names := MemberNames{List: []string{"A"}}
	s := Open(plan.V1, []byte(`{"A":"x"}`), false, false)
	var v readSelf
	p := s.Begin(unsafe.Pointer(&v), unsafe.Sizeof(v), false)
	if !s.Object(p) {
		t.Fatal("no object")
	}
	if m, q := names.Misfit(s, ^5, 1, reflect.TypeFor[readSelf](), unsafe.Pointer(&v)); m != 1 || q != 9 {
		t.Errorf("%d, %d, want 1, 9", m, q)
	}
	if s.fault.Offset != 5 {
		t.Errorf("%+v, want a fault at 5", s.fault)
	}
	s.release()
}

// TestMember compares the way through the members of an object with that of a plain loop over them, for names in every
// order, twice and not at all, spelled with escapes and in other cases, with white space at every place.
func TestMember(t *testing.T) {
	names := MemberNames{List: []string{"id", "Name", "a_name_of_twenty_five_char", "kind"}}
	spelled := []string{"id", "Name", "a_name_of_twenty_five_char", "kind", "NAME", `\u0069d`, "none", "ID", "a_name_of_twenty_fixe_char", ""}
	want := []int{0, 1, 2, 3, 1, 0, -1, 0, -1, -1}
	for _, space := range []string{"", " ", "\n\t", strings.Repeat(" ", 70)} {
		for i := range spelled {
			for j := range spelled {
				for k := range spelled {
					var b strings.Builder
					b.WriteString("{" + space)
					for n, x := range []int{i, j, k} {
						if n > 0 {
							b.WriteString(space + "," + space)
						}
						b.WriteString(`"` + spelled[x] + `"` + space + ":" + space + "7")
					}
					b.WriteString(space + "}")
					s := Open(plan.V1, []byte(b.String()), false, false)
					var got []int
					s.Object(0)
					m, p := names.Member(s, 0, 0)
					for m != len(names.List) {
						next := 0
						if m < 0 {
							next = ^m
							got = append(got, -1)
							m, p = names.Unknown(s, p, next, reflect.TypeFor[generatedByHand]())
							continue
						}
						if got = append(got, m); s.At(p) != '7' {
							t.Fatalf("%s: no value at %d", b.String(), p)
						}
						m, p = names.Member(s, p+1, m+1)
					}
					if p != b.Len() || !slices.Equal(got, []int{want[i], want[j], want[k]}) {
						t.Fatalf("%s: %d up to %d, want %d", b.String(), got, p, []int{want[i], want[j], want[k]})
					}
					s.release()
				}
			}
		}
	}
}

// TestMemberNear compares Member with memberSlow from every place of documents, whatever member is expected there:
// names around the lengths of one and of two patterns, as they are and with one letter changed, with white space of
// lengths around that of a block in front of, between and behind what belongs to a member, and with colons, commas and
// quotes that are missing.
func TestMemberNear(t *testing.T) {
	const letters = "abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMN"
	var list []string
	for _, n := range []int{0, 1, 7, 8, 14, 15, 16, 17, 30, 31, 32, 33, 40} {
		list = append(list, letters[:n])
	}
	names := MemberNames{List: list}
	names.expect()
	rnd := rand.New(rand.NewPCG(1, 2))
	blank := func() string {
		switch rnd.IntN(6) {
		case 0, 1:
			return ""
		case 2, 3:
			return " "
		}
		return "\n" + strings.Repeat(" ", rnd.IntN(30)*rnd.IntN(5)) + "\t"
	}
	marked := func(c string) string {
		if rnd.IntN(20) == 0 {
			return ""
		}
		return blank() + c
	}
	found, rounds := 0, 2000
	if !long.On() {
		rounds = 400
	}
	for range rounds {
		text, first := marked("{"), rnd.IntN(len(list))
		for i := range 1 + rnd.IntN(4) {
			if i > 0 {
				text += marked(",")
			}
			name := []byte(list[min(first+i, len(list)-1)])
			if len(name) > 0 && rnd.IntN(4) == 0 {
				name[rnd.IntN(len(name))] ^= 1
			}
			text += marked(`"`) + string(name) + `"` + marked(":") + blank() + "1"
		}
		text += marked("}")
		for p := -3; p <= len(text); p++ {
			for next := max(first-1, 0); next <= min(first+4, len(list)); next++ {
				run := func(member func(s *Job, p, next int) (int, int)) (m, q int, f fault.Fault) {
					s := Open(plan.V1, []byte(text), false, false)
					defer s.release()
					m, q = member(s, p, next)
					return m, q, s.fault
				}
				m, q, f := run(names.Member)
				if wantM, want, wantF := run(names.memberSlow); m != wantM || q != want || f.Code != wantF.Code {
					t.Fatalf("%q from %d, %d expected: %d at %d (%v), want %d at %d (%v)", text, p, next, m, q, f.Code, wantM, want, wantF.Code)
				}
				if m >= 0 && m < len(list) {
					found++
				}
			}
		}
	}
	if found < 10_000 {
		t.Errorf("only %d members were found", found)
	}
}

// TestUnknownBrace: a brace behind an unknown member, where the first known one is still expected, begins no object.
func TestUnknownBrace(t *testing.T) {
	for _, text := range []string{`{"x":1{"id":1}}`, `{"x":1 {"id":1}`, `{"x":1{}`, `{"x":1{"id":1},"id":2}`} {
		names := MemberNames{List: []string{"id", "Name"}}
		s := Open(plan.V1, []byte(text), false, false)
		s.Object(0)
		m, p := names.Member(s, 0, 0)
		if m >= 0 {
			t.Fatalf("%s: member %d", text, m)
		}
		if m, p = names.Unknown(s, p, ^m, reflect.TypeFor[generatedByHand]()); m != len(names.List) || p != -1 {
			t.Errorf("%s: member %d at %d", text, m, p)
		}
		s.release()
	}
}

// TestBehindNames: what is looked at behind the last name matches nothing, for each member that may be expected there.
func TestBehindNames(t *testing.T) {
	for n := range 5 {
		f := newPatterns([]string{"a", "b", "c", "d"}[:n])
		list := f[:cap(f)]
		if len(f) != n || len(list) < n+2 { // the one that is expected, and the one behind that
			t.Fatalf("%d names: a list of %d, room for %d", n, len(f), len(list))
		}
		for i := n; i < n+2; i++ {
			if list[i].head != mem.NoPattern {
				t.Errorf("%d names: place %d matches something", n, i)
			}
		}
	}
}
