package decode

import (
	"encoding/json"
	"reflect"
	"slices"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Rules about absent members: if the field A is required and B has the default 7, {"B":1} is wrong, and {"A":1} makes B
// 7. decodeUnique records the fields that had a member, and sets or reports the others after the closing brace
// (state.absent). Structs also have rules if a field has several names, of which only one may occur in an object.

// rules are a struct type's rules about absent and duplicate members. An alias is another name of a field. In the list
// of fields an alias is one more field, with the same offset as the field that it names.
type rules struct {
	required []bool       // for each field: whether it is required
	defaults [][]byte     // for each field: the default as JSON, or nil
	aliases  []int        // the last fields in the list are aliases: the indices of the fields that they name
	kept     []bool       // for each field: whether it is never reset
	reset    bool         // fields whose member is absent become zero
	of       reflect.Type // the type of the structs
	list     []field      // the fields of the structs
	unique   bool         // two members for one field are an error
}

// ruled are the options under which structs may have rules.
const ruled = option.ResetAbsent | option.RequireTagged | option.MoreTags | option.RequireAll | option.UseDefaults | oneMember

// oneMember are the options under which two members for one field are an error.
const oneMember = option.RejectDuplicateNames | option.UniqueNames

// byRules sets the rules of t, and its field for members without a field. all has the fields of t, then the aliases.
func (c *compiler) byRules(t *node, found *shape.Struct, all []shape.Field, aliases []int) {
	f := t.fields
	f.rules = rulesOf(all, c.cfg.Options)
	if f.rules != nil {
		f.rules.aliases, f.rules.list, f.rules.of = aliases, f.list, t.Type
		f.learned.misses = nil // learn no names: state.once needs fields of f.list, not of a learned list
		t.run, t.op = decodeByRules, opOther
	}
	r := found.Rest
	if r == nil {
		return
	}
	f.rest = &field{far: &far{}, node: c.nodeOf(r.Type)}
	c.locate(f.rest, r.Path, r.Offset)
	if f.keeps = shape.KeepsRest(r.Type); !f.keeps && (f.rest.node.custom != nil || f.rest.node.keyKind != keyString) {
		c.refuse(t, shape.CodedRest(t.Type))
	} else {
		t.run, t.op = decodeWithRest, opOther
	}
}

// rulesOf returns the rules for fields, or nil if there are none.
func rulesOf(fields []shape.Field, o option.Set) *rules {
	n := len(fields)
	r := &rules{required: make([]bool, n), defaults: make([][]byte, n), kept: make([]bool, n), reset: o.Has(option.ResetAbsent), unique: o&oneMember != 0}
	some := r.reset
	for i := range fields {
		f := &fields[i]
		if r.kept[i] = f.ReadOnly; f.ReadOnly { // input never sets the field, so it is neither required nor reset
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

// defaultText returns the JSON of the default in a field's tag. `default:"7"` means 7 for an int and "7" for a string:
// the quotes of a string may be missing. A text that is not JSON, such as `default:"a b"`, becomes a string.
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

func decodeByRules(s *state, t *node, p int, dst unsafe.Pointer) int {
	switch {
	case !s.checkIfSaving():
		return -1
	case s.At(p) != '{':
		return s.other(t, p, dst)
	case t.problem.Load() != nil:
		return decodeRefused(s, t, p, dst)
	}
	rare := s.stacks.rareMemory()
	outer := rare.rules
	rare.rules = t.fields.rules
	p = decodeUnique(s, t, p, dst)
	rare.rules = outer
	return p
}

// ruled decodes the value at p into the field f of the struct at dst, which has rules.
func (s *state) ruled(f *field, p int, dst unsafe.Pointer) int { return extra().ruled(s, f, p, dst) }

// byRules is ruled in programs that may have rules. A member for an alias is one for the field that it names. If the
// rules allow only one member, byRules notes a fault for the second one and skips it.
func (s *state) byRules(f *field, p int, dst unsafe.Pointer) int {
	r, named := s.stacks.rare.rules, f
	if n := indexIn(r.list, f) - len(r.list) + len(r.aliases); n >= 0 {
		named = &r.list[r.aliases[n]]
	}
	if s.once(named) || !r.unique {
		return s.through(f, p, dst)
	}
	// If all faults are wanted, the validation of the input may have reported the name as a duplicate already.
	at := s.nameBefore(p)
	text, _ := s.name(at)
	if s.all == nil || !slices.ContainsFunc(s.all.rules, func(f fault.Fault) bool { return f.Code == fault.DuplicateName && f.Offset == int64(at-1) }) {
		s.note(fault.Fault{Code: fault.DuplicateName, Offset: int64(at - 1), Path: []fault.Step{{Struct: r.of, Name: text}}})
	}
	return s.unknown(p)
}

// nameBefore returns the start of the name before the value at p. A quote in it has an odd number of backslashes.
func (s *state) nameBefore(p int) int {
	for p--; s.At(p) != '"'; p-- {
	}
	for {
		for p--; s.At(p) != '"'; p-- {
		}
		n := p
		for s.At(n-1) == '\\' {
			n--
		}
		if (p-n)%2 == 0 {
			return p + 1
		}
	}
}

// absent resets fields that had no member in the object at p, or decodes defaults into those that are zero, and reports
// required ones as faults. Each default is decoded like a document, under the same limit on memory.
func (s *state) absent(t *node, p int, dst unsafe.Pointer) {
	list := t.fields.list
	for i := range list {
		f, seen := &list[i], !s.once(&list[i])
		if r := t.fields.rules; r.reset && !seen && i < len(list)-len(r.aliases) && !r.kept[i] {
			if at := f.reach(dst); at != nil {
				f.node.Zero(at)
			}
		}
		switch text := t.fields.rules.defaults[i]; {
		case seen:
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
