package migrate

import (
	"context"
	"fmt"
	"go/ast"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"
)

// mostRounds is how often the program is checked before all that can cause an error is left as it is.
const mostRounds = 12

// settle decides which uses move: it checks the types of the program as it would be, and leaves uses as they are whose
// types have to agree with others, until there is no error.
func (p *program) settle(ctx context.Context) error {
	p.bind()
	if p.byHand || len(p.generated) == 0 && p.lacking() != nil {
		p.keepEasy()
	}
	if err := p.regenerate(ctx); err != nil {
		return err
	}
	provided := false
	for round := 0; ; round++ {
		overlay := map[string][]byte{}
		for _, f := range p.files {
			if text := f.edited(); string(text) != string(f.text) {
				overlay[f.name] = text
			}
		}
		p.overlayGenerated(overlay)
		if len(overlay) == 0 {
			return nil
		}
		if !provided {
			if err := p.provide(ctx); err != nil {
				return err
			}
			provided = true
		}
		errs, err := p.errors(ctx, overlay)
		if err != nil {
			return err
		}
		if len(errs) == 0 {
			return nil
		}
		left := false
		for _, e := range errs {
			if len(p.generated) > 0 && (strings.Contains(e.msg, "EasyJSON") || strings.Contains(e.msg, "FFLexer") || strings.Contains(e.msg, "JSONBuf")) {
				if err := p.keepGenerated(e.place(p) + ": " + e.msg); err != nil {
					return err
				}
				left = true
			}
		}
		if left {
			provided = false // code over compat needs that module
			continue
		}
		for _, e := range errs {
			if !p.named(e.name) {
				return fmt.Errorf("%s: after the change it would not compile, and its package is not among those to move: name it too, or write ./... (%s); nothing is written", e.place(p), e.msg)
			}
			left = round < mostRounds && p.leaveNear(e) || left
		}
		for i := 0; i < len(errs) && !left; i++ { // else the next round may have no such error
			left = p.leaveWide(errs[i], round)
		}
		if !left {
			e := errs[0]
			return fmt.Errorf("%s: after the change it would not compile: %s; nothing is written", e.place(p), e.msg)
		}
	}
}

// problem is an error of the compiler after the change.
type problem struct {
	name         string
	line, column int
	at           int    // offset in the text before the change, or -1
	msg          string // its first line
	method       string // with another type than an interface wants, or that is missing
	why          string // uses stay that it comes from
}

var (
	aboutMethod = regexp.MustCompile(`(?:wrong type for|missing) method (\w+)`)
	aboutMember = regexp.MustCompile(`has no field or method (\w+)`)
)

func (e *problem) place(p *program) string {
	return fmt.Sprintf("%s:%d:%d", p.short(e.name), e.line, e.column)
}

// errors returns the errors of all loadings with overlay.
func (p *program) errors(ctx context.Context, overlay map[string][]byte) (list []*problem, err error) {
	seen := map[problem]bool{}
	for _, old := range p.loads {
		l := *old
		if err := p.loadUnder(ctx, &l, overlay, p.checkFlags); err != nil {
			return nil, err
		}
		var others *packages.Error
		packages.Visit(l.pkgs, nil, func(q *packages.Package) {
			for i := range q.Errors {
				e, pos := problem{msg: q.Errors[i].Msg}, q.Errors[i].Pos
				if pos == "" || pos == "-" { // the go command had to compile a package that is not to be moved
					if m := regexp.MustCompile(`(?m)^(\S+\.go:\d+:\d+): (.*)$`).FindStringSubmatch(e.msg); m != nil {
						pos, e.msg = m[1], m[2]
					}
				}
				if m := aboutMethod.FindStringSubmatch(e.msg); m != nil {
					e.method = m[1]
				}
				e.why = staysType
				if m := aboutMember.FindStringSubmatch(e.msg); m != nil {
					e.why = m[1] + " is called, which has no counterpart"
				}
				if i := strings.IndexByte(e.msg, '\n'); i > 0 {
					e.msg = e.msg[:i]
				}
				parts := strings.Split(pos, ":")
				if n := len(parts); n >= 3 {
					e.line, _ = strconv.Atoi(parts[n-2])
					e.column, _ = strconv.Atoi(parts[n-1])
					e.name = strings.Join(parts[:n-2], ":")
					if !filepath.IsAbs(e.name) {
						e.name = filepath.Join(p.root, e.name)
					}
				}
				if p.moduleOf(e.name) == nil {
					others = &q.Errors[i]
					continue
				}
				if strings.HasPrefix(e.msg, "could not import") {
					others = &q.Errors[i]
					continue // another package has the reason
				}
				if e.at = -1; p.byName[e.name] != nil {
					e.at = p.byName[e.name].oldOffset(e.line, e.column)
				}
				if !seen[e] {
					seen[e] = true
					list = append(list, &e)
				}
			}
		})
		if len(list) == 0 && others != nil {
			return nil, p.broken(others)
		}
	}
	return list, nil
}

const staysType = "its type has to agree with one that stays, or that another module names"

// leaveNear leaves the uses as they are that an error comes from, as far as they are found: around it, in its declaration,
// or in the method that it names.
func (p *program) leaveNear(e *problem) bool {
	if f := p.byName[e.name]; f != nil && f.pkg != nil && e.at >= 0 {
		decl := f.declAt(e.at)
		if p.leaveAround(f, e.at, e.why) || p.leaveIf(e.why, func(u *use) bool { return u.file == f && u.decl == decl }) {
			return true
		}
	}
	return e.method != "" && p.leaveIf(e.why, func(u *use) bool {
		d, ok := u.file.syntax.Decls[u.decl].(*ast.FuncDecl)
		return ok && d.Recv != nil && d.Name.Name == e.method
	})
}

