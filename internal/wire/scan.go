package wire

// Valid reports whether b is one JSON value, with white space around it or not.
func Valid(b []byte) bool {
	var s Scanner
	n, st := s.run(b, nil)
	switch st {
	case Done:
		return n+spaceSlow(b[n:]) == len(b)
	case More:
		return s.End()
	}
	return false
}

// run is Scan for a scanner that is between two tokens, and writes what it sees to out unless that is nil.
func (s *Scanner) run(b []byte, out *sink) (n int, st Status) {
	var (
		w    = window{b: b}
		i, e int
		c    byte
	)
	html, pretty := out != nil && out.html, out != nil && out.pretty
	switch s.state {
	case value:
		goto atValue
	case firstElem:
		goto atFirstElem
	case firstName:
		goto atFirstName
	case nextName:
		goto atName
	case colon:
		goto atColon
	case after:
		goto atAfter
	default:
		panic("wire: inside a token")
	}

atFirstElem:
	if i >= len(b) {
		s.state = firstElem
		return i, More
	}
	if c = b[i]; c <= ' ' {
		if e = w.text(i); e == i {
			s.state = firstElem
			return i, Bad
		}
		if out != nil {
			out.gap(b, i, e)
		}
		i = e
		goto atFirstElem
	}
	if c == ']' {
		goto empty
	}
	if pretty {
		out.line(b, i, s.depth)
	}
	goto first

atValue:
	if i >= len(b) {
		s.state = value
		return i, More
	}
	c = b[i]
first:
	switch c {
	case '"':
		e = i + 1
		for {
			e = w.special(e)
			if e >= len(b) {
				return s.cut(b, i, value)
			}
			if b[e] == '"' {
				break
			}
			if b[e] != '\\' {
				return e, Bad
			}
			m, st := escape(b[e:])
			if st == More {
				return s.cut(b, i, value)
			}
			e += m
			if st == Bad {
				return e, Bad
			}
		}
		if html {
			out.escape(b, i+1, e)
		}
		i = e + 1
		goto atAfter
	case '{':
		if !s.push(1) {
			return i, Bad
		}
		i++
		goto atFirstName
	case '[':
		if !s.push(0) {
			return i, Bad
		}
		i++
		goto atFirstElem
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		m, st := Number(b[i:])
		if st == More {
			return s.cut(b, i, value)
		}
		i += m
		if st == Bad {
			return i, Bad
		}
		goto atAfter
	case 't':
		if i+4 <= len(b) && string(b[i:i+4]) == "true" {
			i += 4
			goto atAfter
		}
		return s.cut(b, i, value)
	case 'n':
		if i+4 <= len(b) && string(b[i:i+4]) == "null" {
			i += 4
			goto atAfter
		}
		return s.cut(b, i, value)
	case 'f':
		if i+5 <= len(b) && string(b[i:i+5]) == "false" {
			i += 5
			goto atAfter
		}
		return s.cut(b, i, value)
	case ' ', '\n', '\r', '\t':
		e = w.text(i)
		if out != nil {
			out.gap(b, i, e)
		}
		i = e
		goto atValue
	}
	s.state = value
	return i, Bad

atAfter:
	if s.depth == 0 {
		s.state = after
		return i, Done
	}
	if i >= len(b) {
		s.state = after
		return i, More
	}
	switch c = b[i]; c {
	case ',':
		i++
		if pretty {
			out.line(b, i, s.depth)
		}
		if s.cur&1 != 0 {
			goto atName
		}
		goto atValue
	case '}', ']':
		if (c == '}') != s.inObject() {
			s.state = after
			return i, Bad
		}
		if pretty {
			out.line(b, i, s.depth-1)
		}
		s.pop()
		i++
		goto atAfter
	case ' ', '\n', '\r', '\t':
		e = w.text(i)
		if out != nil {
			out.gap(b, i, e)
		}
		i = e
		goto atAfter
	}
	s.state = after
	return i, Bad

empty:
	s.pop()
	i++
	goto atAfter

atFirstName:
	if i >= len(b) {
		s.state = firstName
		return i, More
	}
	switch c = b[i]; c {
	case '"':
		if pretty {
			out.line(b, i, s.depth)
		}
		goto atName
	case '}':
		goto empty
	case ' ', '\n', '\r', '\t':
		e = w.text(i)
		if out != nil {
			out.gap(b, i, e)
		}
		i = e
		goto atFirstName
	}
	s.state = firstName
	return i, Bad

atName:
	if i >= len(b) {
		s.state = nextName
		return i, More
	}
	switch b[i] {
	case '"':
		e = i + 1
		for {
			e = w.special(e)
			if e >= len(b) {
				return s.cut(b, i, nextName)
			}
			if b[e] == '"' {
				break
			}
			if b[e] != '\\' {
				return e, Bad
			}
			m, st := escape(b[e:])
			if st == More {
				return s.cut(b, i, nextName)
			}
			e += m
			if st == Bad {
				return e, Bad
			}
		}
		if html {
			out.escape(b, i+1, e)
		}
		i = e + 1
		goto atColon
	case ' ', '\n', '\r', '\t':
		e = w.text(i)
		if out != nil {
			out.gap(b, i, e)
		}
		i = e
		goto atName
	}
	s.state = nextName
	return i, Bad

atColon:
	if i >= len(b) {
		s.state = colon
		return i, More
	}
	switch b[i] {
	case ':':
		i++
		if pretty {
			out.space(b, i)
		}
		goto atValue
	case ' ', '\n', '\r', '\t':
		e = w.text(i)
		if out != nil {
			out.gap(b, i, e)
		}
		i = e
		goto atColon
	}
	s.state = colon
	return i, Bad
}

// cut takes the bytes from i on, which are the start of a token or not valid, one by one.
func (s *Scanner) cut(b []byte, i int, before state) (n int, st Status) {
	s.state = before
	for n = i; n < len(b); n++ {
		if st, _ := s.step(b[n]); st != More {
			return n, st
		}
	}
	return n, More
}
