package decode

import (
	"encoding/json"
	"reflect"
	"slices"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Rules about absent members: if the field A is required and B has the default 7, the document {"B":1} is wrong, and
// {"A":1} makes B 7. Objects are read as in decodeStruct, and the fields that had a member are recorded. After the
// closing brace the other fields are handled. Two more kinds of structs are read here: structs that keep members
// without a field, and structs with a field of several names, of which only one may occur in an object: {"a":1,"A":2}
// is wrong.

// rules are a struct type's rules about absent and duplicate members. An alias is another name of a field. In the
// list of fields an alias is one more field, with the same place as the field that it names. A member with that name
// is a member of that field.
type rules struct {
	required []bool   // for each field: whether it is required
	defaults [][]byte // for each field: the default as JSON, or nil
	aliases  []int    // the last fields in the list are aliases: the indices of the fields that they name
	kept     []bool   // for each field: whether it is never reset; nil if there are no such fields
	reset    bool     // fields whose member is absent become zero
	unique   bool     // two members for one field are an error
}

// ruled are the options under which structs may have rules.
const ruled = option.ResetAbsent | option.RequireTagged | option.MoreTags | option.RequireAll | option.UseDefaults | oneMember

// oneMember are the options under which two members for one field are an error.
const oneMember = option.RejectDuplicateNames | option.UniqueNames

// byRules sets the rules of t. If there are any, decodeByRules will decode it. all are the fields of t, followed by
// the aliases.
func (c *compiler) byRules(t *node, found *shape.Struct, all []shape.Field, aliases []int) {
	f := t.fields
	f.rules = rulesOf(all, c.cfg.Options)
	if r := found.Rest; r != nil && shape.KeepsRest(r.Type) {
		f.keeper = &field{far: &far{}, node: c.nodeOf(r.Type)}
		c.locate(f.keeper, r.Path, r.Offset)
		if f.rules == nil {
			// Under RejectDuplicateNames the check of the whole input has found two members of one name.
			f.rules = newRules(len(f.list))
			f.rules.unique = c.cfg.Options.Has(option.UniqueNames)
		}
	}
	if f.rules != nil {
		f.rules.aliases = aliases
		t.run, t.op = decodeByRules, opOther
	}
	if r := found.Rest; r != nil && f.keeper == nil {
		c.byRest(t, r)
	}
}

// newRules returns empty rules for n fields.
func newRules(n int) *rules { return &rules{required: make([]bool, n), defaults: make([][]byte, n)} }

// rulesOf returns the rules for fields, or nil if there are none. If a field is required and has a default, an absent
// member gets the default.
func rulesOf(fields []shape.Field, o option.Set) *rules {
	r := newRules(len(fields))
	r.reset, r.unique = o.Has(option.ResetAbsent), o&oneMember != 0
	some := r.reset
	for i := range fields {
		f := &fields[i]
		if f.ReadOnly { // input never sets the field, so it is neither required nor reset
			if r.kept == nil {
				r.kept = make([]bool, len(fields))
			}
			r.kept[i] = true
			continue
		}
		r.required[i] = o&(option.RequireTagged|option.MoreTags) != 0 && f.Required || o.Has(option.RequireAll) && !f.OmitEmpty && !f.OmitZero
		if o.Has(option.UseDefaults) && f.HasDefault {
			r.defaults[i] = defaultText(f)
		}
		some = some || r.required[i] || r.defaults[i] != nil || o&oneMember != 0 && len(f.Aliases) > 0 || o.Has(option.RejectDuplicateNames) && !f.Exact
	}
	if !some {
		return nil
	}
	return r
}

// defaultText returns the JSON of the default in a field's tag. `default:"7"` means 7 for an int and "7" for a
// string: the quotes of a string may be missing. A text that is not JSON, such as `default:"a b"`, becomes a string.
func defaultText(f *shape.Field) []byte {
	t := f.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if o := shape.OptionalOf(t); o != nil {
		t = o.Elem
	}
	text := []byte(f.Default)
	if valid := json.Valid(text); !valid || t.Kind() == reflect.String && text[0] != '"' && f.Default != "null" {
		text, _ = json.Marshal(f.Default)
	}
	return text
}

// decodeByRules decodes a struct with rules about absent members, or one that keeps members without a field. seen has
// an entry for each field; up to 64 of them are on the stack.
func decodeByRules(s *state, t *node, p int, dst unsafe.Pointer) int {
	if !s.careful() {
		return -1
	}
	if s.At(p) != '{' {
		return s.other(t, p, dst)
	}
	if t.problem.Load() != nil {
		return decodeRefused(s, t, p, dst)
	}
	if s.depth++; s.depth > maxDepth {
		return s.fail()
	}
	start := p
	list := t.fields.list
	var room [64]bool
	seen := room[:]
	if len(list) > len(room) {
		seen = make([]bool, len(list))
	}
	keeper, mark := s.keeper(t, dst, p), len(s.stacks.names)
	p, more := s.Enter(p)
	for more {
		if s.At(p) != '"' {
			return s.fail()
		}
		name := p + 1
		f, e := s.member(t, name)
		if e < 0 {
			return -1
		}
		if p = s.Colon(e); p < 0 {
			return s.fail()
		}
		var at unsafe.Pointer
		if f != nil {
			// The index of f follows from its address in the list. An alias counts as the field that it names.
			i := int(uintptr(unsafe.Pointer(f))-uintptr(unsafe.Pointer(unsafe.SliceData(list)))) / int(unsafe.Sizeof(field{}))
			if n := i - len(list) + len(t.fields.rules.aliases); n >= 0 {
				i = t.fields.rules.aliases[n]
			}
			if seen[i] && t.fields.rules.unique {
				s.noteTwice(t, name)
			} else {
				at = s.hop(f, dst, p)
			}
			seen[i] = true
		}
		switch other := f == nil && name-1 != int(s.hidden); {
		case other && t.fields.rest != nil:
			p = s.restMember(t, name, p)
		case at == nil:
			value := p
			if p = s.unknown(p); p >= 0 && other && t.fields.keeper != nil {
				if keeper == nil {
					keeper = s.makeKeeper(t, dst, value)
				}
				s.charge(memberBytes, value)
				text, _ := s.name(name)
				if keeper != nil {
					keeper.AddNoCheck(text, s.input[value:p])
				}
			}
		default:
			p = f.node.run(s, f.node, p, at)
		}
		if p < 0 {
			return -1
		}
		if p, more = s.Next(p, '}'); p < 0 {
			return s.fail()
		}
	}
	s.depth--
	if !s.differ(mark) {
		return s.fail()
	}
	s.absent(t, seen, start, dst)
	return p
}

// noteTwice stores the fault that the name at p is a second name for its field. If all faults are wanted, the
// validation of the input has already reported equal names; noteTwice then does nothing for them.
func (s *state) noteTwice(t *node, p int) {
	text, _ := s.name(p)
	if s.all != nil && slices.ContainsFunc(s.all.rules, func(f fault.Fault) bool { return f.Code == fault.DuplicateName && f.Offset == int64(p-1) }) {
		return
	}
	s.note(fault.Fault{Code: fault.DuplicateName, Offset: int64(p - 1), Path: []fault.Step{{Struct: t.Type, Name: text}}})
}

// keeper returns the field that keeps members without a field of their own, in the struct at dst, and clears it: after
// {"a":1} and then {"b":2} into one struct it has only b. If the field is in an embedded pointer that is nil, keeper
// returns nil.
func (s *state) keeper(t *node, dst unsafe.Pointer, p int) shape.Keeper {
	f := t.fields.keeper
	if f == nil {
		return nil
	}
	for at, hops := dst, f.hops; len(hops) > 0; hops = hops[1:] {
		if at = *(*unsafe.Pointer)(unsafe.Add(at, hops[0].offset)); at == nil {
			return nil
		}
	}
	keeper := s.makeKeeper(t, dst, p)
	if keeper != nil {
		f.node.Zero(mem.DataWord(keeper))
	}
	return keeper
}

// makeKeeper returns the field that keeps members without a field of their own, in the struct at dst. Unlike keeper it
// does not clear the field, and allocates the structs of embedded pointers on the way to the field. The member is at p.
func (s *state) makeKeeper(t *node, dst unsafe.Pointer, p int) shape.Keeper {
	f := t.fields.keeper
	at := s.hop(f, dst, p)
	if at == nil {
		return nil
	}
	return reflect.NewAt(f.node.Type, at).Interface().(shape.Keeper)
}

// absent handles the fields that had no member in the object at p. It decodes defaults into fields that are zero. Each
// default is decoded like a document, under the configuration of s and its limit on memory. If a default can't be
// decoded, the fault is about the type.
func (s *state) absent(t *node, seen []bool, p int, dst unsafe.Pointer) {
	aliases := t.fields.rules.aliases
	for i := range t.fields.list {
		f := &t.fields.list[i]
		if r := t.fields.rules; r.reset && !seen[i] && i < len(t.fields.list)-len(aliases) && (r.kept == nil || !r.kept[i]) {
			if at := f.reach(dst); at != nil {
				f.node.Zero(at)
			}
		}
		switch text := t.fields.rules.defaults[i]; {
		case seen[i]:
		case text != nil:
			at := s.hop(f, dst, p)
			if at == nil || !isZero(at, f.node.Size) {
				continue // a default does not replace an old value
			}
			call := Call{Config: s.cfg, Program: f.node, Left: s.limit.left}
			switch err := call.Unmarshal(text, reflect.NewAt(f.node.Type, at).Interface()); {
			case err == nil:
			case err.Code == fault.MuchMemory:
				s.overLimit(p)
			default:
				s.note(fault.Fault{Code: fault.BadType, Offset: int64(p), Err: badDefault(f, text, err)})
			}
		case t.fields.rules.required[i]:
			s.note(fault.Fault{Code: fault.MissingMember, Offset: int64(p), Type: t.Type, Path: []fault.Step{{Struct: t.Type, Name: f.name}}})
		}
	}
}
