package jsonedit

import (
	"encoding/binary"
	"hash/maphash"
	"strconv"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/tree"
	"github.com/zetes-json/zetes/jsondoc/internal/document"
)

// Diff compares values by hashes first. The hash of each value of both documents is computed once, from the inside
// outwards. If two hashes are equal, the values are compared, once. The search for the common parts of two arrays
// (align.go) has a budget. So Diff takes time proportional to the length of both documents.

// Diff returns a JSON Patch (RFC 6902) that turns the first document into the second, or into a value that
// [jsondoc.Equal] takes for equal. Both must be JSON. If both have an array at the same place, the patch keeps as many
// elements as possible that both have in the same order, and removes, adds or changes the elements between them. So an
// inserted or removed element is one operation, wherever it stands. If thousands of elements differ, the patch may keep
// fewer, since Diff takes time proportional to both documents.
func Diff(from, to []byte) ([]byte, error) {
	a, err := document.Options{}.Parse(from)
	if err != nil {
		return nil, about("the first document", err)
	}
	defer a.Release()
	b, err := document.Options{}.Parse(to)
	if err != nil {
		return nil, about("the second document", err)
	}
	defer b.Release()
	d := differ{a: a, b: b, seed: maphash.MakeSeed(), out: []byte{'['}}
	d.steps = leastDiffSteps + stepsPerCell*min(len(a.Cells)+len(b.Cells), mostDiffCells)
	d.hashA, d.hashB = make([]uint64, len(a.Cells)), make([]uint64, len(b.Cells))
	d.hash(a, d.hashA, 0)
	d.hash(b, d.hashB, 0)
	d.value(0, 0)
	if d.over() {
		d.out, d.path = append(d.out[:0], '['), nil
		d.operation("replace", b.Span(0))
	}
	return append(d.out, ']'), nil
}

// over reports whether the patch is more than twice as long as the new document, which long paths can cause. Diff drops
// such a patch, and returns a single operation that replaces the whole document.
func (d *differ) over() bool { return len(d.out) > 2*len(d.b.Span(0))+1<<12 }

type differ struct {
	a, b         *tree.Tape
	hashA, hashB []uint64
	seed         maphash.Seed
	path         []byte // the current path as a JSON Pointer, escaped as in a JSON string
	text         []byte // memory for an escaped name
	out          []byte
	steps        int // steps that are left for aligning arrays
}

// hash computes the hashes of the value with number i in t and of all values in it. Equal values have equal hashes.
func (d *differ) hash(t *tree.Tape, to []uint64, i int) uint64 {
	var h maphash.Hash
	h.SetSeed(d.seed)
	c := t.Kind(i)
	switch c {
	case '{':
		sum := uint64(0)
		first := t.Firsts(i)
		for at, end := t.Inside(i); at < end; at = t.Next(at + 1) {
			x := d.hash(t, to, at+1)
			name := t.View(at)
			if !first(name, at+1) {
				continue
			}
			h.Reset()
			h.WriteString(name)
			writeWord(&h, x)
			sum += h.Sum64() // the order of members does not matter
		}
		h.Reset()
		h.WriteByte('{')
		writeWord(&h, sum)
	case '[':
		h.WriteByte('[')
		for at, end := t.Inside(i); at < end; at = t.Next(at) {
			writeWord(&h, d.hash(t, to, at))
		}
	case '"':
		h.WriteByte('"')
		h.WriteString(t.View(i))
	case 't', 'f', 'n':
		h.WriteByte(c)
	default:
		x := tree.DecimalOf(mem.Frozen(t.Span(i)))
		h.WriteByte(byte('1' + x.Sign()))
		h.WriteString(x.Digits)
		switch {
		case x.Far == nil:
			writeWord(&h, uint64(x.Exp))
		case x.Far.IsInt64():
			writeWord(&h, uint64(x.Far.Int64()))
		default:
			h.Write(x.Far.Bytes())
		}
	}
	to[i] = h.Sum64()
	return to[i]
}

func writeWord(h *maphash.Hash, x uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], x)
	h.Write(b[:])
}

