package outside

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tag"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json"
)

// namesDoor is a way into a loop over members, and what that makes of names.
type namesDoor struct {
	name    string
	exact   bool // names in another case are other names
	rejects bool // names without a field are errors
	rare    bool // it takes long to say that, and is tried now and then
	decode  func(doc []byte, v any) error
}

var namesDoors = []namesDoor{
	{"Unmarshal", false, false, false, json.Unmarshal},
	{"Decoder", false, true, false, func(doc []byte, v any) error {
		d := json.NewDecoder(bytes.NewReader(doc))
		d.DisallowUnknownFields()
		return d.Decode(v)
	}},
	{"exact", true, false, false, zetes.Config{ExactCase: true}.Freeze().Unmarshal},
	{"exact, known", true, true, true, zetes.Config{ExactCase: true, RejectUnknown: true}.Freeze().Unmarshal},
	{"rules", false, false, false, zetes.Config{Defaults: true}.Freeze().Unmarshal}, // see namesStruct.with
	{"window", false, false, false, func() func(doc []byte, v any) error {
		a := zetes.Config{}.Freeze()
		return func(doc []byte, v any) error {
			r := codec.NewBytesReader(doc)
			defer r.Release()
			a.ReadValue(r, v)
			return r.Err()
		}
	}()},
}

// namesStruct is a struct of integers, the model of which is a map from names to fields.
type namesStruct struct {
	names         []string
	exact, folded map[string]int
	target        reflect.Value
	got, want     []int
	documents     int
}

func newNamesStruct(names []string) *namesStruct {
	s := &namesStruct{names: names, exact: map[string]int{}, folded: map[string]int{}, want: make([]int, len(names))}
	fields := make([]reflect.StructField, len(names))
	for i, name := range names {
		tag := `json:"` + name + `"`
		if i == 0 {
			tag += ` default:"0"` // under a configuration with defaults, absent members matter for this struct
		}
		fields[i] = reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: reflect.TypeFor[int](), Tag: reflect.StructTag(tag)}
		s.exact[name] = i
		fold := strings.ToLower(name)
		if _, ok := s.folded[fold]; !ok {
			s.folded[fold] = i
		}
	}
	s.target = reflect.New(reflect.StructOf(fields))
	s.got = unsafe.Slice((*int)(s.target.UnsafePointer()), len(names))
	return s
}

// find returns the field of name, or -1.
func (s *namesStruct) find(name string, exact bool) int {
	if i, ok := s.exact[name]; ok {
		return i
	}
	if i, ok := s.folded[strings.ToLower(name)]; ok && !exact {
		return i
	}
	return -1
}

// check decodes an object of members that have names, and the numbers from 1 on, through every door.
func (s *namesStruct) check(t *testing.T, names ...string) {
	doc := []byte{'{'}
	for i, name := range names {
		doc = append(doc, guard.Quote(name)...)
		doc = append(strconv.AppendInt(append(doc, ':'), int64(i+1), 10), ',')
	}
	doc[len(doc)-1] = '}'
	s.checkDoc(t, doc, names)
}

func (s *namesStruct) checkDoc(t *testing.T, doc []byte, names []string) {
	s.documents++
	for _, d := range namesDoors {
		if d.rare && s.documents%64 > 0 {
			continue
		}
		clear(s.want)
		unknown := false
		for i, name := range names {
			if f := s.find(name, d.exact); f >= 0 {
				s.want[f] = i + 1
			} else {
				unknown = true
			}
		}
		clear(s.got)
		err := d.decode(doc, s.target.Interface())
		if (err != nil) != (unknown && d.rejects) || !slices.Equal(s.got, s.want) {
			t.Fatalf("%s of %q into fields %.300q:\n got %v, %v\nwant %v, unknown names: %v", d.name, doc, s.names, s.got, err, s.want, unknown)
		}
	}
}

