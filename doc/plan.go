package doc

import "github.com/zetes-json/zetes/internal/wire"

// Paths are several paths that are answered in one pass over a document. They never change and are safe for concurrent
// use.
type Paths struct {
	paths []Path
	root  *node
}

// A node is a place that paths lead to or through: the paths .a.b, .a.c and .a[0] share the node of .a, which has
// three edges. The walk over a document follows the edges and passes over everything else.
type node struct {
	edges  []edge
	names  int             // edges that objects have
	index  int             // edges that arrays have
	lookup *wire.NameIndex // of names, where there are many
	byName []int           // the edges of the names
	ends   []int           // the paths that end here
}

type edge struct {
	step
	to *node
}

// manyNames is how many names are looked for by comparing each.
const manyNames = 8

// NewPaths prepares paths to be answered together.
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

// follow returns the node behind the edge for s, which it adds where there is none.
func (n *node) follow(s step) *node {
	for i := range n.edges {
		if n.edges[i].step == s {
			return n.edges[i].to
		}
	}
	to := new(node)
	n.edges = append(n.edges, edge{s, to})
	return to
}

// prepare counts the edges of n and of all nodes below it.
func (n *node) prepare() {
	var names []string
	for i := range n.edges {
		e := &n.edges[i]
		if e.isName {
			names, n.byName = append(names, e.name), append(n.byName, i)
		}
		if e.isIndex {
			n.index++
		}
		e.to.prepare()
	}
	if n.names = len(names); n.names > manyNames {
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

// Get appends the values at the paths to dst, in the order of the paths, and returns the extended slice. A value that
// is not there is the zero Value: [Path.Get] tells why. The error is that about bad JSON, and then dst comes back as
// it was.
func (p *Paths) Get(dst []Value, data []byte) ([]Value, error) {
	return Options{}.GetPaths(dst, data, p)
}
