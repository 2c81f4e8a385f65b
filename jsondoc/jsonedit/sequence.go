package jsonedit

import (
	"iter"
	"slices"
)

// sequence has the parts of a container in order. It is a tree in which each node knows the number of parts below it,
// so that inserting and removing moves few parts. Leaves have parts, other nodes have kids, and all leaves have the
// same depth. A node that gets too long is divided. A node without parts is removed; nodes are never joined.
type sequence struct {
	count int
	parts []part
	kids  []*sequence
}

// The largest number of parts of a leaf, and of kids of another node. An insertion moves half a node on average.
const (
	mostParts = 128
	mostKids  = 64
)

// sequenceOf returns a sequence with the parts in list. The sequence uses the memory of list.
func sequenceOf(list []part) sequence {
	if len(list) <= mostParts {
		return sequence{count: len(list), parts: list}
	}
	var nodes []*sequence
	for leaf := range slices.Chunk(list, mostParts) {
		nodes = append(nodes, &sequence{count: len(leaf), parts: leaf})
	}
	for len(nodes) > 1 {
		var above []*sequence
		for kids := range slices.Chunk(nodes, mostKids) {
			n := &sequence{kids: kids}
			for _, k := range kids {
				n.count += k.count
			}
			above = append(above, n)
		}
		nodes = above
	}
	return *nodes[0]
}

// from returns the part with index i and the parts after it in its leaf. They are valid until the next change.
func (s *sequence) from(i int) []part {
	for s.kids != nil {
		k := 0
		for i >= s.kids[k].count {
			i -= s.kids[k].count
			k++
		}
		s = s.kids[k]
	}
	return s.parts[i:]
}

// at returns the part with index i, which is valid until the next change.
func (s *sequence) at(i int) *part { return &s.from(i)[0] }

// all iterates over the parts in order.
func (s *sequence) all() iter.Seq2[int, *part] {
	return func(yield func(int, *part) bool) {
		for at := 0; at < s.count; {
			leaf := s.from(at)
			for i := range leaf {
				if !yield(at+i, &leaf[i]) {
					return
				}
			}
			at += len(leaf)
		}
	}
}

// insert makes p the part with index i.
func (s *sequence) insert(i int, p part) {
	if right := s.add(i, p); right != nil {
		left := *s
		*s = sequence{count: left.count + right.count, kids: []*sequence{&left, right}}
	}
}

// add inserts p at index i into a node. If the node has to be divided, add returns its second half, otherwise nil.
func (s *sequence) add(i int, p part) (right *sequence) {
	s.count++
	if s.kids == nil {
		if n := len(s.parts); n == cap(s.parts) {
			s.parts = slices.Grow(s.parts, min(n, mostParts-n)+1) // a leaf never has more parts than mostParts
		}
		s.parts = slices.Insert(s.parts, i, p)
		if n := len(s.parts); n > mostParts {
			half := n / 2
			if i == n-1 {
				half = i // if parts are only appended, nodes stay full
			}
			right = &sequence{count: n - half, parts: slices.Clone(s.parts[half:])}
			s.parts = slices.Delete(s.parts, half, n)
			s.count = half
		}
		return right
	}
	k := 0
	for i > s.kids[k].count {
		i -= s.kids[k].count
		k++
	}
	if half := s.kids[k].add(i, p); half != nil {
		s.kids = slices.Insert(s.kids, k+1, half)
		if n := len(s.kids); n > mostKids {
			half := n / 2
			if k == n-2 {
				half = n - 1
			}
			right = &sequence{kids: slices.Clone(s.kids[half:])}
			for _, k := range right.kids {
				right.count += k.count
			}
			s.kids = slices.Delete(s.kids, half, n)
			s.count -= right.count
		}
	}
	return right
}

// remove removes the part with index i, and returns it.
func (s *sequence) remove(i int) (p part) {
	s.count--
	if s.kids == nil {
		if p = s.parts[i]; i == 0 {
			s.parts[0] = part{}
			s.parts = s.parts[1:]
		} else {
			s.parts = slices.Delete(s.parts, i, i+1)
		}
		return p
	}
	k := 0
	for i >= s.kids[k].count {
		i -= s.kids[k].count
		k++
	}
	if p = s.kids[k].remove(i); s.kids[k].count == 0 {
		s.kids = slices.Delete(s.kids, k, k+1)
	}
	if s.count == 0 {
		*s = sequence{}
	}
	return p
}
