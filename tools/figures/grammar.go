package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
)

// A sign is what shows that a function knows a part of JSON's grammar: it compares bytes with some of these.
type sign struct {
	what string
	all  []string   // each of them
	any  [][]string // and one of each
}

var signs = []sign{
	{"structure: what follows a value in an array or object", []string{`','`}, [][]string{{`']'`, `'}'`}}},
	{"structure: colons", []string{`':'`}, [][]string{{`'"'`, `' '`, `','`, `'{'`, `'}'`}}},
	{"numbers: fraction and exponent", []string{`'.'`}, [][]string{{`'e'`, `'E'`}, {`'+'`, `'-'`}}},
	{"escapes: the letter behind a backslash", []string{`'u'`}, [][]string{{`'\\'`, `'n'`, `'b'`}}},
}

// grammar lists the functions that know JSON's grammar by comparing bytes with its characters. Functions that print
// JSON are among them where they compare too.
func grammar(out io.Writer, files []*file, _ int) error {
	for _, s := range signs {
		found := knowing(&s, files)
		if _, err := fmt.Fprintf(out, "\nGrammar, %s: %d functions\n\n  %s\n", s.what, len(found), strings.Join(found, "\n  ")); err != nil {
			return err
		}
	}
	return nil
}

// knowing returns the functions with the sign, with their places.
func knowing(s *sign, files []*file) (found []string) {
	for _, f := range files {
		if f.test {
			continue
		}
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && s.in(compared(fn.Body)) {
				found = append(found, fmt.Sprintf("%s %s:%d", nameOf(fn), f.path, f.fset.Position(fn.Pos()).Line))
			}
		}
	}
	slices.Sort(found)
	return found
}

// in reports whether the characters are the sign.
func (s *sign) in(chars map[string]bool) bool {
	for _, c := range s.all {
		if !chars[c] {
			return false
		}
	}
	for _, of := range s.any {
		if !slices.ContainsFunc(of, func(c string) bool { return chars[c] }) {
			return false
		}
	}
	return true
}

// compared returns the characters that something is compared with in the body.
func compared(body *ast.BlockStmt) map[string]bool {
	chars := map[string]bool{}
	add := func(e ast.Expr) {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.CHAR {
			chars[lit.Value] = true
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ || n.Op == token.OR {
				add(n.X)
				add(n.Y)
			}
		case *ast.CaseClause:
			for _, e := range n.List {
				add(e)
			}
		}
		return true
	})
	return chars
}

// entries lists what the engine's packages export, and how many arguments it takes.
func entries(out io.Writer, files []*file, _ int) error {
	for _, dir := range []string{"internal/plan/decode", "internal/plan/encode", "internal/engine"} {
		found := entriesOf(dir, files)
		if _, err := fmt.Fprintf(out, "\nEntries of %s: %d\n\n  %s\n", dir, len(found), strings.Join(found, " ")); err != nil {
			return err
		}
	}
	return nil
}

// entriesOf returns the exported functions and methods of the package, with the number of their arguments.
func entriesOf(dir string, files []*file) (found []string) {
	for _, f := range files {
		if f.test || f.dir != dir {
			continue
		}
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.IsExported() {
				found = append(found, fmt.Sprintf("%s(%d)", nameOf(fn), fn.Type.Params.NumFields()))
			}
		}
	}
	slices.Sort(found)
	return found
}

// drawn prints n random lines of code, and after them the files that they are from.
func drawn(out io.Writer, files []*file, n int, seed uint64) error {
	r := rand.New(rand.NewPCG(seed, 0))
	var from []*file
	for _, f := range files {
		if !f.test {
			from = append(from, f)
		}
	}
	var answers []string
	for tries := 0; len(answers) < n && tries < 1000*n; tries++ {
		f := from[r.IntN(len(from))]
		i := r.IntN(len(f.lines))
		line := strings.TrimSpace(f.lines[i])
		if len(line) < 12 || strings.HasPrefix(line, "//") || strings.HasPrefix(line, `"`) {
			continue
		}
		answers = append(answers, fmt.Sprintf("%s:%d", f.path, i+1))
		fmt.Fprintf(out, "%2d  %s\n", len(answers), line)
	}
	fmt.Fprintln(out, "\nFiles:")
	for i, a := range answers {
		fmt.Fprintf(out, "%2d  %s\n", i+1, a)
	}
	return nil
}
