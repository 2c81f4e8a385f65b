//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/shape"
)

// This file turns the options of a call into choices of compiled plans. Plans implement encoding/json, which since Go
// 1.27 is encoding/json/v2 under other options. So an option of v2 either is a choice of package option, or has no
// effect on the types that plans are made for (served.go), or makes the standard library do the call.

func init() {
	encode.LinkExtras()
	decode.LinkExtras()
}

// alwaysUnmarshaling are the choices that decoders have under all options.
const alwaysUnmarshaling = option.EndAtFault

// The choices of calls without options.
const (
	defaultMarshaling   = option.MarkInvalidUTF8 | option.PlainLines | option.OmitWritten | option.ByteArrays
	defaultUnmarshaling = alwaysUnmarshaling | option.MergeAnew | option.UniqueNames | option.ExactText | option.ExactArrays | option.ExactBase64 | option.ByteArrays | option.FoldDelimiters
)

// call has the arguments for calling plans under one set of options, and knows which types have a plan.
type call struct {
	key
	marshaled   encode.Call
	unmarshaled decode.Call
	alone       decode.Call       // for Unmarshal: unmarshaled, with the function refused for errors about values
	raw         *atomic.Bool      // true after a type was compiled whose values may write raw JSON, with any number of levels
	functions   *functions        // plans call these, or nil
	whole       *plan.Table[bool] // for each type that a plan writes: whether MarshalWrite must write it as a whole
	*trials                       // for each type, how often its plan has failed
}

// key is the part of the options in which calls differ.
type key struct {
	choices option.Set
	usual   bool   // no option changes how methods are called, or the tag option "string"
	nano    bool   // durations are integers
	first   bool   // if a name matches two fields regardless of case, the first field is taken
	exact   bool   // for Unmarshal: no option changes whether a single value fits, or the error about it
	types   *types // the types of the functions that plans call, or nil
}

func newCall(k key) *call {
	c := &call{key: k, raw: new(atomic.Bool), whole: new(plan.Table[bool]), trials: new(trials)}
	m := plan.Meaning{Options: k.choices, Shape: shape.Options{Meaning: k.choices, OmitZero: k.choices.Has(option.OmitZeros), KeepRest: k.usual}, Refuses: c.refusing, Levels: mostLevels}
	if k.usual {
		m.Reformat, m.Accepts = c.reformat, c.allows
	}
	if k.types != nil {
		m.Chosen = plan.Choose(k.types.codec)
	}
	c.marshaled.Config = plan.New(m)
	c.unmarshaled.Config = c.marshaled.Config
	if c.alone = c.unmarshaled; k.exact && k.types == nil {
		c.alone.Refused = refused
	}
	return c
}

// mostLevels is the value of plan.Meaning.Levels: how many calls of the encoder may be nested. A call writes at most 17
// levels of arrays and objects, so only raw JSON can make the output deeper than a document may be. The standard
// library marshals values that need more calls.
const mostLevels = 400

// refusing reports whether plans refuse the type t, which is being compiled. If they do, it stores that the type has no
// plan, so that the next call for the type does not try one.
func (c *call) refusing(t reflect.Type) bool {
	if !c.refuses(t) {
		return false
	}
	c.table().Put(mem.TypeWordOf(t), new(trial)).refused.Store(true)
	return true
}

var (
	plainMarshaling   = newCall(key{choices: defaultMarshaling, usual: true})
	plainUnmarshaling = newCall(key{choices: defaultUnmarshaling, usual: true, exact: true})
)

// marshaling returns the call for Marshal under opts, or nil if the standard library must do it.
func marshaling(opts []Options) *call {
	if len(opts) == 0 {
		return plainMarshaling
	}
	on, ok := options.values(opts)
	if !ok {
		return nil
	}
	c := marshalingUnder(on)
	if on&options.marshalers != 0 {
		return c.calling(marshalers.of(lastOf(opts, WithMarshalers)))
	}
	return c
}

// calling returns a copy of c whose plans also call the user's functions f, or nil if the standard library must do the
// whole call. f is nil if the caller's *Marshalers or *Unmarshalers is nil, or if encoding/json/v2 has made it. For a
// nil list Go 1.27 panics at a value in an any: since the standard library does such calls, they still panic.
func (c *call) calling(f *functions) *call {
	if c == nil || f == nil || f.types == nil || !c.usual {
		return nil
	}
	if known, ok := f.calls.Load(c.key); ok {
		return known.(*call)
	}
	k := c.key
	k.types = f.types
	shared := callFor(k)
	own := *shared
	own.functions = f
	own.marshaled.Config = shared.marshaled.Config.For(f, nil)
	own.unmarshaled.Config = own.marshaled.Config
	own.alone = own.unmarshaled
	known, _ := f.calls.LoadOrStore(c.key, &own)
	return known.(*call)
}

// marshalingUnder returns the call for Marshal if the options in on are true and all others false, or nil if the
// standard library must do it.
func marshalingUnder(on flags) *call {
	return callsByOptions.writes.of(on, func(on flags) *call {
		choices, ok := options.marshaling(on)
		if !ok {
			return nil
		}
		return callFor(key{choices, on&options.unusual() == 0, on&options.nanoDurations != 0, false, false, nil})
	})
}

