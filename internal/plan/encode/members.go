package encode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// A call may choose the members of objects that are written, by a set of paths (plan.MemberSet). Under
// option.ChosenMembers, the ops of each member of a struct are a block, which runs if the member is in the set.
// Pointers, slices, arrays and interfaces add no names to a path, so the set applies inside them too. All other values,
// such as maps and values with methods, are written completely, by code that is compiled without a choice; from the
// whole output the set's function Finish then removes their members that were not chosen.
//
// For struct{ID int; Name string} and a set that has only Name, the op exit runs only the second of two blocks:
//
//	{   exit   }  end          comma   "ID":  int64   end          comma   "Name":"  string   "  end

func (c *compiler) choosing() bool { return c.cfg.Options.Has(option.ChosenMembers) }

// choice adds an op that writes the chosen members of a struct, after the opening brace. Each member has a block, which
// has its name and runs on the address of the struct.
func (w *builder) choice(fields []shape.Field, offset uintptr, addr bool) {
	blocks := make([]*block, len(fields))
	for i := range fields {
		sub := &builder{compiler: w.compiler, size: w.size}
		sub.member(members{fields: fields, addr: addr}, &fields[i], unsure)
		sub.flush()
		blocks[i] = &block{name: fields[i].Name}
		sub.finish(blocks[i])
	}
	run := func(m *machine, _ *exitInfo, p unsafe.Pointer, n int) int { return m.chosenOf(blocks, p, n) }
	w.exit(&exitInfo{run: run}, offset)
}

// flat reports whether no field of the struct t is reached through an embedded pointer.
func (c *compiler) flat(t reflect.Type) bool {
	s := shape.Fields(t, &c.cfg.Shape)
	return s.Flat()
}

// chosenOf writes the chosen members of the struct at p, whose blocks are given. m.choice.chosen is the part of the set
// for the struct, and while a member is written, for that member. If m.nested is true, a codec writes the struct by
// another encoding, which does not know its place in the output: all members are written, and Finish removes some. The
// call of machine.run for the struct has counted the depth already.
func (m *machine) chosenOf(blocks []*block, p unsafe.Pointer, n int) int {
	chosen := m.choice.chosen
	m.depth--
	for _, b := range blocks {
		if !m.nested {
			in, ok := m.choice.members.Of(chosen, b.name)
			if !ok {
				continue
			}
			m.choice.chosen = in
		}
		if n = m.run(b.first, p, n, 0, 0); n < 0 {
			break
		}
	}
	m.depth++
	m.choice.chosen = chosen
	return n
}

// whole adds an op for a value that is written completely, because its type has no members to choose from. It returns
// false, and adds nothing, if the type has such members, and under the tag option "string".
func (w *builder) whole(key blockKey, offset uintptr) bool {
	t := key.typ
	if key.quoted || key.bare {
		return false
	}
	coded := w.codecOf(t) != nil
	switch {
	case coded || w.isSpecial(t, key.addr) || w.methodOf(t, key.addr) != none,
		t.Kind() == reflect.Map, t.Kind() == reflect.Struct && !w.flat(t):
		w.exit(&exitInfo{run: runWhole, typ: t, flag: key.addr}, offset)
	// If the type has methods that write JSON, builder.value writes the value completely.
	case t.Kind() == reflect.Interface && shape.MethodsOf(t).Value&shape.Marshals == 0:
		w.exit(&exitInfo{run: runByProgram, typ: t}, offset)
	default:
		return false
	}
	return true
}

// runWhole writes a value by the program of m.cfg.Whole, which writes all members. With flag the value has an address.
func runWhole(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	choosing := m.cfg
	m.cfg = choosing.Whole
	whole := ProgramOf(m.cfg, x.typ)
	b := whole.block
	if x.flag {
		b = whole.addressable(m.cfg)
	}
	n = m.run(b.first, p, n, 0, 0)
	m.cfg = choosing
	return n
}
