package wire

import (
	"strings"
	"testing"
)

// nextBytes says of each byte what a Structure makes of it.
func nextBytes(s *Structure) (parts [256]Part) {
	for c := range parts {
		on := *s // on trial
		parts[c] = on.Next(byte(c))
	}
	return parts
}

// TestStructureNext walks over texts by the first bytes of their tokens, beside a stack that is kept by hand, and
// compares every byte that may come with that stack.
func TestStructureNext(t *testing.T) {
	const ( // what a frame of the stack is waiting for
		top = iota
		firstIn
		furtherIn
		behind
		firstKey
		furtherKey
		afterKey
		member
	)
	texts := []string{
		`[]`, `{}`, `[1,"",[],{},null]`, `{"":1,"":[],"":{"":true},"":"x"}`, `1 2 [] "" {"":0} 3`, `[[[]],[{"":[{}]}]]`,
		strings.Repeat("[", 130) + strings.Repeat("]", 130), strings.Repeat(`[{"":`, 70) + "0" + strings.Repeat("}]", 70) + "[[1,2]]",
		strings.Repeat(`{"":`, 64) + "[" + strings.Repeat("{\"\":[0,", 64),
	}
	for _, text := range texts {
		var s Structure
		stack := []int{top}
		in := func() *int { return &stack[len(stack)-1] }
		for i := 0; i < len(text); i++ {
			if text[i] == ' ' {
				continue
			}
			for c, got := range nextBytes(&s) {
				want, at := Wrong, *in()
				value := at == top || at == firstIn || at == furtherIn || at == member
				switch {
				case (c == '{' || c == '[') && value:
					want = Open
				case c == ']' && (at == firstIn || at == behind && s.InObject() == false), c == '}' && (at == firstKey || at == behind && s.InObject()):
					want = Close
				case c == ',' && at == behind, c == ':' && at == afterKey:
					want = Separator
				case c == '"' && (at == firstKey || at == furtherKey):
					want = Name
				case strings.IndexByte(`"-0123456789tfn`, byte(c)) >= 0 && value:
					want = Scalar
				}
				if got != want {
					t.Fatalf("%.40q: %q is %d, want %d", text[:i], rune(c), got, want)
				}
			}
			if depth := s.Depth(); depth != len(stack)-1 {
				t.Fatalf("%.40q: depth %d, want %d", text[:i], depth, len(stack)-1)
			}
			if s.WantsName() != (*in() == firstKey || *in() == furtherKey) || s.WantsColon() != (*in() == afterKey) {
				t.Fatalf("%.40q: names or colons are wanted in the wrong place", text[:i])
			}
			switch c, object := text[i], s.InObject(); s.Next(c) {
			case Open:
				stack = append(stack, firstIn)
				if c == '{' {
					*in() = firstKey
				}
			case Close:
				if stack = stack[:len(stack)-1]; len(stack) > 1 {
					*in() = behind
				}
			case Name:
				*in() = afterKey
				i++
			case Separator:
				switch {
				case c == ':':
					*in() = member
				case object:
					*in() = furtherKey
				default:
					*in() = furtherIn
				}
			case Scalar:
				if len(stack) > 1 {
					*in() = behind
				}
				for i+1 < len(text) && strings.IndexByte(`,]} `, text[i+1]) < 0 {
					i++
				}
			default:
				t.Fatalf("%.40q: wrong", text[:i+1])
			}
		}
	}
}

// tokens returns the place that a text leads to, and the number of its tokens.
func tokens(t *testing.T, text string) (s Structure, n int) {
	for i := 0; i < len(text); i++ {
		switch s.Next(text[i]) {
		case Wrong:
			t.Fatalf("%q is wrong at %d", text, i)
		case Separator:
			continue
		}
		if n++; text[i] == '"' {
			i++ // all strings here are empty
		}
	}
	return s, n
}

// TestLead: behind a lead the same may come next, and it has as many tokens as it says.
func TestLead(t *testing.T) {
	const path = `[[[{"":[{"":"","":{"":[0,1,[],{}],"":[`
	all := path + strings.Repeat(`[{"":`, 40) + strings.Repeat("[", 70) + strings.Repeat(`{"":`, 130) + `{"":0,"":[`
	for n := range len(all) + 1 {
		if strings.HasSuffix(all[:n], `"`) && strings.Count(all[:n], `"`)%2 != 0 {
			continue // within a string
		}
		s, _ := tokens(t, all[:n])
		lead := s.Lead()
		short, count := tokens(t, lead.Text)
		if nextBytes(&short) != nextBytes(&s) || count != lead.Tokens || short.Depth() > 1 {
			t.Fatalf("%q: lead %q with %d tokens", all[:n], lead.Text, lead.Tokens)
		}
		text, tokenCount := s.WholeLead()
		whole, count := tokens(t, string(text))
		if nextBytes(&whole) != nextBytes(&s) || count != tokenCount || whole.Depth() != s.Depth() {
			t.Fatalf("%q: whole lead %q with %d tokens", all[:n], text, tokenCount)
		}
		for level := 1; level <= s.Depth(); level++ {
			if whole.nest.object(level) != s.nest.object(level) {
				t.Fatalf("%q: level %d of %q is another", all[:n], level, text)
			}
		}
	}
}

// TestScannerLead: a text that is cut or damaged leads to the same error as its lead does: at the same byte, behind the
// same token.
func TestScannerLead(t *testing.T) {
	for _, doc := range documents(t) {
		if len(doc) > 400 {
			continue
		}
		n, st, _ := plain(doc)
		if st != Bad {
			continue
		}
		for form, loop := range map[string]func(*Scanner) (int, Status){
			"scan":   func(s *Scanner) (int, Status) { return s.Scan(doc) },
			"walk":   func(s *Scanner) (int, Status) { return s.Walk(doc) },
			"blocks": func(s *Scanner) (int, Status) { return s.blocks(doc) },
		} {
			var s Scanner
			loop(&s)
			if s.TooDeep() {
				continue
			}
			lead, token := s.Lead(doc[:n])
			short := lead + string(doc[n-token:n+1])
			if k, st, _ := plain([]byte(short)); st != Bad || k != len(short)-1 {
				t.Errorf("%s: %q is wrong at %d, but what leads there, %q, at %d", form, doc, n, short, k)
			}
		}
	}
}
