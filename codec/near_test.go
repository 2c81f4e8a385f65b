package codec_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// nearSet is a set of names that are known beforehand. Its model is a map.
type nearSet struct {
	list  []string
	names *codec.Names
	model map[string]int
}

func newNearSet(list []string) *nearSet {
	s := &nearSet{list, codec.NewNames(list...), map[string]int{}}
	for i, name := range slices.Backward(list) {
		s.model[name] = i
	}
	return s
}

// nearWays are the loops over members: each yields a member's number among names, and its name.
var nearWays = []struct {
	name string
	read func(r *codec.Reader, s *nearSet, each func(index int, name string))
}{
	{"ObjectOf", func(r *codec.Reader, s *nearSet, each func(int, string)) {
		for i := range r.ObjectOf(s.names) {
			each(i, string(r.MemberName()))
		}
	}},
	{"NextMemberOf", func(r *codec.Reader, s *nearSet, each func(int, string)) {
		r.BeginObject()
		for i, ok := r.NextMemberOf(s.names); ok; i, ok = r.NextMemberOf(s.names) {
			each(i, string(r.MemberName()))
			r.Skip()
		}
	}},
	{"Object", func(r *codec.Reader, s *nearSet, each func(int, string)) {
		for name := range r.Object() {
			i, ok := s.model[name]
			if !ok {
				i = codec.Unknown
			}
			each(i, name)
		}
	}},
	{"NextMember", func(r *codec.Reader, s *nearSet, each func(int, string)) {
		r.BeginObject()
		for name, ok := r.NextMember(); ok; name, ok = r.NextMember() {
			i, ok := s.model[name]
			if !ok {
				i = codec.Unknown
			}
			each(i, name)
			r.Skip()
		}
	}},
}

// nearReaders are kept from one document to the next: they remember names.
var nearReaders = [2]*codec.Reader{codec.NewBytesReader(nil), codec.NewReader(nil)}

// check writes an object of members with these names, and reads it in every way.
func (s *nearSet) check(t *testing.T, names ...string) {
	w := codec.NewBytesWriter(nil)
	w.BeginObject()
	plain := []string{}
	for i, name := range names {
		w.MemberInt(codec.NewName(name), int64(i))
		names[i] = strings.ToValidUTF8(name, "\ufffd")
		plain = append(plain, fmt.Sprintf("%s:%d", guard.Quote(names[i]), i))
	}
	w.EndObject()
	doc := w.Bytes()
	if want := "{" + strings.Join(plain, ",") + "}"; string(doc) != want && !strings.ContainsAny(want, "\\\ufffd") {
		t.Fatalf("wrote %s, want %s", doc, want)
	}
	for _, way := range nearWays {
		r := nearReaders[len(doc)%2]
		if r == nearReaders[0] {
			r.ResetBytes(doc)
		} else {
			r.Reset(iotest.HalfReader(bytes.NewReader(doc)))
		}
		k := 0
		way.read(r, s, func(index int, name string) {
			want, ok := codec.Unknown, false
			if k < len(names) {
				if want, ok = s.model[names[k]]; !ok {
					want = codec.Unknown
				}
			}
			if k >= len(names) || index != want || name != names[k] {
				t.Fatalf("%s of %q among %.300q: member %d is %q with number %d, want %d", way.name, doc, s.list, k, name, index, want)
			}
			k++
		})
		if r.Err() != nil || k != len(names) {
			t.Fatalf("%s of %q among %.300q: %d members, %v", way.name, doc, s.list, k, r.Err())
		}
	}
}

// TestNearNames reads names of every length and all that differ from them by little, known and unknown: where they
// are expected and where not, alone, left out, twice and in other orders.
func TestNearNames(t *testing.T) {
	for n, name := range guard.Names(80) {
		near := slices.Collect(guard.Near(name))
		two := []*nearSet{newNearSet([]string{name}), newNearSet([]string{"first", name, "last", name})}
		many := newNearSet(append([]string{"first", "second", name}, near...))
		for i, other := range near {
			if every := 4; (i+n)%every > 0 || !long.On() && (i+n)%(20*every) > 0 {
				continue
			}
			for _, s := range append(two, newNearSet([]string{name, other}), newNearSet([]string{other, name})) {
				s.check(t, other)
				s.check(t, name, other, name)
				s.check(t, "first", other, "first", "last", other)
			}
			many.check(t, "second", other, name)
			many.check(t, near[max(i-1, 0)], name, near[max(i-2, 0)], name, other)
		}
	}
}
