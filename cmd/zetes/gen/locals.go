package gen

import (
	"fmt"
	"go/scanner"
	"go/token"
	"go/types"
	"strings"
)

// locals are the variables of generated functions. Where a function mentions a type or a package of such a name, the
// variable gets another.
var locals = map[string]bool{
	"v": true, "f": true, "w": true, "n": true, "p": true, "in": true, "m": true, "i": true, "s": true,
	"start": true, "seen": true, "data": true, "dst": true, "flags": true, "ok": true,
}

// mention is a type as a function writes it. While the function is written a word stands for it, so that the variables
// can be told from it.
type mention struct {
	text  string
	names map[string]bool // what must not be a variable's name there
}

// stand is how words begin that stand for types. It is a letter that identifiers hardly begin with.
const stand = "ǀ"

// inside returns what stands for t within a function.
func (g *generator) inside(t types.Type) string { return g.mention(g.typ(t), true) }

// head returns what stands for t in front of a function's body, where variables of the function are not known yet.
func (g *generator) head(t types.Type) string { return g.mention(g.typ(t), false) }

func (g *generator) mention(text string, inside bool) string {
	m := mention{text, map[string]bool{}}
	for _, w := range words(text) {
		if inside || g.params[w.text] {
			m.names[w.text] = true
		}
	}
	g.mentions = append(g.mentions, m)
	return fmt.Sprintf("%s%d", stand, len(g.mentions)-1)
}

// word is an identifier that does not select anything.
type word struct {
	at   int
	text string
}

// words returns the identifiers in a piece of Go code.
func words(code string) (list []word) {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(code))
	s.Init(file, []byte(code), func(token.Position, string) {}, 0)
	for last := token.EOF; ; {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return list
		}
		if tok == token.IDENT && last != token.PERIOD {
			list = append(list, word{file.Offset(pos), text})
		}
		last = tok
	}
}

// functions returns the functions in code with their variables' names, and types in the place of what stands for them.
func (g *generator) functions(code string) string {
	var b strings.Builder
	for f := range strings.SplitAfterSeq(code, "\n}\n\n") {
		list := words(f)
		names, types := map[string]bool{}, map[string]string{}
		for _, w := range list {
			var i int
			if _, err := fmt.Sscanf(w.text, stand+"%d", &i); err == nil && i < len(g.mentions) {
				types[w.text] = g.mentions[i].text
				for name := range g.mentions[i].names {
					names[name] = true
				}
			}
		}
		done := 0
		for _, w := range list {
			text := w.text
			switch is, ok := types[text]; {
			case ok:
				text = is
			case locals[text]:
				for names[text] {
					text += "_"
				}
			default:
				g.predeclared(text, names)
				continue
			}
			b.WriteString(f[done:w.at] + text)
			done = w.at + len(w.text)
		}
		b.WriteString(f[done:])
	}
	return b.String()
}

// library returns code with the name that package static has in the file.
func (g *generator) library(code string) string {
	name := g.imports[staticPath]
	if name == "static" {
		return code
	}
	var b strings.Builder
	done := 0
	for _, w := range words(code) {
		if end := w.at + len(w.text); w.text == "static" && strings.HasPrefix(code[end:], ".") {
			b.WriteString(code[done:w.at] + name)
			done = end
		}
	}
	return b.String() + code[done:]
}

// predeclared refuses a name of Go's own that means something else in the package, or is among names.
func (g *generator) predeclared(name string, names map[string]bool) {
	if g.run.wrong != nil || types.Universe.Lookup(name) == nil {
		return
	}
	if o := g.pkg.Scope().Lookup(name); o != nil {
		g.run.wrong = fmt.Errorf("%s: generated code needs Go's own %s, which the package declares anew: give this one another name", g.unit.at(o.Pos()), name)
	} else if names[name] && g.params[name] {
		g.run.wrong = fmt.Errorf("%s: generated code needs Go's own %s, which is a type parameter in the package: give that another name", g.unit.out, name)
	}
}

// look looks at a type that is to be written: it refuses one that is made of types of Go's own whose names mean something
// else, and notes one in which there is what does not compile.
func (g *generator) look(t types.Type) {
	walk(t, map[any]bool{}, func(t types.Type) bool {
		switch t := t.(type) {
		case *types.Basic:
			g.lacks = g.lacks || t.Kind() == types.Invalid
			g.predeclared(t.Name(), g.params)
		case *types.Named:
			if t.Obj().Pkg() == nil {
				g.predeclared(t.Obj().Name(), g.params)
			}
		case *types.Interface:
			if t.NumMethods() == 0 {
				g.predeclared("any", g.params)
			}
		}
		return true
	}, false)
}
