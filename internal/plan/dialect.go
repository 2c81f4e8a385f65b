package plan

import (
	"sync"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Configurations. Programs depend on a meaning, not on a call, so calls with different options share them: a family is
// a Dialect and those that differ from it in options of single calls.

// Dialect is a meaning of JSON together with the programs compiled for it. It never changes and is safe for concurrent
// use. New makes one; With returns another one of its family, which differs in the options that callers choose for each
// call.
type Dialect struct {
	Meaning

	// Encoders and Decoders have the programs of the encoder and decoder. Dialects of one family share them if their
	// programs are the same.
	Encoders, Decoders *Programs

	// Context is the context.Context for codecs of the call that this copy of a Dialect is for, or nil. It is an any:
	// the type by its name would link time.Time, and so the database of time zones, into every program.
	Context any

	// Members are the members chosen by the call that this copy of a Dialect is for, or nil. Whole is the same Dialect
	// without them: its programs write values that have no members.
	Members *MemberSet
	Whole   *Dialect

	// again is sameCall, or nil outside of a call. As a variable it is linked only in programs with choices for single
	// calls.
	again func(c, d *Dialect) *Dialect

	family *family
}

// Programs are the compiled programs of the encoder or decoder. Only that package knows their type, and sees them as a
// [TableOf] of it.
type Programs struct {
	table Table[program]
	bare  sync.Map   // reflect.Type -> programs of types without their own codec, for codecs that use the default
	Lock  sync.Mutex // held while types are compiled, since types share parts, and none may be seen half-made
	Kept  any        // state of the compiler, kept for the next type, under Lock
}

// V1 is the meaning of encoding/json, and V1Plain the same without escaping HTML characters. The doors share their
// programs.
var (
	V1      = Of(option.V1)
	V1Plain = V1.With(option.V1 &^ option.EscapeHTML)
)

// New returns the Dialect for a meaning, which must not be changed afterwards.
func New(m Meaning) *Dialect {
	if m.Release == 0 {
		m.Release = option.Toolchain
	}
	m.Shape.Release = m.Release
	c := &Dialect{Meaning: m, Encoders: &Programs{}, Decoders: &Programs{}, family: &family{}}
	c.family.members.Store(&[]*Dialect{c})
	return c
}

// Of returns a Dialect with the options o alone, under the rules of the running toolchain.
func Of(o option.Set) *Dialect { return Under(0, o) }

// Under returns a Dialect with these options only, under the rules of one release of encoding/json. A zero r stands for
// the running toolchain's release.
func Under(r option.Release, o option.Set) *Dialect {
	return New(Meaning{Options: o, Release: r, Shape: shape.Options{Meaning: o}})
}

// PerCall are the options in which the members of a family differ. The encoder's compiler reads only those in compiled,
// and the decoder's reads none.
const (
	PerCall  = option.EscapeHTML | option.UseNumber | option.ExactNumbers | option.DisallowUnknownFields | option.FuzzyDecode | option.MarkInvalidUTF8 | option.ChosenMembers
	compiled = option.EscapeHTML | option.MarkInvalidUTF8 | option.ChosenMembers
)

// With returns the Dialect with the PerCall options of o, and otherwise those of c.
func (c *Dialect) With(o option.Set) *Dialect {
	if o = (c.Options &^ PerCall) | (o & PerCall); o == c.Options {
		return c
	}
	d := c.relative(o)
	if c.again != nil {
		return c.again(c, d)
	}
	return d
}

// For returns a copy of c for a call with that context, which may be nil, and those members; a nil s means all members.
func (c *Dialect) For(ctx any, s *MemberSet) *Dialect {
	whole := *c.relative(c.Options &^ option.ChosenMembers)
	whole.SetContext(ctx)
	if s == nil {
		return &whole
	}
	d := *c.relative(c.Options | option.ChosenMembers)
	d.Context, d.Members, d.Whole, d.Finish = ctx, s, &whole, s.finish(whole.Finish)
	d.again = sameCall
	return &d
}

// SetContext makes c, a copy that no other code has, the Dialect of a call with that context, which may be nil.
func (c *Dialect) SetContext(ctx any) {
	if c.Context = ctx; ctx != nil || c.Members != nil {
		c.again = sameCall
	}
}

// sameCall returns a copy of d, of c's family, for the call that c is for.
func sameCall(c, d *Dialect) *Dialect { return d.For(c.Context, c.Members) }

// Shared returns the Dialect of c's family that has c's options and is for no call.
func (c *Dialect) Shared() *Dialect { return c.relative(c.Options) }

// Related reports whether c and d are of one family, which means that they differ in PerCall options only.
func (c *Dialect) Related(d *Dialect) bool { return c.family == d.family }

// family is a Dialect and those that With has made from it: at most as many as the PerCall options have combinations.
type family struct {
	members atomic.Pointer[[]*Dialect]
	lock    sync.Mutex // held while one is added
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
