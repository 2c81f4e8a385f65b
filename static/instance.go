package static

import (
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
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
