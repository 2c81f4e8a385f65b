package beamjson

import (
	"fmt"
	"reflect"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/coder"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/reflectx"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/zetes-json/zetes"
)

// A kind is what Register keeps of a type.
type kind struct {
	api    *zetes.API
	encode func(v any) ([]byte, error)
	decode func(data []byte) (any, error)
}

// kinds has the kind of each registered type. Workers are other processes: they fill it by the same calls of Register.
var kinds sync.Map

func init() {
	beam.RegisterFunction(encode)
	beam.RegisterFunction(decode)
	Register[Bad](nil)
	registerCoder[part](nil)
	beam.RegisterType(reflect.TypeFor[part]())
	beam.RegisterType(reflect.TypeFor[gatherFn]())
	beam.RegisterType(reflect.TypeFor[finishFn]())
	register.Emitter1[string]()
	register.Iter1[string]()
}

// Register makes T known to Beam: the functions of this package can then read and write it, and Beam's coder for T is
// api, or the functions of package zetes if api is nil. Beam has coders of its own for the basic types of Go and for
// slices, which stay; the elements of a slice have the coder of their type.
//
// A program calls Register for each type before beam.Init, in a function init or in the declaration of a variable of a
// package: workers are other processes, which run the same calls. Register panics after beam.Init, and if T is
// registered with another api.
//
// Beam takes no maps without a name of their own: give the map a type, or a struct that holds it. If T is a key of
// beam.GroupByKey, equal values must have equal JSON: api must not have UnsortedMaps then.
func Register[T any](api *zetes.API) {
	t := reflect.TypeFor[T]()
	if old, ok := kinds.Load(t); ok {
		if old.(*kind).api != api {
			panic(fmt.Sprintf("beamjson: %v is registered with another API", t))
		}
		return
	}
	if named := elem(t); named.Name() != "" && named.PkgPath() != "" {
		beam.RegisterType(named)
	}
	if other, ok := beamNames.LoadOrStore(t.String(), t); ok && other != t {
		panic(fmt.Sprintf("beamjson: Beam can't tell %s.%v from %s.%v: one of the packages needs another name", t.PkgPath(), t, other.(reflect.Type).PkgPath(), t))
	}
	registerCoder[T](api)
	// The functions register.DoFnNxM would do the same and more, but each of them takes seconds to compile for each T.
	beam.RegisterType(reflect.TypeFor[readFn[T]]())
	beam.RegisterType(reflect.TypeFor[shardFn[T]]())
	beam.RegisterType(reflect.TypeFor[writeFn[T]]())
	reflectx.RegisterFunc(reflect.TypeFor[func(T) (int, T)](), func(f any) reflectx.Func { return sharding[T](f.(func(T) (int, T))) })
	register.Emitter1[T]()
	register.Iter1[T]()
}

// beamNames has the registered types by the names under which Beam keeps what makes calls fast.
var beamNames sync.Map

// sharding lets Beam call the method of a shardFn without reflection.
type sharding[T any] func(T) (int, T)

// Name returns the name of the function.
func (f sharding[T]) Name() string { return reflectx.FunctionName((func(T) (int, T))(f)) }

// Type returns the type of the function.
func (f sharding[T]) Type() reflect.Type { return reflect.TypeFor[func(T) (int, T)]() }

// Call calls the function.
func (f sharding[T]) Call(args []any) []any {
	shard, v := f.Call1x2(args[0])
	return []any{shard, v}
}

// Call1x2 calls the function.
func (f sharding[T]) Call1x2(arg any) (any, any) {
	v, _ := arg.(T) // a nil interface is no T
	return f(v)
}

// elem returns the type that t points to, or t.
func elem(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

func registerCoder[T any](api *zetes.API) {
	t := reflect.TypeFor[T]()
	dec := zetes.TypedDecoderOf[T](api)
	k := &kind{api: api, decode: func(data []byte) (any, error) {
		v := new(T)
		err := dec.Decode(data, v)
		return *v, err
	}}
	if a := apiOr(api); t.Kind() != reflect.Interface {
		k.encode = a.Marshal
	} else {
		// The interface itself may have a codec, which its dynamic type does not.
		enc := zetes.TypedEncoderOf[T](api)
		k.encode = func(v any) ([]byte, error) {
			x, _ := v.(T)
			return enc.Marshal(&x)
		}
	}
	kinds.Store(t, k)
	coder.RegisterCoder(t, encode, decode)
}

func apiOr(api *zetes.API) *zetes.API {
	if api == nil {
		return zetes.Standard()
	}
	return api
}

// encode and decode are the coder of all registered types. Beam knows functions by their names, and those of closures
// and generic functions are not names that another process can look up.

func encode(t reflect.Type, v beam.T) ([]byte, error) {
	k, err := kindOf(t)
	if err != nil {
		return nil, err
	}
	return k.encode(v)
}

func decode(t reflect.Type, data []byte) (beam.T, error) {
	k, err := kindOf(t)
	if err != nil {
		return nil, err
	}
	return k.decode(data)
}

func kindOf(t reflect.Type) (*kind, error) {
	k, ok := kinds.Load(t)
	if !ok {
		return nil, fmt.Errorf("beamjson: %v is not registered: call beamjson.Register[%v] before beam.Init", t, t)
	}
	return k.(*kind), nil
}

// mustKind returns the kind of T. It panics, as functions do that build a pipeline, if T is not registered.
func mustKind[T any]() *kind {
	k, err := kindOf(reflect.TypeFor[T]())
	if err != nil {
		panic(err)
	}
	return k
}
