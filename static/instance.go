package static

import (
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// Instances remembers about each instance of a generic type what the variables of a file remember about plain types: a
// struct of a Layout, embedded, and a Type for each type that depends on type parameters.
//
//	type zetesShopInstancePage[Of, T any] struct {
//		static.Layout[*Of, *zetesShopFieldsPage[T]]
//		SliceOfT static.Type[[]T]
//	}
//
//	s := static.Instance[zetesShopInstancePage[Page[T], T]](&zetesShopInstancesPage)
//
// Most generic types have a few instances, which are looked through one by one.
type Instances struct {
	List   []string // names of the members
	TagKey string   // empty: json
	few    atomic.Pointer[[]any]
	all    sync.Map // reflect.Type of an S -> *S
}

// sightedInstances is how many instances are looked through one by one, at most: as many as take the time of the map.
const sightedInstances = 8

// adopter is a struct that embeds a Layout.
type adopter interface{ adopt(list *Instances) }

// adopt takes over what all instances have in common.
func (l *Layout[T, F]) adopt(list *Instances) { l.Names.List, l.TagKey = list.List, list.TagKey }

// Flags returns Careful if methods of people's may take part in decoding, which the type arguments decide.
func (l *Layout[T, F]) Flags(c *Config) Flags {
	if l.calls.Load() == noCalls {
		return 0
	}
	return l.findCalls(c)
}

// What a Layout knows of calls.
const (
	_ = iota // nothing
	noCalls
	someCalls
)

//go:noinline
func (l *Layout[T, F]) findCalls(c *Config) Flags {
	if l.calls.Load() == 0 {
		is := uint32(someCalls)
		if callsNobody(reflect.TypeFor[T]().Elem(), c.get(), map[reflect.Type]bool{}) {
			is = noCalls
		}
		l.calls.Store(is)
	}
	if l.calls.Load() == noCalls {
		return 0
	}
	return Careful
}

// callsNobody reports whether it is known that code under the configuration c decodes a t without methods of people's.
// Types that it does not know may have some.
func callsNobody(t reflect.Type, c *plan.Config, seen map[reflect.Type]bool) bool {
	if seen[t] || t == timeType {
		return true
	}
	seen[t] = true
	if methodsOf(t)&Readers != 0 {
		g := shape.GenerationOf(t)
		if own, ok := g.Config.(plan.Generator); !ok || !g.Decodes || own.Plan() != c {
			return false
		}
	}
	switch k := t.Kind(); k {
	case reflect.Interface:
		return t.NumMethod() == 0
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return callsNobody(t.Elem(), c, seen)
	case reflect.Map:
		k = t.Key().Kind()
		isPlain := reflect.Int <= k && k <= reflect.Uintptr || k == reflect.String
		return isPlain && callsNobody(t.Key(), c, seen) && callsNobody(t.Elem(), c, seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); (f.IsExported() || f.Anonymous) && !callsNobody(f.Type, c, seen) {
				return false
			}
		}
		return true
	default:
		return reflect.Bool <= k && k <= reflect.Float64 || k == reflect.String
	}
}

var timeType = reflect.TypeFor[time.Time]()

// Instance returns the S that is remembered.
func Instance[S any](list *Instances) *S {
	if few := list.few.Load(); few != nil {
		for _, x := range *few {
			if s, ok := x.(*S); ok {
				return s
			}
		}
	}
	return instance[S](list)
}

// instance is Instance for those that are not among the few.
//
//go:noinline
func instance[S any](list *Instances) *S {
	key := reflect.TypeFor[S]()
	if s, ok := list.all.Load(key); ok {
		return s.(*S)
	}
	s := new(S)
	any(s).(adopter).adopt(list)
	if have, ok := list.all.LoadOrStore(key, s); ok {
		return have.(*S)
	}
	for {
		old := list.few.Load()
		var few []any
		if old != nil {
			few = *old
		}
		if len(few) == sightedInstances {
			return s
		}
		few = append(slices.Clip(few), s)
		if list.few.CompareAndSwap(old, &few) {
			return s
		}
	}
}