// same reports whether the values i of a and k of b are equal.
func (d *differ) same(i, k int) bool { return d.hashA[i] == d.hashB[k] && tree.Equal(d.a, i, d.b, k) }

// value writes operations that turn the value i of a into the value k of b, both at the current path.
func (d *differ) value(i, k int) {
	switch c := d.a.Kind(i); {
	case d.over() || d.same(i, k):
	case c == '{' && d.b.Kind(k) == '{':
		d.object(i, k)
	case c == '[' && d.b.Kind(k) == '[':
		d.array(i, k)
	default:
		d.operation("replace", d.b.Span(k))
	}
}

// operation writes an operation at the current path. It writes nothing if the patch is already too long: an element may
// be one byte, and its path as long as the document.
func (d *differ) operation(op string, value []byte) {
	if d.over() {
		return
	}
	if len(d.out) > 1 {
		d.out = append(d.out, ',')
	}
	d.out = append(append(append(d.out, `{"op":"`...), op...), `","path":"`...)
	d.out = append(append(d.out, d.path...), '"')
	if value != nil {
		d.out = append(append(d.out, `,"value":`...), value...)
	}
	d.out = append(d.out, '}')
}

// down calls do while the path has a further name.
func (d *differ) down(name string, do func()) {
	mark := len(d.path)
	d.text = kernel.AppendString(d.text[:0], locate.EscapeName(name), kernel.EscapeMinimal)
	d.path = append(append(d.path, '/'), d.text[1:len(d.text)-1]...)
	do()
	d.path = d.path[:mark]
}

// at calls do while the path has a further index.
func (d *differ) at(index int, do func()) {
	mark := len(d.path)
	d.path = strconv.AppendInt(append(d.path, '/'), int64(index), 10)
	do()
	d.path = d.path[:mark]
}

func (d *differ) object(i, k int) {
	all := tree.NoLimit
	x, y := all.Names(d.a, i), all.Names(d.b, k)
	for at, end := d.a.Inside(i); at < end; at = d.a.Next(at + 1) {
		name := d.a.View(at)
		if x[name] != at+1 {
			continue
		}
		if m, ok := y[name]; ok {
			d.down(name, func() { d.value(at+1, m) })
		} else {
			d.down(name, func() { d.operation("remove", nil) })
		}
	}
	for at, end := d.b.Inside(k); at < end; at = d.b.Next(at + 1) {
		name := d.b.View(at)
		if _, ok := x[name]; !ok && y[name] == at+1 {
			d.down(name, func() { d.operation("add", d.b.Span(at+1)) })
		}
	}
}

// array writes operations that turn the array i of a into the array k of b. It keeps the elements that both have in
// common. Between them it changes elements in place, and removes or adds the rest. Each index in the patch is the index
// that the element has in b.
func (d *differ) array(i, k int) {
	x, y := d.a.Elements(i), d.b.Elements(k)
	a, b := 0, 0
	for _, r := range append(align(hashes(d.hashA, x), hashes(d.hashB, y), &d.steps), run{len(x), len(y), 0}) {
		d.between(x[a:r.a], y[b:r.b], b)
		for j := range r.n {
			if !d.same(x[r.a+j], y[r.b+j]) { // two different values have the same hash
				d.between(x[r.a+j:r.a+j+1], y[r.b+j:r.b+j+1], r.b+j)
			}
		}
		a, b = r.a+r.n, r.b+r.n
	}
}

// between writes operations that turn the elements x into the elements y. x[0] and y[0] have the index first.
func (d *differ) between(x, y []int, first int) {
	n := min(len(x), len(y))
	for j := range n {
		d.at(first+j, func() { d.value(x[j], y[j]) })
	}
	for j := len(x) - 1; j >= n; j-- {
		d.at(first+j, func() { d.operation("remove", nil) })
	}
	for j := n; j < len(y); j++ {
		d.at(first+j, func() { d.operation("add", d.b.Span(y[j])) })
	}
}

// hashes returns the hashes of the given cells. The parameter of has the hashes of all cells.
func hashes(of []uint64, cells []int) []uint64 {
	list := make([]uint64, len(cells))
	for i, c := range cells {
		list[i] = of[c]
	}
	return list
}
