package doc

// selection is one run of a query over a tape.
type selection struct {
	t    *tape
	root uint32
	steps
	regexps regexps
}

// query returns the nodes that the segments select from nodes.
func (s *selection) query(segments []segment, nodes []uint32) []uint32 {
	for i := range segments {
		var next []uint32
		for _, n := range nodes {
			if segments[i].descend {
				next = s.descend(&segments[i], n, next)
			} else {
				next = s.children(&segments[i], n, next)
			}
		}
		nodes = next
	}
	return nodes
}

// descend applies the selectors of g to the value n and to all values in it.
func (s *selection) descend(g *segment, n uint32, to []uint32) []uint32 {
	if s.spend(1) {
		return to
	}
	to = s.children(g, n, to)
	c := s.t.Kind(int(n))
	if c|0x20 != '{' {
		return to
	}
	at, end := s.t.Inside(int(n))
	for at < end {
		if c == '{' {
			at++
		}
		if s.t.Kind(at)|0x20 == '{' {
			to = s.descend(g, uint32(at), to)
		} else if s.spend(1) {
			break
		}
		at = s.t.Next(at)
	}
	return to
}

// children applies the selectors of g to the value n.
func (s *selection) children(g *segment, n uint32, to []uint32) []uint32 {
	c := s.t.Kind(int(n))
	if c|0x20 != '{' {
		return to
	}
	before := len(to)
	for i := range g.selectors {
		switch x := &g.selectors[i]; {
		case s.steps < 0:
			return to
		case x.kind == byName && c == '{':
			if s.spend(int(s.t.Cells[n+1].B) * (1 + len(x.name)/bytesPerStep)) {
				return to
			}
			if m := s.t.member(int(n), x.name); m >= 0 {
				to = append(to, uint32(m))
			}
		case x.kind == byIndex && c == '[':
			index, size := x.index, int(s.t.Cells[n+1].B)
			if index < 0 {
				index += size
			}
			if s.spend(min(max(index, 0), size)) {
				return to
			}
			if e := s.t.element(int(n), index); e >= 0 {
				to = append(to, uint32(e))
			}
		case x.kind == bySlice && c == '[':
			to = s.slice(&x.slice, n, to)
		case x.kind == byAny || x.kind == byFilter:
			to = s.each(x.filter, n, c, to)
		}
	}
	s.spend(len(to) - before)
	return to
}

// each selects the children of n for which the filter holds, or all of them without a filter.
func (s *selection) each(filter *expr, n uint32, c byte, to []uint32) []uint32 {
	at, end := s.t.Inside(int(n))
	for at < end {
		if c == '{' {
			at++
		}
		if s.spend(1) {
			return to
		}
		if filter == nil || s.holds(filter, uint32(at)) {
			to = append(to, uint32(at))
		}
		at = s.t.Next(at)
	}
	return to
}

// slice selects the elements of the array n from start to end, by the rules of RFC 9535 (2.3.4).
func (s *selection) slice(x *slice, n uint32, to []uint32) []uint32 {
	size := int(s.t.Cells[n+1].B)
	if x.step == 0 || size == 0 || s.spend(size) {
		return to
	}
	list := make([]uint32, 0, size)
	at, end := s.t.Inside(int(n))
	for ; at < end; at = s.t.Next(at) {
		list = append(list, uint32(at))
	}
	within := func(i, least, most int) int {
		if i < 0 {
			i += size
		}
		return min(max(i, least), most)
	}
	if x.step > 0 {
		from, to2 := 0, size
		if !x.noStart {
			from = within(x.start, 0, size)
		}
		if !x.noEnd {
			to2 = within(x.end, 0, size)
		}
		for i := from; i < to2; i += min(x.step, size) {
			to = append(to, list[i])
		}
		return to
	}
	from, downTo := size-1, -1
	if !x.noStart {
		from = within(x.start, -1, size-1)
	}
	if !x.noEnd {
		downTo = within(x.end, -1, size-1)
	}
	for i := from; i > downTo; i -= min(-x.step, size) {
		to = append(to, list[i])
	}
	return to
}
