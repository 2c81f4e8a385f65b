package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// table returns a writer of columns, with a title and the columns' names before them.
func table(out io.Writer, title, head string) *tabwriter.Writer {
	fmt.Fprintf(out, "\n%s\n\n", title)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, strings.ReplaceAll(head, ",", "\t")+"\t")
	return w
}

// packages prints, of each package and of all, the lines and what share of them are comments and tests.
func packages(out io.Writer, files []*file, _ int) error {
	type sum struct{ files, lines, code, comments, tests int }
	sums := map[string]*sum{"all": {}}
	for _, f := range files {
		if sums[f.dir] == nil {
			sums[f.dir] = &sum{}
		}
		for _, s := range []*sum{sums[f.dir], sums["all"]} {
			if f.test {
				s.tests += len(f.lines)
				continue
			}
			s.files++
			s.lines += len(f.lines)
			s.code += f.code
			s.comments += f.comments
		}
	}
	names := make([]string, 0, len(sums))
	for name, s := range sums {
		if s.files > 0 {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(sums[b].lines-sums[a].lines, cmp.Compare(a, b)) })
	w := table(out, "Packages", "package,files,lines,comments %,tests/source")
	for _, name := range names {
		s := sums[name]
		fmt.Fprintf(w, "%s\t%d\t%d\t%.1f\t%.2f\t\n", name, s.files, s.lines, 100*float64(s.comments)/float64(max(s.comments+s.code, 1)), float64(s.tests)/float64(max(s.lines, 1)))
	}
	return w.Flush()
}

// function is what the report says of one.
type function struct {
	name                             string
	lines, nest, branches, gotos, at int
	file                             *file
}

// functionsOf returns the functions of the files that are no tests.
func functionsOf(files []*file) (list []function) {
	for _, f := range files {
		if f.test {
			continue
		}
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			first, last := f.fset.Position(fn.Pos()).Line, f.fset.Position(fn.End()).Line
			x := function{name: nameOf(fn), lines: last - first + 1, at: first, file: f}
			x.count(fn.Body)
			list = append(list, x)
		}
	}
	return list
}

// nameOf returns the function's name, after the name of its receiver's type.
func nameOf(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return fn.Name.Name
	}
	t := fn.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "." + fn.Name.Name
		default:
			return fn.Name.Name
		}
	}
}

// count counts what makes a function's way branch, and how deep its blocks are within one another.
func (x *function) count(body *ast.BlockStmt) {
	var path []ast.Node
	depth := 0
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil {
			if nests(path[len(path)-1]) {
				depth--
			}
			path = path[:len(path)-1]
			return true
		}
		path = append(path, n)
		if nests(n) {
			depth++
			x.nest = max(x.nest, depth)
		}
		switch n := n.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.CommClause:
			x.branches++
		case *ast.CaseClause:
			if n.List != nil {
				x.branches++
			}
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				x.branches++
			}
		case *ast.BranchStmt:
			if n.Tok == token.GOTO {
				x.gotos++
			}
		}
		return true
	})
}

func nests(n ast.Node) bool {
	switch n.(type) {
	case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		return true
	}
	return false
}

// functions prints the longest functions, and how long all are.
func functions(out io.Writer, files []*file, most int) error {
	list := functionsOf(files)
	slices.SortStableFunc(list, func(a, b function) int { return b.lines - a.lines })
	long, gotos := 0, 0
	for _, x := range list {
		if x.lines > 60 {
			long++
		}
		gotos += x.gotos
	}
	n := len(list)
	if n == 0 {
		return nil
	}
	w := table(out, fmt.Sprintf("Functions: %d, %d lines in the middle, %d for nine of ten, %d longer than 60 lines, %d gotos", n, list[n/2].lines, list[n/10].lines, long, gotos),
		"lines,nest,branches,gotos,function")
	for _, x := range list[:min(most, n)] {
		fmt.Fprintf(w, "%d\t%d\t%d\t%d\t%s %s:%d\t\n", x.lines, x.nest, x.branches, x.gotos, x.name, x.file.path, x.at)
	}
	return w.Flush()
}

// structs prints the structs with the most fields.
func structs(out io.Writer, files []*file, most int) error {
	all := structsOf(files)
	type row struct {
		name  string
		width int
	}
	var rows []row
	for name := range all {
		n, err := all.width(name)
		if err != nil {
			return err
		}
		rows = append(rows, row{name, n})
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Or(b.width-a.width, cmp.Compare(a.name, b.name)) })
	w := table(out, "Structs, embedded ones included", "fields,struct")
	for _, r := range rows[:min(most, len(rows))] {
		fmt.Fprintf(w, "%d\t%s\t\n", r.width, r.name)
	}
	return w.Flush()
}
