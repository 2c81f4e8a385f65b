package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A file is one Go file of the library's module.
type file struct {
	path, dir string // from the repository's folder
	test      bool   // a test, or part of a package that is there for tests
	fset      *token.FileSet
	ast       *ast.File
	lines     []string
	code      int // lines that have code
	comments  int // lines that have only a comment
}

// library returns the library's files: those of the module at dir, without examples and what is generated.
func library(dir string) ([]*file, error) {
	var files []*file
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path == dir {
				return nil
			}
			_, err := os.Stat(filepath.Join(path, "go.mod"))
			if err == nil || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata" || name == "examples" {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		f, err := parse(filepath.ToSlash(rel), path)
		if err == nil && !ast.IsGenerated(f.ast) {
			files = append(files, f)
		}
		return err
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s has no Go files", dir)
	}
	return files, err
}

// parse reads the file at path, which is called rel in the report.
func parse(rel, path string) (*file, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f := &file{path: rel, dir: "."}
	if i := strings.LastIndexByte(rel, '/'); i >= 0 {
		f.dir = rel[:i]
	}
	f.test = strings.HasSuffix(rel, "_test.go") || strings.HasPrefix(rel, "internal/tests/")
	f.lines = strings.Split(strings.TrimSuffix(string(src), "\n"), "\n")
	f.fset = token.NewFileSet()
	if f.ast, err = parser.ParseFile(f.fset, path, src, parser.ParseComments); err != nil {
		return nil, err
	}
	f.count(src)
	return f, nil
}

// count counts the lines of code and of comments.
func (f *file) count(src []byte) {
	var s scanner.Scanner
	fset := token.NewFileSet()
	in := fset.AddFile("", fset.Base(), len(src))
	s.Init(in, src, nil, scanner.ScanComments)
	code, comment := map[int]bool{}, map[int]bool{}
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			break
		}
		if tok == token.SEMICOLON && text == "\n" {
			continue
		}
		lines := code
		if tok == token.COMMENT {
			lines = comment
		}
		first := in.Line(pos)
		for i := range strings.Count(text, "\n") + 1 {
			lines[first+i] = true
		}
	}
	f.code = len(code)
	for line := range comment {
		if !code[line] {
			f.comments++
		}
	}
}