// unmarshaling returns the call for Unmarshal under opts, or nil if the standard library must do it.
func unmarshaling(opts []Options) *call {
	if len(opts) == 0 {
		return plainUnmarshaling
	}
	on, ok := options.values(opts)
	if !ok {
		return nil
	}
	c := callsByOptions.reads.of(on, func(on flags) *call {
		choices, ok := options.unmarshaling(on)
		if !ok {
			return nil
		}
		exact := on&^(options.rejectUnknown|options.foldNames|options.deterministic|options.unmarshalers) == 0
		return callFor(key{choices, on&options.unusual() == 0, on&options.nanoDurations != 0, on&options.legacyErrors != 0, exact, nil})
	})
	if on&options.unmarshalers != 0 {
		return c.calling(unmarshalers.of(lastOf(opts, WithUnmarshalers)))
	}
	return c
}

// unusual returns the options that change which methods are called, what they get or return, or their errors, and the
// option that changes the tag option "string". Under any of them plans do not handle types with methods or that tag
// option.
func (l *learned) unusual() flags {
	return l.allowDuplicates | l.allowInvalidUTF8 | l.preserveRaw | l.canonicalInts | l.canonicalFloats | l.reorderRaw | l.legacyMethods | l.legacyErrors | l.legacyMerge | l.legacyStringify
}

// marshaling returns the options under which a plan marshals as encoding/json/v2 does with the flags in on, and no
// others, set. ok is false if no plan can do that.
func (l *learned) marshaling(on flags) (choices option.Set, ok bool) {
	html := l.escapeHTML | l.escapeJS
	switch {
	case on&(l.multiline|l.spaceAfterColon|l.spaceAfterComma) != 0,
		on&html != 0 && on&html != html,
		on&l.allowInvalidUTF8 != 0 && on&l.allowDuplicates == 0: // two names of a map may become the same name
		return 0, false
	}
	return option.When(on&html != 0, option.EscapeHTML) |
		option.When(on&html == 0, option.PlainLines) |
		option.When(on&l.allowInvalidUTF8 == 0, option.MarkInvalidUTF8) |
		option.When(on&l.deterministic != 0, option.SortMapKeys) |
		option.When(on&l.omitZero != 0, option.OmitZeros) |
		option.When(on&l.nilMapAsNull != 0, option.NilMapAsNull) |
		option.When(on&l.nilSliceAsNull != 0, option.NilSliceAsNull) |
		option.When(on&l.legacyEmpty == 0, option.OmitWritten) |
		option.When(on&l.arrayBytes == 0, option.ByteArrays) |
		option.When(on&l.stringify != 0, option.StringNumbers), true
}

// unmarshaling returns the options under which a plan unmarshals as encoding/json/v2 does with the flags in on, and no
// others, set. ok is false if no plan can do that.
func (l *learned) unmarshaling(on flags) (choices option.Set, ok bool) {
	bytes, merge := l.legacyBytes|l.looseBase64, l.allowDuplicates|l.legacyMerge
	switch {
	case on&l.stringify != 0 && on&l.allowDuplicates != 0, // a number for an interface is an error
		on&bytes != 0 && on&bytes != bytes,
		on&merge == l.allowDuplicates,                           // a second member is merged into the first one
		on&l.anyLength != 0 && on&l.allowDuplicates == 0,        // further elements are not searched for duplicates
		on&l.allowDuplicates != 0 && on&l.allowInvalidUTF8 == 0: // names that are not UTF-8 may become the same name
		return 0, false
	}
	return alwaysUnmarshaling |
		option.When(on&l.foldNames != 0, option.FoldNames) |
		option.When(on&l.foldExact == 0, option.FoldDelimiters) |
		option.When(on&l.rejectUnknown != 0, option.DisallowUnknownFields) |
		option.When(on&l.legacyMerge == 0, option.MergeAnew) |
		option.When(on&l.allowDuplicates == 0, option.UniqueNames) |
		option.When(on&l.allowInvalidUTF8 == 0, option.ExactText) |
		option.When(on&l.anyLength == 0, option.ExactArrays) |
		option.When(on&bytes == 0, option.ExactBase64) |
		option.When(on&l.arrayBytes == 0, option.ByteArrays) |
		option.When(on&l.stringify != 0, option.StringNumbers), true
}

// calls has a call for each key that has occurred so far.
var calls = struct {
	sync.Mutex
	byKey map[key]*call
}{byKey: map[key]*call{plainMarshaling.key: plainMarshaling, plainUnmarshaling.key: plainUnmarshaling}}

// callFor returns the call with the key k. It makes the call if there is none.
func callFor(k key) *call {
	calls.Lock()
	defer calls.Unlock()
	c := calls.byKey[k]
	if c == nil {
		c = newCall(k)
		calls.byKey[k] = c
	}
	return c
}

// callsByOptions remembers the calls for Marshal and for Unmarshal by the options that are true.
var callsByOptions struct{ writes, reads optionsTable }

// optionsTable has the calls for the sets of options that occurred last; a call is nil if there is no plan for the set.
// Each set has one slot, which it shares with few others.
type optionsTable struct {
	slots [1024]atomic.Pointer[underOptions]
}

type underOptions struct {
	on   flags
	call *call
}

// of returns the call under the options in on. If t does not have it, of stores the result of find.
func (t *optionsTable) of(on flags, find func(on flags) *call) *call {
	slot := &t.slots[on*0x9e3779b97f4a7c15>>54]
	u := slot.Load()
	if u == nil || u.on != on {
		u = &underOptions{on, find(on)}
		slot.Store(u)
	}
	return u.call
}
