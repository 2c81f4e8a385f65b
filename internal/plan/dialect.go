package plan

import (
	"sync"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Some options may differ from call to call. Programs depend on few of these options, so calls with different options
// can share programs. A family is a set of Dialects that differ only in options of single calls.

// Dialect is a configuration (Meaning) with the programs that were compiled for Go types under it. It never changes and
// is safe for concurrent use. New makes a Dialect; With returns another Dialect of its family.
type Dialect struct {
	Meaning

	// Encoders and Decoders have the programs, which Dialects of one family share if they would be the same.
	Encoders, Decoders *Programs

	// Attempt is the Dialect that decodes an input in one pass although ValidateFirst is set, or nil. It finds broken
	// rules while it decodes. After any fault the input is decoded again without Attempt, to describe the fault.
	Attempt *Dialect

	// Context is nil, or in a Dialect for one call the context.Context for codecs. Its type is any, because
	// context.Context would link time.Time, and so the database of time zones, into every program.
	Context any

	// Source is nil, or in a Dialect for one call whose input was converted to JSON, such as from JSON5, the function
	// that converts an offset in the JSON to the offset in the input.
	Source func(at int) int

	// Members is nil, or in a Dialect for one call the set of members that the call has chosen. Whole is then the same
	// Dialect without Members: its programs write values of which all members are chosen.
	Members MemberSet
	Whole   *Dialect

	family *family
}

// Programs has the programs of the encoder or of the decoder, whose type [TableOf] needs.
type Programs struct {
	Lock  sync.Mutex // held while types are compiled, since types share parts that are incomplete until then
	Kept  any        // the compiler, with what it has made; guarded by Lock
	table Table[program]
}

// V1 is the meaning of encoding/json.
var V1 = Of(option.V1)

// V1Plain returns the meaning of encoding/json without its escapes of HTML characters. It is made at the first call,
// since few programs need it, and its table of programs takes 8 KB.
func V1Plain() *Dialect { return V1.With(option.V1 &^ option.EscapeHTML) }

// New returns the Dialect for m. The caller must not change the maps and other data that m refers to afterwards.
func New(m Meaning) *Dialect {
	if m.Release == 0 {
		m.Release = option.Toolchain
	}
	m.Shape.Release = m.Release
	c := &Dialect{Meaning: m, Encoders: &Programs{}, Decoders: &Programs{}, family: &family{}}
	c.family.members.Store(&[]*Dialect{c})
	// With m.Objects there is no attempt: after a failed one, m.Objects would be called twice for the same objects.
	if fast.Attempt && m.ValidateFirst && m.Objects == nil {
		m.ValidateFirst = false
		m.Options |= option.Attempt
		if m.Options.Has(option.RejectDuplicateNames) {
			m.Options |= option.UniqueNames
		}
		if m.Options.Has(option.RejectInvalidUTF8) {
			m.Options |= option.ExactText
		}
		m.Options &^= option.ValidateFirst
		c.Attempt = New(m)
	}
	return c
}

// Of returns a Dialect with only the options o, under the rules of the running toolchain.
func Of(o option.Set) *Dialect { return Under(0, o) }

// Under returns a Dialect with only these options, under the rules of a release of encoding/json; 0 is the toolchain's.
func Under(r option.Release, o option.Set) *Dialect {
	return New(Meaning{Options: o, Release: r, Shape: shape.Options{Meaning: o}})
}

// PerCall has the options in which the Dialects of a family may differ. The encoder's programs depend on the options in
// compiled, and the decoder's programs on none of them.
const (
	PerCall  = option.EscapeHTML | option.UseNumber | option.ExactNumbers | option.DisallowUnknownFields | option.FuzzyDecode | option.MarkInvalidUTF8 | option.ChosenMembers
	compiled = option.EscapeHTML | option.MarkInvalidUTF8 | option.ChosenMembers
)

// With returns the Dialect of c's family with the PerCall options of o, and c's other options.
func (c *Dialect) With(o option.Set) *Dialect {
	if o = (c.Options &^ PerCall) | (o & PerCall); o == c.Options {
		return c
	}
	d := c.relative(o)
	if c.Context != nil || c.Members != nil {
		return d.For(c.Context, c.Members)
	}
	return d
}

// For returns a copy of c for one call. ctx is the context, or nil. s has the chosen members; nil means all members.
func (c *Dialect) For(ctx any, s MemberSet) *Dialect {
	whole := *c.relative(c.Options &^ option.ChosenMembers)
	whole.Context = ctx
	if s == nil {
		return &whole
	}
	d := *c.relative(c.Options | option.ChosenMembers)
	d.Context, d.Members, d.Whole, d.Finish = ctx, s, &whole, s.Finish(whole.Finish)
	return &d
}

// Shared returns the Dialect of c's family that has c's options, without a call's context and members.
func (c *Dialect) Shared() *Dialect { return c.relative(c.Options) }

// Related reports whether c and d are of the same family.
func (c *Dialect) Related(d *Dialect) bool { return c.family == d.family }

// family has a Dialect and the Dialects that With has made from it: one for each combination of PerCall options.
type family struct {
	members atomic.Pointer[[]*Dialect]
	lock    sync.Mutex // held while a Dialect is added
}

func (f *family) find(o option.Set) *Dialect {
	for _, c := range *f.members.Load() {
		if c.Options == o {
			return c
		}
	}
	return nil
}

// relative returns the Dialect of c's family with the options o.
func (c *Dialect) relative(o option.Set) *Dialect {
	f := c.family
	if d := f.find(o); d != nil {
		return d
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	if d := f.find(o); d != nil {
		return d
	}
	members := *f.members.Load()
	d := *members[0]
	d.Options, d.Encoders = o, nil
	if d.Attempt != nil {
		d.Attempt = d.Attempt.With(o)
	}
	for _, m := range members {
		if (m.Options^o)&compiled == 0 {
			d.Encoders = m.Encoders
		}
	}
	if d.Encoders == nil {
		d.Encoders = &Programs{}
	}
	members = append(members[:len(members):len(members)], &d)
	f.members.Store(&members)
	return &d
}
