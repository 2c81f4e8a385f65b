//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"weak"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/plan"
)

// This file remembers which functions the lists for WithMarshalers and WithUnmarshalers have, so that plans can call
// them. The lists are values of encoding/json/v2, which does not show the functions in them. So a table maps each list
// that this package has made to a weak pointer to its functions. The list itself keeps them alive, since a function in
// it refers to them. If the list is dropped, its functions and its entry in the table go too, even if the functions
// refer to the list.
//
// Plans call functions that return JSON or get JSON. Values for which functions get an Encoder or Decoder are left to
// the standard library, and so are calls with lists that other packages have made. A plan depends only on the types of
// the functions, so lists with the same types share it, such as lists that are made for each call.

// function is one function of a list, for values of one type.
type function struct {
	typ     reflect.Type // the parameter for the value: the type itself, a pointer to it, or an interface
	streams bool         // it gets an Encoder or Decoder, and may leave the value to the next function

	// call calls the function. Its argument is v if v has the type of the function's parameter, otherwise the value
	// that v points to. A function that reads gets the JSON in text, and call returns nil. A function that writes
	// returns its JSON.
	call func(text []byte, v any) ([]byte, error)

	// write and read return a list with one function, which takes the place of the original function in a playback: it
	// is for values of the same type, and returns the recorded results in p.
	write func(p *playback) *Marshalers
	read  func(p *playback) *Unmarshalers
}

// functions has the functions of a list, in the order in which they are tried.
type functions struct {
	list  []function
	types *types   // nil if there are too many functions
	calls sync.Map // maps the key of a call without functions to a *call with the same options that calls these functions
}

// types has the types of the functions of a list. All lists whose functions have the same types share one *types.
type types struct{ list []typed }

// typed is what a plan knows about a function.
type typed struct {
	typ     reflect.Type
	streams bool
}

// The most functions that a list may have, and the most lists of different types, for plans to call them.
const (
	mostFunctions = 32
	mostTypes     = 64
)

var allTypes struct {
	sync.Mutex
	list []*types
}

// newFunctions returns a functions value with the given list. It sets types, without which plans do not call the
// functions, unless the list is longer than mostFunctions or has new types when there are mostTypes lists already.
func newFunctions(list []function) *functions {
	f := &functions{list: list}
	if len(list) > mostFunctions {
		return f
	}
	of := make([]typed, len(list))
	for i := range list {
		of[i] = typed{list[i].typ, list[i].streams}
	}
	allTypes.Lock()
	defer allTypes.Unlock()
	for _, t := range allTypes.list {
		if slices.Equal(t.list, of) {
			f.types = t
			return f
		}
	}
	if len(allTypes.list) < mostTypes {
		f.types = &types{of}
		allTypes.list = append(allTypes.list, f.types)
	}
	return f
}

// find returns the index of the first function for values of type t, or -1.
func (s *types) find(t reflect.Type) int {
	if s == nil {
		return -1
	}
	return slices.IndexFunc(s.list, func(f typed) bool {
		switch f.typ.Kind() {
		case reflect.Interface:
			return reflect.PointerTo(t).Implements(f.typ)
		case reflect.Pointer:
			return reflect.PointerTo(t) == f.typ
		}
		return t == f.typ
	})
}

// codec returns a codec that calls the function for values of type t, or nil if there is none. The codec finds the
// functions in the plan's context, since lists of functions with the same types share a plan.
func (s *types) codec(t reflect.Type) *plan.Codec {
	i := s.find(t)
	if i < 0 {
		return nil
	}
	return &plan.Codec{Type: t, Call: func(context any, text []byte, v any) ([]byte, error) {
		return context.(*functions).list[i].call(text, v)
	}}
}

// remembered has the functions of the lists that this package has made: for each *S, a weak pointer to its functions.
type remembered[S any] struct{ lists sync.Map }

var (
	marshalers   remembered[Marshalers]
	unmarshalers remembered[Unmarshalers]
)

// add stores in the table that the list s has the functions f, and returns s.
func (r *remembered[S]) add(s *S, f *functions) *S {
	w := weak.Make(s)
	r.lists.Store(w, weak.Make(f))
	runtime.AddCleanup(s, func(w weak.Pointer[S]) { r.lists.Delete(w) }, w)
	return s
}

// of returns the functions of the list s, or nil if this package has not made it.
func (r *remembered[S]) of(s *S) *functions {
	f, ok := r.lists.Load(weak.Make(s))
	if !ok {
		return nil
	}
	return f.(weak.Pointer[functions]).Value()
}

// join returns the list that std makes of the given lists. std is the standard library's JoinMarshalers or
// JoinUnmarshalers. If the lists have functions, join adds a list that keeper returns, so that the result keeps their
// *functions alive: its only function refers to them, and is never called, since it is for values of the type nothing.
func (r *remembered[S]) join(lists []*S, std func(...*S) *S, keeper func(*functions) *S) *S {
	var all []function
	for _, s := range lists {
		if s == nil {
			continue
		}
		f := r.of(s)
		if f == nil {
			return std(lists...)
		}
		all = append(all, f.list...)
	}
	if len(all) == 0 {
		return std(lists...)
	}
	f := newFunctions(all)
	return r.add(std(append(slices.Clone(lists), keeper(f))...), f)
}