// TestNearNames decodes names of every length and all that differ from them by little, known and unknown: where
// they are expected and where not, alone, left out, twice and in other orders.
func TestNearNames(t *testing.T) {
	for n, name := range guard.Names(80) {
		if n%long.Rounds(5, 1) > 0 {
			continue
		}
		near := slices.Collect(guard.Near(name))
		// A struct of two: the name and one near it, in both orders.
		for i, other := range near {
			if i%(4*n+5) != 0 || !isFieldName(other) {
				continue
			}
			for _, pair := range [][]string{{name, other}, {other, name}} {
				s := newNamesStruct(pair)
				s.check(t, name)
				s.check(t, other)
				s.check(t, name, other)
				s.check(t, other, name)
				s.check(t, other, name, other)
			}
		}
		// A struct of many: each but the first two stands behind another, after which it is expected.
		list := []string{"first", "second", name}
		for i, other := range near {
			if i%7 < 2 && isFieldName(other) && !slices.Contains(list, other) {
				list = append(list, other)
			}
		}
		s := newNamesStruct(append(list, "last"))
		for i, other := range near {
			if (i+n)%long.Rounds(16, 2) > 0 {
				continue
			}
			s.check(t, other)
			s.check(t, "second", other)          // where name is expected
			s.check(t, "first", other)           // where name is expected next but one
			s.check(t, "second", other, "first") // the last one out of order
			s.check(t, "first", name, other, name, "last")
			if f := slices.Index(s.names, other); f > 2 {
				s.check(t, s.names[f-1], name) // name where the other is expected
				s.check(t, s.names[f-2], name)
				s.check(t, s.names[f-1], other, other)
				s.check(t, s.names[f-1], s.names[f+1], other)
			}
		}
		for i := range name {
			escaped := fmt.Sprintf(`{"second":1,"%s\u%04x%s":2}`, name[:i], name[i], name[i+1:])
			s.checkDoc(t, []byte(escaped), []string{"second", name})
		}
	}
}

