package encode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// This file writes the members that a call has chosen. Programs made under option.ChosenMembers ask at each struct
// which of its members are in the set of the current object, and write only those: each member is a block of its own.
// The set applies through pointers, slices, arrays and interfaces, which have no names in the output. All other values,
// such as maps, methods, codecs and structs that embed pointers, are written as a whole, by the programs of the
// configuration without a choice; the set's function finish then removes what was not chosen.
//
// For struct{ID int; Name string} and the set of Name, the exit runs the second block alone:
//
//	{   exit   }  end          comma   "ID":  int64   end          comma   "Name":"  string   "  end

// choosing reports whether programs ask for the chosen members.
func (c *compiler) choosing() bool { return c.cfg.Options.Has(option.ChosenMembers) }

// choiceExit is the exitInfo of runChoice.
type choiceExit struct {
	exitInfo
	members []choiceMember
}

// choiceMember is a member of a struct. Its block runs on the struct.
type choiceMember struct {
	name  string
	block *block
}

// choice adds the members of a struct, after its brace.
func (w *builder) choice(fields []shape.Field, offset uintptr, addr bool) {
	x := &choiceExit{exitInfo: exitInfo{run: runChoice}}
	for i := range fields {
		f := &fields[i]
		sub := &builder{compiler: w.compiler, size: w.size}
		sub.member(members{fields, 0, 0, addr}, f, unsure)
		sub.flush()
		b := &block{name: f.GoName}
		sub.finish(b)
		x.members = append(x.members, choiceMember{f.Name, b})
	}
	w.exit(&x.exitInfo, offset)
}

// flat reports whether no member of a struct is reached through an embedded pointer: only then is each member asked
// for.
func (c *compiler) flat(t reflect.Type) bool {
	s := shape.Fields(t, &c.cfg.Shape)
	return s.Flat()
}

// runChoice writes the chosen members of the struct at p. If m.nested, it writes all of them: the struct is part of a
// value that a codec writes, for which the set says nothing. The struct's own run has called the exit and has counted
// the depth, so the runs of the members must not count it again.
func runChoice(m *machine, info *exitInfo, p unsafe.Pointer, n int) int {
	x := (*choiceExit)(unsafe.Pointer(info))
	chosen := m.choice.chosen
	m.depth--
	for i := range x.members {
		f := &x.members[i]
		if !m.nested {
			in, ok := m.choice.members.Of(chosen, f.name)
			if !ok {
				continue
			}
			m.choice.chosen = in
		}
		if n = m.run(f.block.first, p, n, 0, 0); n < 0 {
			break
		}
	}
	m.depth++
	m.choice.chosen = chosen
	return n
}

// wholeExit is the exitInfo of runWhole.
type wholeExit struct {
	exitInfo
	addr bool // the value has an address
}

// whole adds a value that has no members of its own to choose from, and reports whether it is one. A value with the
// option "string" is never one.
func (w *builder) whole(key blockKey, offset uintptr) bool {
	t := key.typ
	if key.quoted || key.bare {
		return false
	}
	coded := w.codecOf(t) != nil
	switch {
	case coded || w.isSpecial(t, key.addr) || w.methodOf(t, key.addr) != none,
		t.Kind() == reflect.Map, t.Kind() == reflect.Struct && !w.flat(t):
		w.exit(&(&wholeExit{exitInfo{run: runWhole, typ: t}, key.addr}).exitInfo, offset)
	case t.Kind() == reflect.Interface && t.NumMethod() == 0:
		w.exit(&exitInfo{run: runOddAny, typ: t}, offset)
	// If an interface has such methods, so has the value in it, which is then written as a whole.
	case t.Kind() == reflect.Interface && shape.MethodsOf(t).Value&shape.Marshals == 0:
		w.exit(&exitInfo{run: runOddIface, typ: t}, offset)
	default:
		return false
	}
	return true
}

// runWhole writes a value by its program without a choice.
func runWhole(m *machine, info *exitInfo, p unsafe.Pointer, n int) int {
	x := (*wholeExit)(unsafe.Pointer(info))
	choosing := m.cfg
	m.cfg = choosing.Whole
	whole := ProgramOf(m.cfg, x.typ)
	b := whole.block
	if x.addr {
		b = whole.addressable(m.cfg)
	}
	n = m.run(b.first, p, n, 0, 0)
	m.cfg = choosing
	return n
}
