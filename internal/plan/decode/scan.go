package decode

// skip checks the value at p and returns the position after it, or -1 if it is not JSON. In {"a":[1,2],"b":3} it goes
// from 5 to 10.
func (s *state) skip(p int) int {
	if e := s.Skip(p, maxDepth-s.depth); e >= 0 {
		return e
	}
	return s.fail()
}

// skipString returns the position after the string whose opening quote is at p, or -1 if it is not JSON.
func (s *state) skipString(p int) int {
	if e := s.SkipString(p); e >= 0 {
		return e
	}
	return s.fail()
}
