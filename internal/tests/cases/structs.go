package cases

import (
	"fmt"
	"reflect"
	"strings"
)

type recursive struct {
	Name string
	Next *recursive           `json:",omitempty"`
	Kids []recursive          `json:",omitempty"`
	Map  map[string]recursive `json:",omitempty"`
	Any  any                  `json:",omitempty"`
}

type recursiveSlice []recursiveSlice

type recursiveArrays [][2]recursiveArrays

type recursiveSingle [1][]recursiveSingle

type recursiveFields struct {
	A recursiveArrays
	S recursiveSingle
}

type recursiveMap map[string]recursiveMap

type recursivePointer *recursivePointer

type mutualA struct {
	B *mutualB
	X int
}

type mutualB struct {
	A []mutualA
	Y string
}

type generic[K comparable, V any] struct {
	Key   K
	Value V
	Pairs map[K]V
	Next  *generic[K, V]
}

//zetes:skip
type unexportedFields struct {
	a int
	B int
	c string
	_ int
	D func() `json:"-"`
	E chan int
}

type mixed struct {
	ID       int64             `json:"id"`
	Name     string            `json:"name"`
	Score    float64           `json:"score,omitempty"`
	Active   bool              `json:"active"`
	Tags     []string          `json:"tags"`
	Attrs    map[string]any    `json:"attrs,omitempty"`
	Parent   *mixed            `json:"parent,omitempty"`
	Children []*mixed          `json:"children,omitempty"`
	Raw      any               `json:"raw"`
	Counts   [3]int32          `json:"counts"`
	Labels   map[string]string `json:"labels"`
	Bytes    []byte            `json:"bytes"`
	Quoted   int               `json:"quoted,string"`
	Small    int8              `json:"small"`
	Nested   struct {
		X, Y float32
		In   struct{ Deep []struct{ V *int } }
	} `json:"nested"`
}

// wide makes a struct type with n fields of mixed types.
func wide(n int) reflect.Type {
	types := []reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[string](), reflect.TypeFor[bool](), reflect.TypeFor[[]int](), reflect.TypeFor[float64](), reflect.TypeFor[any](), reflect.TypeFor[*uint8]()}
	var fields []reflect.StructField
	for i := range n {
		f := reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: types[i%len(types)]}
		switch i % 5 {
		case 1:
			f.Tag = reflect.StructTag(fmt.Sprintf(`json:"name_%d"`, i))
		case 2:
			f.Tag = `json:",omitempty"`
		}
		fields = append(fields, f)
	}
	return reflect.StructOf(fields)
}

