package follow

import (
	"slices"
	"sort"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// Several paths form a tree by their common beginnings, so one walk finds the values of all of them. It compares a
// name in the text only with the names of one node of the tree, or looks it up in the node's index if there are many.

// A Plan holds several paths whose values one walk finds. It does not change after Prepare.
type Plan struct {
	root *node
	n    int // number of paths
}

// A node is a place that paths lead to or through: the paths .a.b, .a.c and .a[0] share the node of .a, which has three
// edges. A walk follows the edges and skips everything else.
type node struct {
	edges   []edge
	byName  []int           // indexes in edges: one edge for each name to look for in objects
	byIndex []int           // indexes in edges: one edge for each index to look for in arrays, in order
	lookup  *wire.NameIndex // an index of byName, if it is long
	ends    []int           // numbers of the paths that end here
	known   map[Step]*node  // where each edge leads, while edges are added
}

// edge is a step to another node. Two edges of a node may lead to the same member or element, such as the name "0" and
// the 0 of a JSON Pointer, which is a name or an index. Then the first of these edges refers to the other one: by
// alsoName for members of objects, by alsoIndex for elements of arrays.
type edge struct {
	Step
	to                  *node
	alsoName, alsoIndex *edge
}

// manyNames is the largest number of names in a node to which a name is compared one by one.
const manyNames = 8

// Add adds a path. [Plan.Prepare] must be called after the last call of Add.
func (p *Plan) Add(steps []Step) {
	if p.root == nil {
		p.root = new(node)
	}
	n := p.root
	for _, s := range steps {
		n = n.follow(s)
	}
	n.ends = append(n.ends, p.n)
	p.n++
}

// Len returns the number of paths.
func (p *Plan) Len() int { return p.n }

// Prepare makes the tables that walks use.
func (p *Plan) Prepare() {
	if p.root != nil {
		p.root.prepare()
	}
}

// follow returns the node that the edge for s leads to. If there is no such edge, it adds one.
func (n *node) follow(s Step) *node {
	to := n.known[s]
	if to == nil {
		to = new(node)
		n.edges = append(n.edges, edge{Step: s, to: to})
		if n.known == nil {
			n.known = make(map[Step]*node)
		}
		n.known[s] = to
	}
	return to
}

// prepare makes the tables of n and of all nodes below it.
func (n *node) prepare() {
	n.known = nil
	byName, byIndex := map[string]*edge{}, map[int]*edge{}
	var names []string
	for i := range n.edges {
		e := &n.edges[i]
		if e.IsName {
			if first := byName[e.Name]; first != nil {
				first.alsoName = e
			} else {
				byName[e.Name] = e
				names, n.byName = append(names, e.Name), append(n.byName, i)
			}
		}
		if e.IsIndex {
			if first := byIndex[e.Index]; first != nil {
				first.alsoIndex = e
			} else {
				byIndex[e.Index] = e
				n.byIndex = append(n.byIndex, i)
			}
		}
		e.to.prepare()
	}
	sort.SliceStable(n.byIndex, func(i, k int) bool { return n.edges[n.byIndex[i]].Index < n.edges[n.byIndex[k]].Index })
	if len(names) > manyNames {
		x := wire.IndexNames(names)
		n.lookup = &x
	}
}

// find returns the index in byName of the edge with that name, or -1.
func (n *node) find(name []byte) int {
	if n.lookup != nil {
		return n.lookup.Find(mem.Frozen(name))
	}
	for i, k := range n.byName {
		if x := &n.edges[k]; len(x.Name) == len(name) && x.Name == string(name) {
			return i
		}
	}
	return -1
}

// Plan finds the values at the paths of p in the text. It returns a Span for each path, which is zero if there is no
// value, and the position after the whole text's value. If whole is false, it may return Done as the position. The
// Spans are valid until the end of the walk.
func (w *Walk) Plan(p *Plan, room int, whole bool) (found []wire.Span, end int) {
	w.spans = slices.Grow(w.spans[:0], p.n)[:p.n]
	clear(w.spans)
	end = w.value(p.root, w.Token(0), room, whole)
	return w.spans, end
}

// value finds the paths of n in the value at p, and returns the position after the value. If needEnd is false, it may
// return Done. room is the number of containers that may still be nested.
func (w *Walk) value(n *node, p, room int, needEnd bool) (end int) {
	needEnd = needEnd || len(n.ends) > 0
	switch c := w.At(p); {
	case c == '{' && len(n.byName) > 0:
		mark := len(w.taken)
		end = w.object(n, p, room, needEnd)
		w.taken = w.taken[:mark]
	case c == '[' && len(n.byIndex) > 0:
		end = w.array(n, p, room, needEnd)
	case needEnd:
		end = w.Skip(p, room)
	case n.edges != nil && c != '{' && c != '[' && w.Skip(p, room) < 0:
		return Bad // no value starts here
	default:
		return Done
	}
	if end >= 0 {
		for _, i := range n.ends {
			w.spans[i] = wire.Span{Start: p, End: end}
		}
	}
	return end
}

func (w *Walk) object(n *node, p, room int, needEnd bool) int {
	open, mark := len(n.byName), len(w.taken)
	w.taken = append(w.taken, make([]bool, open)...)
	q, more := w.enter(p, room)
	for more {
		name, at := w.member(q)
		if at < 0 {
			return Bad
		}
		i := n.find(name)
		if i < 0 || w.taken[mark+i] {
			q, more = w.next(w.Skip(at, room-1), '}')
			continue
		}
		w.taken[mark+i] = true
		x := &n.edges[n.byName[i]]
		open--
		e := w.edge(x, x.alsoName, at, room-1, needEnd || open > 0)
		if open == 0 {
			return w.rest(e, '}', room, needEnd)
		}
		q, more = w.next(e, '}')
	}
	return q
}

func (w *Walk) array(n *node, p, room int, needEnd bool) int {
	open := n.byIndex
	q, more := w.enter(p, room)
	for at := 0; more; at++ {
		x := &n.edges[open[0]]
		if x.Index > at {
			passed := 0
			if q, passed = w.PassElements(q, x.Index-at, room-1); q < 0 {
				return Bad
			}
			at += passed
		}
		if x.Index != at {
			q, more = w.next(w.Skip(q, room-1), ']')
			continue
		}
		open = open[1:]
		e := w.edge(x, x.alsoIndex, q, room-1, needEnd || len(open) > 0)
		if len(open) == 0 {
			return w.rest(e, ']', room, needEnd)
		}
		q, more = w.next(e, ']')
	}
	return q
}

// edge follows the edge x to the value at p. If also is not nil, this second edge leads to the same value, and the walk
// goes over the value twice.
func (w *Walk) edge(x, also *edge, p, room int, needEnd bool) int {
	if also != nil {
		if w.value(also.to, p, room, false) == Bad {
			return Bad
		}
		w.Back(p)
	}
	return w.value(x.to, p, room, needEnd)
}

// rest skips the rest of a container after the value that ends at e, since no path leads to its other values.
func (w *Walk) rest(e int, closing byte, room int, needEnd bool) int {
	switch {
	case e < 0:
		return e
	case !needEnd:
		return Done
	}
	return w.Leave(e, closing, room-1)
}
