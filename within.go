package zetes

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/locate"
)

// Methods and codecs of the caller's get a part of the input, and their errors have places within that part. Such a
// place is used if it is certain that it lies within the part. Otherwise the error is at the part's start.

// within finds the place of an Error that a method returned, if it is within the value that the method got.
func (in *input) within(e *Error, at int, path locate.Path) (int, locate.Path) {
	var inner *Error
	if !errors.As(e.Err, &inner) {
		if rule, ok := errors.AsType[*RuleError](e.Err); ok {
			return in.withinRule(e, rule, at, path)
		}
		return in.withinType(e, at, path)
	}
	if inner.Line == 0 || inner.Offset > int64(len(in.doc)-at) {
		return at, path
	}
	further := at + int(inner.Offset)
	p := in.walk.Find(further)
	if p.Pointer() != path.Pointer()+inner.Pointer {
		return at, path // it is about other bytes
	}
	e.goPath = inner.fromRoot()
	if e.Err == error(inner) {
		e.Err, e.code, e.deep, e.mark = inner.Err, inner.code, inner.deep, inner.mark
	}
	return further, p
}

// withinRule is within for the rules of generated methods: for a missing member the place is the object without it, for
// an unknown one its name.
func (in *input) withinRule(e *Error, rule *RuleError, at int, path locate.Path) (int, locate.Path) {
	if rule.Offset < 0 || rule.Offset >= int64(len(in.doc)-at) {
		return at, path
	}
	further := at + int(rule.Offset)
	missing, unknown := rule.Rule == RequiredMember && in.doc[further] == '{', rule.Rule == KnownMember && in.doc[further] == '"'
	p := in.walk.Find(further)
	if !missing && !(unknown && p.AtName) || p.Start != further || !p.Within(path.Route) {
		return at, path
	}
	e.route = p.Route
	return further, p
}

// withinType is within for a type error of encoding/json, which has an offset too: the position after a scalar, or
// after the opening bracket of an array or object. The place is used if a value of that kind and under that name is
// there.
func (in *input) withinType(e *Error, at int, path locate.Path) (int, locate.Path) {
	var te *json.UnmarshalTypeError
	if !errors.As(e.Err, &te) || te.Offset <= 0 || te.Offset > int64(len(in.doc)-at) {
		return at, path
	}
	p := in.walk.Find(at + int(te.Offset) - 1)
	kind, _, _ := strings.Cut(te.Value, " ")
	if p.AtName || !p.Within(path.Route) || locate.Kind(in.doc[p.Start]) != kind {
		return at, path
	}
	last := strings.TrimRight(te.Field, ".0123456789") // version 2 names elements too
	last = last[strings.LastIndexByte(last, '.')+1:]
	within := p.Route[len(path.Route):].Steps()
	named := func(s locate.Step) bool { return s.Index < 0 }
	same := func(s locate.Step) bool { return named(s) && strings.EqualFold(s.Name, last) }
	if slices.ContainsFunc(within, named) && !slices.ContainsFunc(within, same) {
		return at, path
	}
	return p.Start, p
}

// withinCodec is within for a codec, whose value starts at at, in a document. The names on the path show the way
// through Go types.
func (in *input) withinCodec(e *Error, at int, path locate.Path) (int, locate.Path) {
	var (
		inner  *Error
		misfit *codec.Error
	)
	if !errors.As(e.Err, &misfit) {
		return at, path
	}
	nested := errors.As(misfit.Err, &inner) && inner.Line > 0
	further := at + int(misfit.Offset)
	if nested {
		further = at + int(inner.within+inner.Offset)
	}
	if further >= len(in.doc) || further < at {
		return at, path
	}
	p := in.walk.Find(further)
	if !p.Within(path.Route) || p.Start < at {
		return at, path
	}
	e.route = p.Route
	return p.Start, p
}
