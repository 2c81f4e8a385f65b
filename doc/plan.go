package doc

import (
	"cmp"
	"slices"

	"github.com/zetes-json/zetes/internal/wire"
)

// Paths are several paths that one pass over a document answers. They never change and are safe for concurrent use.
type Paths struct {
	paths []Path
	root  *node
}

// A node is a place that paths lead to or through: the paths .a.b, .a.c and .a[0] share the node of .a, which has three
// edges. The walk over a document follows the edges and skips everything else.
type node struct {
	edges   []edge
	byName  []int           // an edge for each name to look for in objects
	byIndex []int           // an edge for each index to look for in arrays, in order
	lookup  *wire.NameIndex // an index of byName, if it is long
	ends    []int           // numbers of the paths that end here
	known   map[step]int    // all edges, while many are added
}

// edge is a step to another node. The name 0 and the 0 of a JSON Pointer are two steps that may both lead on from one
// value: each of their edges then refers to the other.
type edge struct {
	step
	to                  *node
	alsoName, alsoIndex *edge
}

// manyNames is the largest number of names that are compared one by one.
const manyNames = 8

// NewPaths prepares paths for one pass.
func NewPaths(paths ...Path) *Paths {
	p := &Paths{append([]Path(nil), paths...), new(node)}
	for i, path := range p.paths {
		n := p.root
		for _, s := range path.steps {
			n = n.follow(s)
		}
		n.ends = append(n.ends, i)
	}
	p.root.prepare()
	return p
}

// follow returns the node that the edge for s leads to. It adds the edge if there is none.
func (n *node) follow(s step) *node {
	if n.known != nil {
		if i, ok := n.known[s]; ok {
			return n.edges[i].to
		}
	} else {
		for i := range n.edges {
			if n.edges[i].step == s {
				return n.edges[i].to
			}
		}
	}
	to := new(node)
	n.edges = append(n.edges, edge{step: s, to: to})
	if n.known == nil && len(n.edges) > manyNames {
		n.known = make(map[step]int)
		for i := range n.edges {
			n.known[n.edges[i].step] = i
		}
	}
	if n.known != nil {
		n.known[s] = len(n.edges) - 1
	}
	return to
}

// prepare counts the edges of n and of all nodes below it.
func (n *node) prepare() {
	n.known = nil
	byName, byIndex := map[string]*edge{}, map[int]*edge{}
	var names []string
	for i := range n.edges {
		e := &n.edges[i]
		if e.isName {
			if first := byName[e.name]; first != nil {
				first.alsoName = e
			} else {
				byName[e.name] = e
				names, n.byName = append(names, e.name), append(n.byName, i)
			}
		}
		if e.isIndex {
			if first := byIndex[e.index]; first != nil {
				first.alsoIndex = e
			} else {
				byIndex[e.index] = e
				n.byIndex = append(n.byIndex, i)
			}
		}
		e.to.prepare()
	}
	slices.SortFunc(n.byIndex, func(i, k int) int { return cmp.Compare(n.edges[i].index, n.edges[k].index) })
	if len(names) > manyNames {
		x := wire.IndexNames(names)
		n.lookup = &x
	}
}

// Len returns the number of paths.
func (p *Paths) Len() int {
	if p == nil {
		return 0
	}
	return len(p.paths)
}

// Get appends the values at the paths to dst, in the order of the paths, and returns the extended slice. A missing
// value is the zero Value; [Path.Get] says why it is missing. The only error is about bad JSON; then dst is returned
// unchanged.
func (p *Paths) Get(dst []Value, data []byte) ([]Value, error) {
	return Options{}.GetPaths(dst, data, p)
}