func init() {
	val("empty", struct{}{})
	val("unexported", unexportedFields{a: 1, B: 2, c: "c"})
	val("unexported-only", struct{ a, b int }{1, 2})
	val("recursive", recursive{Name: "a", Next: &recursive{Name: "b"}, Kids: []recursive{{Name: "c", Kids: []recursive{{}}}}, Map: map[string]recursive{"d": {}}, Any: recursive{Name: "<e>"}})
	val("recursive/slice", recursiveSlice{nil, {}, {nil, {}}})
	val("recursive/arrays", recursiveFields{recursiveArrays{{}, {recursiveArrays{{}}}}, recursiveSingle{{}}})
	val("recursive/map", recursiveMap{"a": nil, "b": {"c": {}}})
	val("recursive/pointer", recursivePointer(new(recursivePointer)))
	val("mutual", mutualA{B: &mutualB{A: []mutualA{{X: 1}, {B: &mutualB{Y: "y"}}}}})
	val("generic", generic[string, []int]{"k", []int{1}, map[string][]int{"p": {2}}, &generic[string, []int]{}})
	val("generic/int", generic[int8, any]{-1, "v", map[int8]any{1: nil, -2: 3}, nil})
	val("anonymous", struct {
		A struct{ B struct{ C []struct{ D int } } }
	}{})
	val("one-pointer", struct{ P *int }{new(int)})
	val("one-map", struct{ M map[string]int }{map[string]int{"a": 1}})
	val("one-pointer/nil", struct{ P *int }{})
	val("one-array", [1]*int{new(int)})
	val("one-array/struct", struct{ A [1]struct{ M map[string]int } }{})
	val("zero-size-last", struct {
		A int
		B struct{}
	}{A: 1})
	val("mixed/zero", mixed{})
	seven := 7
	full := mixed{ID: 1, Name: "n\"<", Score: 1.5, Active: true, Tags: []string{"a", ""}, Attrs: map[string]any{"z": 1, "a": []any{nil, "x", 1.5}}, Parent: &mixed{}, Children: []*mixed{nil, {ID: 2}},
		Raw: map[string]any{"k": []int{1}}, Counts: [3]int32{1, -2, 3}, Labels: map[string]string{"l": "v"}, Bytes: []byte("bytes"), Quoted: 5, Small: -8}
	full.Nested.In.Deep = []struct{ V *int }{{&seven}, {}}
	val("mixed/full", full)

	dec[mixed]("mixed", `{}`, `null`, `[]`, `{"id":1,"name":"n","score":1e2,"active":true,"tags":["a","b"],"attrs":{"a":[1,{"b":null}]},"parent":{"id":2,"parent":{"id":3}},"children":[null,{"id":4}],"raw":[1],"counts":[1,2],"labels":{"a":"b","a":"c"},"bytes":"AQI=","quoted":"12","small":-128,"nested":{"X":1.5,"y":2,"In":{"Deep":[{"V":1},{"V":null},null]}}}`,
		`{"nested":{"In":{"Deep":[{"V":"x"},{"V":1}]}},"small":200,"quoted":12,"name":7,"tags":{"a":1},"id":1.5,"counts":[1,"x",3,4],"labels":{"a":1,"b":"c"},"bytes":"!!","parent":[],"active":"true"}`,
		`{"ID":1,"NAME":"x","Tags":null,"unknown":{"a":[1,2,{"b":"\u00e9"}]},"nested":null,"NESTED":{"x":1,"Y":2,"in":null}}`,
		`{"id":1,"id":2,"name":"a","name":null,"tags":["x"],"tags":["y","z"],"parent":{"id":5},"parent":{"name":"kept?"},"attrs":{"a":1},"attrs":{"b":2},"counts":[1,2,3],"counts":[9]}`,
		`{"small":128,"parent":{"small":128,"parent":{"nested":{"X":"s"}}}}`, `{"parent":{"parent":{"parent":{"children":[{"children":[{"small":1000}]}]}}}}`, `{"children":[{"id":"x"},{"id":2}]}`, `{"attrs":{"a":1e999}}`, `{"raw":1e999,"id":7}`)
	dec[recursive]("recursive", `{"Name":"a","Next":{"Name":"b","Next":{"Name":"c"}},"Kids":[{"Name":"d","Kids":[{}]}],"Map":{"x":{"Map":{"y":{"Name":1}}}},"Any":{"Name":"z"}}`)
	dec[recursiveFields]("recursive/arrays", `{"A":[[[],[[]]],[null,[[],null]]],"S":[[[[]],null]]}`, `{"A":[[1]],"S":[[[[{}]]]]}`)
	dec[recursiveSlice]("recursive/slice", `[[],[[],null],[[[[]]]]]`, `[[],1,[{}]]`)
	dec[recursiveMap]("recursive/map", `{"a":{"b":{}},"c":null}`, `{"a":{"b":1},"c":{"d":{}}}`)
	dec[mutualA]("mutual", `{"B":{"A":[{"X":1},{"B":{"Y":"y","A":[{"X":"bad"}]}}]},"X":2}`)
	dec[generic[string, []int]]("generic", `{"Key":"k","Value":[1,2],"Pairs":{"a":[1]},"Next":{"Key":1,"Next":{"Value":["x"]}}}`)
	dec[generic[int8, any]]("generic/int", `{"Key":1,"Value":[1,2],"Pairs":{"1":[1],"200":1,"x":2},"Next":{"Key":300}}`)
	dec[unexportedFields]("unexported", `{"a":1,"B":2,"c":"x","_":3,"D":null,"E":null}`, `{"B":1,"E":1}`, `{"D":1,"B":2}`)
	dec[struct{ a, b int }]("unexported-only", `{"a":1,"b":"x","A":[]}`)
	into("mixed", func() mixed {
		m := full
		m.Tags = append([]string(nil), full.Tags...)
		m.Attrs = map[string]any{"kept": 1, "z": 2}
		m.Parent = &mixed{ID: 99, Tags: []string{"p"}}
		m.Children = []*mixed{{ID: 5, Name: "c"}, nil, {ID: 6}}
		m.Labels = map[string]string{"kept": "yes"}
		m.Raw = &mixed{Name: "raw"}
		m.Nested.In.Deep = []struct{ V *int }{{new(int)}, {new(int)}, {}}
		return m
	}, `{}`, `null`, `{"tags":["x"],"attrs":{"a":1},"parent":{"name":"new"},"children":[{"name":"d"},{"name":"e"}],"labels":{"b":"c"},"raw":{"id":8},"counts":[5],"nested":{"In":{"Deep":[{},{"V":3}]}}}`,
		`{"tags":null,"attrs":null,"parent":null,"children":null,"raw":null,"counts":null,"labels":null,"bytes":null,"quoted":null,"small":null,"nested":null}`, `{"tags":[],"children":[],"bytes":"","counts":[],"labels":{},"attrs":{}}`,
		`{"tags":["a","b","c"],"children":[1,{"id":"x"},{"id":7},{"id":8}],"parent":7,"name":"after"}`, `{"tags":["x",1],"labels":{"kept":1},"name":"after"}`, `{"raw":{"id":"x"},"id":5}`)

	for _, n := range []int{1, 2, 8, 9, 16, 17, 32, 33, 63, 64, 65, 66, 128, 129, 300} {
		typ := wide(n)
		add(&Case{Name: fmt.Sprintf("wide/%d", n), Value: func() any { return reflect.New(typ).Interface() }})
		add(&Case{Name: fmt.Sprintf("wide/%d/value", n), Value: func() any { return reflect.New(typ).Elem().Interface() }})
		values := []string{`1`, `"s"`, `true`, `[1,2]`, `1.5`, `{"a":1}`, `7`}
		var fwd, back, folded, bad []string
		for i := range n {
			name := fmt.Sprintf("F%d", i)
			if i%5 == 1 {
				name = fmt.Sprintf("name_%d", i)
			}
			m := fmt.Sprintf(`"%s":%s`, name, values[i%7])
			fwd, back = append(fwd, m), append([]string{m}, back...)
			folded = append(folded, fmt.Sprintf(`"%s":%s`, strings.ToUpper(name[:1])+strings.ToLower(name[1:]), values[i%7]), fmt.Sprintf(`"%s_":%s`, name, values[i%7]))
			bad = append(bad, fmt.Sprintf(`"%s":%s`, name, values[(i+1)%7]))
		}
		for _, members := range [][]string{fwd, back, folded, bad, append(append([]string{}, fwd...), back...)} {
			target(fmt.Sprintf("wide/%d", n), func() any { return reflect.New(typ).Interface() }, "{"+strings.Join(members, ",")+"}")
			target(fmt.Sprintf("wide/%d/slice", n), func() any { return reflect.New(reflect.SliceOf(typ)).Interface() }, "[{"+strings.Join(members, ",")+"},{"+strings.Join(members, " , ")+"}]")
		}
	}
	// Names of every length: what matches must match to the last byte, and nothing else may.
	for n := 0; n <= 70; n++ {
		name := strings.Repeat("abcdefghijklmnop", 5)[:n]
		if n == 0 {
			name = "X"
		}
		typ := reflect.StructOf([]reflect.StructField{
			{Name: "A", Type: reflect.TypeFor[int](), Tag: reflect.StructTag(`json:"` + name + `"`)},
			{Name: "B", Type: reflect.TypeFor[int](), Tag: reflect.StructTag(`json:"` + name + `x"`)},
			{Name: "C", Type: reflect.TypeFor[int](), Tag: reflect.StructTag(`json:"x` + name + `,omitempty"`)},
			{Name: "D", Type: reflect.TypeFor[string](), Tag: reflect.StructTag(`json:"` + name[:len(name)-1] + `Z"`)},
		})
		add(&Case{Name: "name-length", Value: func() any { return reflect.New(typ).Interface() }})
		up := strings.ToUpper(name)
		for _, text := range []string{
			`{"` + name + `":1,"` + name + `x":2,"x` + name + `":3}`, `{"x` + name + `":1,"` + name + `xx":2,"` + name + `x":3,"` + name + `":4}`, `{"` + up + `":1,"` + up + `X":2,"X` + up + `":3}`,
			`{"` + name + `\u0000":1,"` + name + `x":2,"` + name[:len(name)-1] + `":5}`, "{\"" + name + "\x00\":1}", `{"\u0000` + name + `":1}`, `{"` + name + `" :1, "` + name + `x" : 2,"` + name + `y":3}`, `{"` + name[:len(name)-1] + fmt.Sprintf(`\u%04x`, name[len(name)-1]) + `":1}`,
			`{"` + name[:len(name)-1] + `Y":1,"` + name[:len(name)-1] + `z":"fold"}`, `{"` + name + `":"x","` + name + `x":[1],"` + name + `":6}`, `{"` + name + `\n":1}`, `{"` + name + `\"":1}`, `{"":1,"` + name + `":1}`,
		} {
			target("name-length", func() any { return reflect.New(typ).Interface() }, text)
		}
	}
	alone[struct {
		A  int `json:"a"`
		AB int `json:"ab"`
		N  int `json:"a\u0000"`
	}]("prefix", `{"a":1,"ab":2,"abc":3,"":4}`, `{"a\u0000":1}`, `{"a\u0000b":1,"a\u0000\u0000":2}`, "{\"a\x00\":1}", `{"A":1,"AB":2,"aB":3,"Ab":4}`)
}