// isFieldName reports whether a struct tag may name a field so.
func isFieldName(name string) bool {
	for _, c := range name {
		if c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return name != ""
}

// TestNearKeys decodes names of every length and all near them as keys of maps: readers remember those.
func TestNearKeys(t *testing.T) {
	for _, name := range guard.Names(80) {
		for i, other := range slices.Collect(guard.Near(name)) {
			if i%long.Rounds(4, 1) > 0 {
				continue
			}
			want := map[string]int{name: 3, strings.ToValidUTF8(other, "\ufffd"): 2}
			doc := fmt.Appendf(nil, `{%s:1,%s:2,%s:3}`, guard.Quote(name), guard.Quote(other), guard.Quote(name))
			got := map[string]int{}
			if err := json.Unmarshal(doc, &got); err != nil || !maps.Equal(got, want) {
				t.Fatalf("%q: %v, %v, want %v", doc, got, err, want)
			}
			anything := map[string]any{}
			if err := json.Unmarshal(doc, &anything); err != nil || len(anything) != len(want) || anything[name] != 3.0 {
				t.Fatalf("%q: %v, %v, want %v", doc, anything, err, want)
			}
		}
	}
}

// TestNameBehindEnd decodes documents that end within a name as long as no padding is.
func TestNameBehindEnd(t *testing.T) {
	name := strings.Repeat("0123456789abcdef", 1<<9)
	target := reflect.StructOf([]reflect.StructField{{Name: "F", Type: reflect.TypeFor[int](), Tag: reflect.StructTag(`json:"` + name + `"`)}})
	mk := func() any { return reflect.New(target).Interface() }
	for _, n := range []int{15, 16, 17, 40, 200, len(name)} {
		same(t, `{"`+name[:n], mk)
		same(t, `{"`+name[:n]+`":1`, mk)
		same(t, `{"`+name[:n]+`":1}`, mk)
	}
}

// TestSpellings decodes documents in which names have their own case, that of other languages, any, or one after the
// other, in order and not, into structs that have met other documents before.
func TestSpellings(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	all := []string{"ID", "Name", "UserID", "FirstName", "HTTPServerURL", "created_at", "userId", "A_b", "lastName", "OAuth2Token", "ALongNameOfTwentyByte",
		"AVeryLongNameOfWhichThereAreManyInDocuments", "Long17BytesInAll1", "IPv4", "userid", "X"}
	cases := []func(string) string{
		func(s string) string { return s }, strings.ToLower, strings.ToUpper, tag.LowerCamel,
		func(s string) string {
			b := []byte(s)
			for i, c := range b {
				if rnd.IntN(2) == 0 && c >= 'A' {
					b[i] = strings.ToLower(string(c))[0]
				}
			}
			return string(b)
		},
	}
	for range long.Rounds(60, 600) {
		rnd.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		s := newNamesStruct(all[:1+rnd.IntN(len(all))])
		for range 12 {
			style, mixed := rnd.IntN(len(cases)), rnd.IntN(3) == 0
			var names []string
			for _, name := range s.names {
				if mixed {
					style = rnd.IntN(len(cases))
				}
				if rnd.IntN(8) > 0 {
					names = append(names, cases[style](name))
				}
			}
			if rnd.IntN(4) == 0 {
				rnd.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
			}
			for range 1 + rnd.IntN(2) {
				s.check(t, append(names, "none")...)
			}
		}
	}
}

// TestSpellingsShared: goroutines whose documents have names in different cases share the lists of a type.
func TestSpellingsShared(t *testing.T) {
	type person struct {
		UserID    int
		FirstName string
		Next      *person
	}
	var wait sync.WaitGroup
	for i, doc := range []string{
		`{"userid":1,"firstname":"a","next":{"userid":1,"firstname":"b"}}`, `{"UserID":1,"FirstName":"a","Next":{"userID":1,"firstName":"b"}}`,
		`{"userId":1,"firstName":"a","next":{"userId":1,"firstName":"b"}}`, `{"userID":1,"firstName":"a","next":{"USERID":1,"FIRSTNAME":"b"}}`,
	} {
		wait.Go(func() {
			for range 500 {
				var p person
				if err := json.Unmarshal([]byte(doc), &p); err != nil || p.UserID != 1 || p.FirstName != "a" || p.Next.UserID != 1 || p.Next.FirstName != "b" {
					t.Errorf("%d: %+v, %v", i, p, err)
					return
				}
			}
		})
	}
	wait.Wait()
}

// TestSpellingErrors: an error has the name of the field, however the document spells it.
func TestSpellingErrors(t *testing.T) {
	type user struct{ ID, UserID int }
	for _, doc := range []string{`{"id":1,"userId":2}`, `{"id":1,"userId":"x"}`, `{"ID":1,"UserID":"x"}`, `{"id":1,"userid":"x"}`} {
		var got, want user
		if err, std := json.Unmarshal([]byte(doc), &got), stdjson.Unmarshal([]byte(doc), &want); fmt.Sprint(err) != fmt.Sprint(std) || got != want {
			t.Errorf("%s: %v, %+v, want %v, %+v", doc, err, got, std, want)
		}
	}
}

// TestNamesThatFold reads names that fold to fields' names through letters that are not ASCII: ſ folds to s, and the
// Kelvin sign to k, at the beginning, at the end and alone.
func TestNamesThatFold(t *testing.T) {
	type fields struct {
		A int `json:"stop"`
		B int `json:"send"`
		C int `json:"mask"`
		D int `json:"bus"`
		E int `json:"loſ"`
		F int `json:"K"` // the Kelvin sign
		G int `json:"École"`
		H int `json:"x"`
	}
	var names []string
	for _, name := range []string{"stop", "send", "mask", "bus", "los", "k", "école", "x", "s", "none", "é", "st", "[top", "XS", "8"} {
		for _, first := range []string{"", "s", "S", "ſ", "k", "K", "é", "É"} {
			for _, last := range []string{"", "s", "S", "ſ", "k", "K"} {
				if first != "" && strings.EqualFold(first, string([]rune(name)[:1])) {
					names = append(names, first+string([]rune(name)[1:]))
				}
				if last != "" && strings.EqualFold(last, name[len(name)-1:]) {
					names = append(names, name[:len(name)-1]+last)
				}
			}
		}
		names = append(names, name, strings.ToUpper(name), "_"+name, name+"_", "")
	}
	for _, name := range names {
		var got, want fields
		doc := fmt.Appendf(nil, `{"other":1,%q:5,"y":2}`, name)
		if err, stdErr := json.Unmarshal(doc, &got), stdjson.Unmarshal(doc, &want); err != nil || stdErr != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v, %v", doc, got, err, want, stdErr)
		}
	}
}