// leaveWide leaves the uses as they are in the file of an error, or else in its folder, or else all.
func (p *program) leaveWide(e *problem, round int) bool {
	f, dir := p.byName[e.name], dirOf(e.name)
	return round < mostRounds && (f != nil && p.leaveIf(staysType, func(u *use) bool { return u.file == f }) ||
		p.leaveIf(staysType, func(u *use) bool { return dirOf(u.file.name) == dir })) ||
		p.leaveIf(staysType, func(u *use) bool { return true })
}

// named reports whether the file name is in the folder of a package that is to be moved.
func (p *program) named(name string) bool {
	dir := filepath.Dir(name)
	return slices.ContainsFunc(p.loads, func(l *loading) bool {
		return slices.ContainsFunc(l.pkgs, func(q *packages.Package) bool {
			return slices.ContainsFunc(slices.Concat(q.GoFiles, q.IgnoredFiles), func(f string) bool { return filepath.Dir(f) == dir })
		})
	})
}

func dirOf(name string) string { return strings.TrimSuffix(name, lastElement(name)) }

// leaveIf leaves the moving uses as they are for which is holds, of those whose types matter. It reports whether there are any.
func (p *program) leaveIf(why string, is func(*use) bool) (left bool) {
	for _, f := range p.files {
		for _, u := range f.uses() {
			if !u.moves() || !u.matters() || !is(u) {
				continue
			}
			left = true
			if u.variable != nil {
				u.variable.kept = true
				p.mark()
			} else {
				u.stays = why
			}
		}
	}
	return left
}

// matters reports whether a use of a library leads to a type of the library's own.
func (u *use) matters() bool {
	return u.variable != nil || u.api != "" || u.imported.source.isOwn(u.name)
}

// leaveAround leaves uses from which the types at an offset of f come: those in the statement there, and in the declarations
// of what stands in it.
func (p *program) leaveAround(f *file, at int, why string) bool {
	pos := f.tokens.Pos(at)
	path, _ := astutil.PathEnclosingInterval(f.syntax, pos, pos)
	var part ast.Node
	for _, n := range path {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.KeyValueExpr, *ast.Field, *ast.ValueSpec:
			part = n
		case ast.Stmt:
			if _, block := n.(*ast.BlockStmt); !block {
				part = n
			}
		}
		if part != nil {
			break
		}
	}
	if part == nil {
		return false
	}
	start, end := f.offset(part.Pos()), f.offset(part.End())
	left := p.leaveIf(why, func(u *use) bool { return u.file == f && u.start >= start && u.nameEnd <= end })
	ast.Inspect(part, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		obj := f.pkg.TypesInfo.Uses[id]
		if obj == nil || !obj.Pos().IsValid() {
			return true
		}
		if _, typeName := obj.(*types.TypeName); typeName {
			return true
		}
		where := f.pkg.Fset.File(obj.Pos())
		if where == nil {
			return true
		}
		if g := p.byName[where.Name()]; g != nil && g.pkg != nil && g.tokens.Size() == where.Size() {
			from, to := g.declaring(where.Offset(obj.Pos()))
			left = p.leaveIf(why, func(u *use) bool { return u.file == g && u.start >= from && u.nameEnd <= to }) || left
		}
		return true
	})
	return left
}

// declaring returns the range of the field, specification, statement or signature that declares the object at an offset.
func (f *file) declaring(at int) (start, end int) {
	pos := f.tokens.Pos(at)
	path, _ := astutil.PathEnclosingInterval(f.syntax, pos, pos)
	for _, n := range path {
		switch n := n.(type) {
		case *ast.Field, *ast.ValueSpec, *ast.AssignStmt, *ast.RangeStmt:
			return f.offset(n.Pos()), f.offset(n.End())
		case *ast.FuncDecl:
			return f.offset(n.Type.Pos()), f.offset(n.Type.End())
		case *ast.TypeSpec:
			return f.offset(n.Pos()), f.offset(n.End())
		}
	}
	return at, at
}

// declAt returns the declaration of f at an offset.
func (f *file) declAt(at int) int {
	pos := f.tokens.Pos(at)
	return slices.IndexFunc(f.syntax.Decls, func(d ast.Decl) bool { return d.Pos() <= pos && pos <= d.End() })
}

// oldOffset returns the offset in the text of f for a place in its new text, or -1.
func (f *file) oldOffset(line, column int) int {
	text := f.edited()
	at := 0
	for ; line > 1; line-- {
		i := strings.IndexByte(string(text[at:]), '\n')
		if i < 0 {
			return -1
		}
		at += i + 1
	}
	at += column - 1
	if string(text) != string(f.text) && len(f.tokens.Lines()) > 0 {
		// Imports may have other lines: the place is counted from the end, where every edit after it is known.
		edits := f.edits()
		plain := apply(f.text, slices.Clone(edits))
		at += len(plain) - len(text)
		sortEdits(edits)
		shift := 0
		for _, e := range edits {
			if e.start+shift > at {
				break
			}
			if e.start+shift+len(e.text) > at && e.end > e.start {
				return e.start
			}
			shift += len(e.text) - (e.end - e.start)
		}
		at -= shift
	}
	if at < 0 || at > f.tokens.Size() {
		return -1
	}
	return at
}
