package encode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// A call may choose the members of objects that are written, by a set of paths (plan.MemberSet). Under
// option.ChosenMembers, the code that is compiled for a struct tests which of its members are in the set, and writes
// only these: the ops of each member are a block of their own. Pointers, slices, arrays and interfaces add no names to
// a path, so the set applies inside them too. All other values, such as maps, structs with embedded pointers and values
// with methods or codecs, are written completely, by code that is compiled without a choice. When the whole output is
// written, the set's function Finish removes their members that were not chosen.
//
// For struct{ID int; Name string} and a set that has only Name, the op exit runs only the second of the two blocks of
// members:
//
//	{   exit   }  end          comma   "ID":  int64   end          comma   "Name":"  string   "  end

// choosing reports whether programs write chosen members only.
func (c *compiler) choosing() bool { return c.cfg.Options.Has(option.ChosenMembers) }

// choiceExit is the data of an op that writes the chosen members of a struct (runChoice).
type choiceExit struct {
	exitInfo
	members []choiceMember
}

// choiceMember is a member of a struct. The ops of its block write the member, and run on the address of the struct.
type choiceMember struct {
	name  string
	block *block
}

// choice adds an op that writes those members of a struct that the caller has chosen for this call, after the opening
// brace.
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

// flat reports whether no field of the struct t is reached through an embedded pointer, as the choice of members
// requires.
func (c *compiler) flat(t reflect.Type) bool {
	s := shape.Fields(t, &c.cfg.Shape)
	return s.Flat()
}

// runChoice writes the chosen members of the struct at p. m.choice.chosen is the part of the set for the struct, and
// while a member is written, the part for that member. If m.nested is true, the struct is part of a value that a codec
// writes by another encoding, which does not know where in the output that value is. So all members are written then,
// and Finish removes those that are not chosen. The call of machine.run for the struct has counted the depth already,
// so the calls for the members must not count it again.
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

// wholeExit is the data of an op that writes a value with all its members (runWhole).
type wholeExit struct {
	exitInfo
	addr bool // the value has an address
}

// whole adds an op for a value that is written completely, because its type has no members to choose from. It returns
// false if the type has such members, or for a value with the tag option "string"; then it adds nothing.
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
		w.exit(&exitInfo{run: runAnyByProgram, typ: t}, offset)
	// An interface type with methods that write JSON is left to builder.value: the value in the interface has these
	// methods too, so it is written completely.
	case t.Kind() == reflect.Interface && shape.MethodsOf(t).Value&shape.Marshals == 0:
		w.exit(&exitInfo{run: runIfaceByProgram, typ: t}, offset)
	default:
		return false
	}
	return true
}

// runWhole writes a value by the program of m.cfg.Whole, which writes all members.
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
