package plan

import (
	"sync"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Config is a meaning of JSON together with the programs compiled for it. It never changes and is safe for concurrent
// use: New makes one, and With those that differ from it in what callers choose from one call to the next.
type Config struct {
	Meaning

	// Encoders and Decoders belong to the two machines. Configs of one family share them where their programs are
	// the same.
	Encoders, Decoders *Programs

	// Context is the context.Context that codecs get from the call that this copy of a Config is for, or nil. By its
	// name the type would have time.Time, and so the database of time zones, linked into every program.
	Context any

	// Members are those that the call has chosen that this copy of a Config is for, or nil. Whole is the same without
	// them: by its programs is written what knows no members.
	Members *MemberSet
	Whole   *Config

	// again is sameCall, or nil where there is no call. As a variable it is linked only in programs that choose
	// something for single calls.
	again func(c, d *Config) *Config

	family *family
}

// Programs are what one machine has compiled. The machine alone knows their type, and sees them as a [TableOf] that.
type Programs struct {
	table Table[program]
	bare  sync.Map   // reflect.Type -> programs of types whose own codec is left out: what it calls the default
	Lock  sync.Mutex // held while types are compiled: types share their parts, and none is seen half-made
	Kept  any        // what the compiler keeps for the next type, under Lock
}

// V1 is the meaning of encoding/json, and V1Plain the same without the escaping of HTML characters. The doors share
// their programs.
var (
	V1      = Of(option.V1)
	V1Plain = V1.With(option.V1 &^ option.EscapeHTML)
)

// New returns the Config of a meaning, which is not changed afterwards.
func New(m Meaning) *Config {
	c := &Config{Meaning: m, Encoders: &Programs{}, Decoders: &Programs{}, family: &family{}}
	c.family.members.Store(&[]*Config{c})
	return c
}

// Of returns a Config of those choices alone.
func Of(o option.Set) *Config { return New(Meaning{Options: o, Shape: shape.Options{Meaning: o}}) }

// PerCall are the choices in which the members of a family differ. Of these the encoder's compiler reads those of
// compiled, and the decoder's none.
const (
	PerCall  = option.EscapeHTML | option.UseNumber | option.ExactNumbers | option.DisallowUnknownFields | option.FuzzyDecode | option.MarkInvalidUTF8 | option.ChosenMembers
	compiled = option.EscapeHTML | option.MarkInvalidUTF8 | option.ChosenMembers
)

// With returns the Config that differs from c in the choices of PerCall, which are those of o.
func (c *Config) With(o option.Set) *Config {
	if o = (c.Options &^ PerCall) | (o & PerCall); o == c.Options {
		return c
	}
	d := c.relative(o)
	if c.again != nil {
		return c.again(c, d)
	}
	return d
}

// For returns a copy of c for a call with that context, which may be nil, and those members, all if s is nil.
func (c *Config) For(ctx any, s *MemberSet) *Config {
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

// SetContext makes c, a copy that nobody else has, one for a call with that context, which may be nil.
func (c *Config) SetContext(ctx any) {
	if c.Context = ctx; ctx != nil || c.Members != nil {
		c.again = sameCall
	}
}

// sameCall returns a copy of d, of c's family, for the call that c is for.
func sameCall(c, d *Config) *Config { return d.For(c.Context, c.Members) }

// Shared returns the Config of c's family that is like c, and knows of no call.
func (c *Config) Shared() *Config { return c.relative(c.Options) }

// Related reports whether c and d are of one family: all but the choices of PerCall is the same.
func (c *Config) Related(d *Config) bool { return c.family == d.family }

// family is a Config and those made of it by With: as many at most as the choices of PerCall have combinations.
type family struct {
	members atomic.Pointer[[]*Config]
	lock    sync.Mutex // held while there is one more
}

func (f *family) find(o option.Set) *Config {
	for _, c := range *f.members.Load() {
		if c.Options == o {
			return c
		}
	}
	return nil
}

// relative returns the Config of c's family that has the options o.
func (c *Config) relative(o option.Set) *Config {
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
