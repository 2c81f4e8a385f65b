package zoo

import (
	stdjson "encoding/json"
	"fmt"
	"reflect"
	"time"
)

// madeKinds returns kinds whose types are made from the seed: structs of whatever comes.
func madeKinds(seed uint64) (all []*kind) {
	for i := range 10 {
		name := fmt.Sprintf("made/%d", i)
		g := newGen(seed, name+" type")
		t := reflect.SliceOf(g.structType(0))
		all = append(all, &kind{name: name, fresh: func() any { return reflect.New(t).Interface() }, fill: contents{length: 10}})
	}
	return all
}

// leaves are the types that made types end in.
var leaves = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](),
	reflect.TypeFor[uint](), reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint64](), reflect.TypeFor[float32](),
	reflect.TypeFor[float64](), reflect.TypeFor[string](), reflect.TypeFor[string](), reflect.TypeFor[string](), reflect.TypeFor[[]byte](),
	reflect.TypeFor[time.Time](), reflect.TypeFor[stdjson.RawMessage](), reflect.TypeFor[colour](), reflect.TypeFor[any](),
	reflect.TypeFor[label](), reflect.TypeFor[record](),
}

var keyTypes = []reflect.Type{
	reflect.TypeFor[string](), reflect.TypeFor[string](), reflect.TypeFor[string](), reflect.TypeFor[label](), reflect.TypeFor[int](),
	reflect.TypeFor[uint16](), reflect.TypeFor[int64](),
}

func (g *gen) structType(depth int) reflect.Type {
	var fields []reflect.StructField
	for i := range 3 + g.IntN(9) {
		tag := fmt.Sprintf(`json:"%s_%d%s"`, words[g.IntN(len(words))], i, []string{"", "", "", ",omitempty"}[g.IntN(4)])
		fields = append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: g.typ(depth + 1), Tag: reflect.StructTag(tag)})
	}
	return reflect.StructOf(fields)
}

func (g *gen) typ(depth int) reflect.Type {
	n := g.IntN(16)
	if depth > 2 {
		n = g.IntN(12)
	}
	switch n {
	case 8:
		return reflect.SliceOf(g.leaf())
	case 9:
		return reflect.PointerTo(g.leaf())
	case 10:
		return reflect.MapOf(keyTypes[g.IntN(len(keyTypes))], g.leaf())
	case 11:
		return reflect.ArrayOf(1+g.IntN(5), g.leaf())
	case 12:
		return reflect.SliceOf(g.structType(depth))
	case 13:
		return g.structType(depth)
	case 14:
		return reflect.MapOf(keyTypes[g.IntN(len(keyTypes))], g.typ(depth+1))
	case 15:
		return reflect.PointerTo(g.typ(depth + 1))
	}
	return g.leaf()
}

func (g *gen) leaf() reflect.Type { return leaves[g.IntN(len(leaves))] }