// nothing is a type of which no value is marshaled or unmarshaled, so a function for it is never called.
type nothing struct{}

// JoinMarshalers returns the given lists as one. The functions of earlier lists are called first.
func JoinMarshalers(ms ...*Marshalers) *Marshalers {
	return marshalers.join(ms, stdjson.JoinMarshalers, func(f *functions) *Marshalers {
		return stdjson.MarshalFunc(func(nothing) ([]byte, error) {
			runtime.KeepAlive(f)
			return nil, nil
		})
	})
}

// MarshalFunc returns a list whose only function is fn, which returns the JSON of a T. T must not be a named pointer
// type. fn never gets a nil pointer, and must not keep its argument.
func MarshalFunc[T any](fn func(T) ([]byte, error)) *Marshalers {
	typ := reflect.TypeFor[T]()
	f := function{typ: typ, call: func(_ []byte, v any) ([]byte, error) { return fn(valueOf[T](v)) }}
	f.write = func(p *playback) *Marshalers {
		again := func(e *jsontext.Encoder, v any) error {
			return p.play(e, v, stdjson.MarshalFunc(func(T) ([]byte, error) { return p.now.Output, p.now.Err }))
		}
		if k := typ.Kind(); k == reflect.Pointer || k == reflect.Interface {
			return stdjson.MarshalToFunc(func(e *jsontext.Encoder, v T) error { return again(e, v) })
		}
		return stdjson.MarshalToFunc(func(e *jsontext.Encoder, v *T) error { return again(e, v) })
	}
	of := newFunctions([]function{f})
	return marshalers.add(stdjson.MarshalFunc(func(v T) ([]byte, error) {
		runtime.KeepAlive(of)
		return fn(v)
	}), of)
}

// valueOf returns v, which is a T or a pointer to one, as a T.
func valueOf[T any](v any) T {
	if t, ok := v.(T); ok {
		return t
	}
	return *v.(*T)
}

// MarshalToFunc returns a list whose only function is fn, which writes the JSON of a T to the Encoder. If fn returns
// [errors.ErrUnsupported] before it has written anything, the value is written as without fn. T must not be a named
// pointer type. fn never gets a nil pointer, and must not keep its arguments.
func MarshalToFunc[T any](fn func(*jsontext.Encoder, T) error) *Marshalers {
	of := newFunctions([]function{{typ: reflect.TypeFor[T](), streams: true}})
	return marshalers.add(stdjson.MarshalToFunc(func(e *jsontext.Encoder, v T) error {
		runtime.KeepAlive(of)
		return fn(e, v)
	}), of)
}

// JoinUnmarshalers returns the given lists as one. The functions of earlier lists are called first.
func JoinUnmarshalers(us ...*Unmarshalers) *Unmarshalers {
	return unmarshalers.join(us, stdjson.JoinUnmarshalers, func(f *functions) *Unmarshalers {
		return stdjson.UnmarshalFunc(func([]byte, *nothing) error {
			runtime.KeepAlive(f)
			return nil
		})
	})
}

// UnmarshalFunc returns a list whose only function is fn, which unmarshals the JSON that it gets into a T. T must be an
// interface or an unnamed pointer type. fn never gets a nil pointer, and must not keep its arguments or change the
// JSON.
func UnmarshalFunc[T any](fn func([]byte, T) error) *Unmarshalers {
	f := function{typ: reflect.TypeFor[T](), call: func(text []byte, v any) ([]byte, error) { return nil, fn(text, v.(T)) }}
	f.read = func(p *playback) *Unmarshalers {
		return stdjson.UnmarshalFromFunc(func(d *jsontext.Decoder, v T) error {
			return p.read(d, v, fault.Function, stdjson.UnmarshalFunc(func([]byte, T) error { return p.now.Err }))
		})
	}
	of := newFunctions([]function{f})
	return unmarshalers.add(stdjson.UnmarshalFunc(func(text []byte, v T) error {
		runtime.KeepAlive(of)
		return fn(text, v)
	}), of)
}

// UnmarshalFromFunc returns a list whose only function is fn, which reads one JSON value from the Decoder into a T. If
// fn returns [errors.ErrUnsupported] before it has read anything, the value is read as without fn. T must be an
// interface or an unnamed pointer type. fn never gets a nil pointer, and must not keep its arguments.
func UnmarshalFromFunc[T any](fn func(*jsontext.Decoder, T) error) *Unmarshalers {
	of := newFunctions([]function{{typ: reflect.TypeFor[T](), streams: true}})
	return unmarshalers.add(stdjson.UnmarshalFromFunc(func(d *jsontext.Decoder, v T) error {
		runtime.KeepAlive(of)
		return fn(d, v)
	}), of)
}
