package decode

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/guard"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
)

var usualLong, usualPiece = leastLong, pieceSize

// InPiecesOf has documents of any length decoded in pieces of size bytes. 0 is for none, and -1 as usual.
func InPiecesOf(size int) {
	switch leastLong, pieceSize = 0, size; size {
	case 0:
		leastLong = math.MaxInt
	case -1:
		leastLong, pieceSize = usualLong, usualPiece
	}
}

// DecodedInPieces reports whether the last document for p could be decoded in pieces, and has the next one tried again.
func DecodedInPieces(p *Program) bool { return p.whole.Swap(0) == 0 }

// TestPiecesLearn: of a type whose documents can't be decoded in pieces the next ones are decoded as a whole.
func TestPiecesLearn(t *testing.T) {
	InPiecesOf(10)
	defer InPiecesOf(-1)
	c := &Call{Config: plan.V1, Program: ProgramOf(plan.V1, reflect.TypeFor[[]int]())}
	text := []byte(`[1,2,3,4,5,6,"7",8,9,10,11,12]`)
	for i := range asWhole + 3 {
		var v []int
		if f := c.Unmarshal(text, &v).Take(); f == nil || f.Offset != 13 || len(v) != 12 {
			t.Fatalf("%v, %v", f, v)
		}
		if want := (2*asWhole + 1 - i) % (asWhole + 1); int(c.Program.whole.Load()) != want {
			t.Fatalf("after %d: %d documents as a whole, want %d", i, c.Program.whole.Load(), want)
		}
	}
}

// TestPiecesAgain: a document that can't be decoded in pieces leaves the target as it was for the second try.
func TestPiecesAgain(t *testing.T) {
	InPiecesOf(5)
	defer InPiecesOf(-1)
	type target struct {
		A []int
		B map[string]int
		C string
	}
	c := &Call{Config: plan.V1}
	for _, text := range []string{`{"A":[1,2,3],"B":{"x":1,"y":2},"C":"z","A":["x"]}`, `{"A":[1,2,3],"B":{"x":1,"y":2},"C":"z",}`} {
		var v target
		s := c.inPieces(ProgramOf(plan.V1, reflect.TypeFor[target]()), []byte(text), mem.Ptr(&v))
		if s == nil || !reflect.DeepEqual(v, target{}) || string(s.input[:s.N]) != text || s.long != nil {
			t.Errorf("%s: %+v", text, v)
		}
		s.release()
	}
}

// TestPiecesState: what a long document leaves of its state is as good as new for a short one, and not much memory.
func TestPiecesState(t *testing.T) {
	InPiecesOf(1 << 10)
	defer InPiecesOf(-1)
	long := []byte(`["` + strings.Repeat("x,", mem.MostPooled/2) + `",` + strings.Repeat(`"a",`, 1000) + `"b"]`)
	c := &Call{Config: plan.V1}
	for range 2 {
		var v []string
		if f := c.Unmarshal(long, &v).Take(); f != nil || len(v) != 1002 || len(v[0]) != mem.MostPooled {
			t.Fatal(f, len(v))
		}
		s := idle(plan.V1, 0)
		if s.long != nil || s.guest || len(s.input) > mem.MostPooled {
			t.Errorf("%+v, %d bytes", s.long, len(s.input))
		}
		s.release()
		var n int
		if f := c.Unmarshal([]byte(" 7 "), &n).Take(); f != nil || n != 7 {
			t.Fatal(f, n)
		}
	}
}

// TestAllocPieces: a long document takes memory for what it becomes, and a piece.
func TestAllocPieces(t *testing.T) {
	if guard.Race {
		t.Skip("the race detector has pools forget")
	}
	element := `{"id":12345678,"unknown":[1,2,{"a":"some text, that is passed over"}],"text":"and, some more"},`
	elements := bytes.Repeat([]byte(element), (4<<20)/len(element))
	list := append(append([]byte{'['}, elements[:len(elements)-1]...), ']')
	if leastLong != mem.MostPooled {
		t.Error("longer documents are those whose copy no pool keeps")
	}
	InPiecesOf(usualPiece)
	defer InPiecesOf(-1)
	c := &Call{Config: plan.V1}
	for _, row := range []struct {
		name  string
		text  []byte
		value func() any
	}{
		{"elements", list, func() any { return new([1]struct{ ID int }) }},
		{"unknown member", []byte(`{"unknown":` + string(list) + `,"ID":1}`), func() any { return new(struct{ ID int }) }},
		{"members", []byte(`{"List":` + string(list) + `,"ID":1}`), func() any { return new(struct{ List [1]struct{ ID int } }) }},
	} {
		least := len(row.text)
		for range 5 {
			runtime.GC() // what lies in pools is not counted
			runtime.GC()
			least = min(least, guard.Allocated(func() {
				if f := c.Unmarshal(row.text, row.value()).Take(); f != nil {
					t.Fatal(row.name, f)
				}
			}))
		}
		if least > len(row.text)/16 {
			t.Errorf("%s: %d bytes for %d of input", row.name, least, len(row.text))
		}
	}
}

// TestCut: a piece ends in front of a comma, and is longer than half of what is asked for.
func TestCut(t *testing.T) {
	for range 2000 {
		b := make([]byte, rand.N(200))
		for i := range b {
			b[i] = `,,"}]x `[rand.N(7)]
		}
		if rand.N(4) == 0 {
			b = bytes.ReplaceAll(b, []byte(","), []byte("x"))
		}
		least := 1 + rand.N(100)
		piece := cut(b, least)
		switch {
		case len(piece) == len(b):
			if i := bytes.IndexByte(b[min(least, len(b)):], ','); i >= 0 && len(b) > least+least/2 {
				t.Errorf("%q for %d: all", b, least)
			}
		case !bytes.HasPrefix(b, piece) || b[len(piece)] != ',' || len(piece) <= least/2:
			t.Errorf("%q for %d: %q", b, least, piece)
		}
	}
}
