package jsondoc

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/internal/tests/samples"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
)

// somePaths returns random paths, of which some lead somewhere in text and some nowhere.
func somePaths(r *rand.Rand, text []byte) []Path {
	paths := []Path{NewPath(), NewPath("0"), MustPointer("/0"), MustPointer("/1/0"), NewPath("no", 3)}
	for range 12 {
		p := PathAt(text, r.IntN(len(text)+1))
		switch r.IntN(6) {
		case 0:
			p = MustPointer(p.String())
		case 1:
			p = NewPath(p, samples.Names[r.IntN(len(samples.Names))])
		case 2:
			p = NewPath(p, r.IntN(3))
		}
		paths = append(paths, p)
	}
	return paths
}

// answers says what o finds at the paths, one by one and in one pass.
func answers(o Options, text []byte, paths []Path) (out []string) {
	for _, p := range paths {
		v, err := o.GetPath(text, p)
		out = append(out, fmt.Sprintf("%s: %d %q %v", p, v.Offset(), v.Raw(), err))
	}
	all, err := o.GetPaths(nil, text, NewPaths(paths...))
	for _, v := range all {
		out = append(out, fmt.Sprintf("%d %q", v.Offset(), v.Raw()))
	}
	return append(out, fmt.Sprint(err))
}

// TestUnchecked compares the unchecked way with the checked one over random documents, some of them long.
func TestUnchecked(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	tries := 1500
	if !long.On() || guard.Race {
		tries = 300
	}
	guard.EachKernel(t, func(t *testing.T) {
		for try := range tries {
			text := samples.Text(r, 4)
			switch {
			case try%50 == 0:
				list := []string{text}
				for range 1 + r.IntN(200) {
					list = append(list, samples.Text(r, 3))
				}
				text = `[{"a":[` + strings.Join(list, ",") + `],"0":[` + strings.Join(list, " , ") + "]}," + strings.Join(list, ",") + "]"
			case try%5 == 0:
				text = `{"0":` + text + `,"b":"` + strings.Repeat(`\\\"}]`, r.IntN(100)) + `","\u0061":` + samples.Text(r, 2) + `,"a":1}`
			case try%7 == 0:
				text = strings.Replace(text, "é", "\xe9", 1)
			}
			paths := somePaths(r, []byte(text))
			got, want := answers(Options{Unchecked: true}, []byte(text), paths), answers(Options{}, []byte(text), paths)
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("%.2000q\n%s\nwant\n%s", text, got[i], want[i])
				}
			}
		}
	})
}

// TestUncheckedStays has texts that are no JSON end at a page nobody may touch: answers are parts of the text.
func TestUncheckedStays(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	memory := guard.New(t, 1<<16)
	tries := 3000
	if !long.On() || guard.Race {
		tries = 600
	}
	for range tries {
		b := []byte(samples.Text(r, 4))
		paths := somePaths(r, b)
		for range 1 + r.IntN(4) {
			b[r.IntN(len(b))] = "{}[],:\"\\0a- \xe9"[r.IntN(13)]
		}
		uncheckedStays(t, memory.Ending(string(b[:r.IntN(len(b)+1)])), paths)
	}
}

func uncheckedStays(t *testing.T, text []byte, paths []Path) {
	o := Options{Unchecked: true}
	all, _ := o.GetPaths(nil, text, NewPaths(paths...))
	for _, p := range paths {
		if v, err := o.GetPath(text, p); err == nil {
			all = append(all, v)
		}
	}
	for _, v := range all {
		if raw := v.Raw(); v.Exists() && string(text[v.Offset():v.Offset()+len(raw)]) != string(raw) {
			t.Fatalf("%q: %q at %d", text, raw, v.Offset())
		}
	}
}

// TestUncheckedAll has the choices beside it that check all of the text.
func TestUncheckedAll(t *testing.T) {
	const text = `{"a":[x],"b":1}`
	for i, o := range []Options{{Unchecked: true}, {Unchecked: true, Whole: true}, {}} {
		_, err := o.Get([]byte(text), "b")
		_, several := o.GetPaths(nil, []byte(text), NewPaths(NewPath("b")))
		if got := err == nil && several == nil; got != (i == 0) {
			t.Errorf("%+v: %v, %v", o, err, several)
		}
	}
}

// FuzzUnchecked compares both ways where the text is JSON, and has answers be parts of it where it is not.
func FuzzUnchecked(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b":"]}\\\""}],"0":[[2],[3]]}`), "/a/1/b", byte(1))
	f.Add([]byte(`[["\\",[{}]],[`+strings.Repeat(`{"x":[]},`, 40)+`1]]`), "/1/40", byte(0))
	f.Add([]byte(`{"a":[{"b":1},{"\u0062":2,"b":3},[]],"a":[{"b":4}]}`), "/a/0", byte(1))
	f.Fuzz(func(t *testing.T, text []byte, pointer string, index byte) {
		paths := []Path{NewPath(int(index)), NewPath(strconv.Itoa(int(index))), PathAt(text, int(index))}
		if p, err := Pointer(pointer); err == nil {
			paths = append(paths, p)
		}
		uncheckedStays(t, text, paths)
		queries := []*jsonpath.Query{jsonpath.MustCompile("$[*].b"), jsonpath.MustCompile("$.a[1:4:2]"), jsonpath.MustCompile("$[*][*][*]"), jsonpath.MustCompile("$[" + strconv.Itoa(int(index)) + "][*]")}
		for _, q := range queries {
			if got, want := selected(Options{}, text, q), selected(byTape, text, q); got != want {
				t.Fatalf("%s of %q\n%s\nwant\n%s", q, text, got, want)
			}
			selected(Options{Unchecked: true}, text, q)
		}
		if _, err := (Options{Whole: true}).Get(text); err == nil {
			for _, q := range queries {
				if got, want := selected(Options{Unchecked: true}, text, q), selected(byTape, text, q); got != want {
					t.Fatalf("%s of %q\n%s\nwant\n%s", q, text, got, want)
				}
			}
			if got, want := answers(Options{Unchecked: true}, text, paths), answers(Options{}, text, paths); !reflect.DeepEqual(got, want) {
				t.Fatalf("%q\n%q\nwant\n%q", text, got, want)
			}
		}
	})
}
