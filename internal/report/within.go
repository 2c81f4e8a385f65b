package report

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
)

// The user's methods and codecs get a part of the input, and their errors may have offsets within that part. Such an
// offset is used if it certainly belongs to the part. Otherwise the part's start is the place of the error. The
// functions get that start as at and path, and return these or the better place.

// within finds the place of an error that a method returned, if it is within the value that the method got.
func (in *Places) within(a *About, err error, at int, path locate.Path) (int, locate.Path, error) {
	inner := in.inner(err)
	switch {
	case inner == nil:
		at, path = in.withinType(err, at, path)
		return at, path, err
	case inner.About == nil:
		at, path = in.withinRule(a, inner, at, path)
		return at, path, err
	case inner.Line == 0:
		return at, path, err
	}
	further, ok := locate.Base(at).In(inner.Offset, len(in.doc))
	if !ok {
		return at, path, err
	}
	p := in.walk.Find(further)
	if p.Pointer() != path.Pointer()+inner.Pointer {
		return at, path, err // the error is about other bytes than the method got
	}
	if rest := inner.About.FromRoot(); rest != "" {
		a.Own().Path = rest
	}
	if inner.Alone {
		a.Code, a.Deep, a.Mark, err = inner.About.Code, inner.About.Deep, inner.About.Mark, inner.Err
	}
	return further, p, err
}

// withinRule finds the place of an error about a rule of a generated method. For a missing member the place is the
// object without the member, and for an unknown member its name.
func (in *Places) withinRule(a *About, rule *Nested, at int, path locate.Path) (int, locate.Path) {
	further, p, ok := in.find(at, rule.Offset, path)
	if !ok || p.Start != further {
		return at, path
	}
	missing, unknown := rule.Rule == fault.MissingMember && in.doc[further] == '{', rule.Rule == fault.UnknownName && in.doc[further] == '"'
	if !missing && !(unknown && p.AtName) {
		return at, path
	}
	a.Route = p.Route
	return further, p
}

// find converts an offset that counts from position at of the document to a position in the document, and returns the
// path to that position. ok is false if the position is not within the value to which path leads.
func (in *Places) find(at int, offset int64, path locate.Path) (further int, p locate.Path, ok bool) {
	if further, ok = locate.Base(at).In(offset, len(in.doc)-1); ok {
		p = in.walk.Find(further)
		ok = p.Within(path.Route)
	}
	return further, p, ok
}

// withinType finds the place of a type error of encoding/json that a method has returned. The error's offset is the
// position after a scalar, or after the opening bracket of an array or object. The offset is used if a value of that
// kind and under that name is there.
func (in *Places) withinType(err error, at int, path locate.Path) (int, locate.Path) {
	te, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return at, path
	}
	_, p, ok := in.find(at, te.Offset-1, path)
	kind, _, _ := strings.Cut(te.Value, " ")
	if !ok || p.AtName || locate.Kind(in.doc[p.Start]) != kind {
		return at, path
	}
	name := strings.TrimRight(te.Field, ".0123456789") // version 2 adds the indexes of elements
	name = name[strings.LastIndexByte(name, '.')+1:]
	within := p.Route[len(path.Route):].Steps()
	named := func(s locate.Step) bool { return s.Index < 0 }
	same := func(s locate.Step) bool { return named(s) && strings.EqualFold(s.Name, name) }
	if slices.ContainsFunc(within, named) && !slices.ContainsFunc(within, same) {
		return at, path
	}
	return p.Start, p
}

// withinCodec finds the place of a codec's error, within the codec's value, which starts at position at of the
// document.
func (in *Places) withinCodec(a *About, err error, at int, path locate.Path) (int, locate.Path) {
	misfit, ok := errors.AsType[*codec.Error](err)
	if !ok {
		return at, path
	}
	offset := misfit.Offset
	if inner := in.inner(misfit.Err); inner != nil && inner.Line > 0 {
		offset = inner.About.Of().Start + inner.Offset
	}
	_, p, ok := in.find(at, offset, path)
	if !ok || p.Start < at {
		return at, path
	}
	a.Route = p.Route
	return p.Start, p
}
