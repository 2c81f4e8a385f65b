package cases

import (
	"encoding/json"
	"reflect"

	"github.com/zetes-json/zetes/internal/doors"
)

// one adds a row that marshals v and nothing around it.
func one[T any](name string, v func() T) {
	add(&Case{Name: name, Value: func() any { return v() }, Static: doors.Of[T]()})
}

// held adds a row that marshals what v makes, by the doors that take any type. What val and dec wrap a type in goes
// no further than these: the doors with a type parameter lead to the same calls, and each type of theirs is code to
// compile.
func held(name string, v func() any) { add(&Case{Name: name, Value: v}) }

// val adds rows that marshal v alone and in every place where a value can be.
func val[T any](name string, v T) { made(name, func() T { return v }) }

// made is val for values that are made anew each time.
func made[T any](name string, v func() T) {
	one(name, v)
	wrapped(name, reflect.TypeFor[T](), func() reflect.Value {
		t := v()
		return reflect.ValueOf(&t).Elem()
	})
}

// wrapped adds the rows of made in which the value is part of another. The types around it are made by reflect:
// with a type parameter each would be code to compile.
func wrapped(name string, t reflect.Type, v func() reflect.Value) {
	pointer := func() reflect.Value {
		p := reflect.New(t)
		p.Elem().Set(v())
		return p
	}
	array := func(n int) reflect.Value {
		a := reflect.New(reflect.ArrayOf(n, t))
		for i := range n {
			a.Elem().Index(i).Set(v())
		}
		return a
	}
	held(name+"/pointer", func() any { return pointer().Interface() })
	held(name+"/slice", func() any { return reflect.Append(reflect.MakeSlice(reflect.SliceOf(t), 0, 2), v(), v()).Interface() })
	held(name+"/array", func() any { return array(2).Elem().Interface() })
	held(name+"/array-pointer", func() any { return array(1).Interface() })
	held(name+"/map", func() any {
		m := reflect.MakeMap(reflect.MapOf(reflect.TypeFor[string](), t))
		m.SetMapIndex(reflect.ValueOf("k"), v())
		m.SetMapIndex(reflect.ValueOf(""), v())
		return m.Interface()
	})
	held(name+"/any", func() any { return []any{v().Interface(), nil, &struct{ V any }{v().Interface()}} })

	around := func(a int, b string) reflect.Value {
		s := reflect.New(structOf("A", reflect.TypeFor[int](), "", "F", t, "", "B", reflect.TypeFor[string](), ""))
		s.Elem().Field(0).SetInt(int64(a))
		s.Elem().Field(1).Set(v())
		s.Elem().Field(2).SetString(b)
		return s
	}
	held(name+"/struct", func() any { return around(1, "x").Elem().Interface() })
	held(name+"/struct-pointer", func() any { return around(-1, "<").Interface() })
	held(name+"/struct-only", func() any {
		s := reflect.New(structOf("F", t, "")).Elem()
		s.Field(0).Set(v())
		return s.Interface()
	})

	p := reflect.PointerTo(t)
	pointers := structOf("P", p, "", "Q", reflect.PointerTo(p), "", "E", p, `json:",omitempty"`, "Z", p, `json:"z,omitzero"`, "S", p, `json:",string"`)
	held(name+"/struct-nil-pointer", func() any { return reflect.Zero(pointers).Interface() })
	held(name+"/struct-pointers", func() any {
		s, at := reflect.New(pointers).Elem(), pointer()
		s.Field(1).Set(reflect.New(p))
		s.Field(1).Elem().Set(at)
		for _, i := range []int{0, 2, 3, 4} {
			s.Field(i).Set(at)
		}
		return s.Interface()
	})

	options := structOf("E", t, `json:",omitempty"`, "Z", t, `json:"z,omitzero"`, "S", t, `json:",string"`,
		"EZ", t, `json:"ez,omitempty,omitzero"`, "SE", t, `json:"se,string,omitempty"`)
	filled := func() reflect.Value {
		s := reflect.New(options)
		for i := range options.NumField() {
			s.Elem().Field(i).Set(v())
		}
		return s
	}
	held(name+"/options", func() any { return filled().Elem().Interface() })
	held(name+"/options-zero", func() any { return reflect.New(options).Interface() })
	held(name+"/options-pointer", func() any { return filled().Interface() })
}

// structOf returns the struct type of the fields whose name, type and tag are listed.
func structOf(fields ...any) reflect.Type {
	var list []reflect.StructField
	for i := 0; i < len(fields); i += 3 {
		list = append(list, reflect.StructField{Name: fields[i].(string), Type: fields[i+1].(reflect.Type), Tag: reflect.StructTag(fields[i+2].(string))})
	}
	return reflect.StructOf(list)
}

// dec adds rows that unmarshal each text into a fresh T, alone and in every place where a value can be.
func dec[T any](name string, texts ...string) {
	for _, text := range texts {
		row := name + "/" + short(text)
		fresh[T](row, text)
		blank(reflect.TypeFor[*T](), row+"/pointer", text)
		blank(reflect.TypeFor[[]T](), row+"/slice", "["+text+", "+text+"]")
		blank(reflect.TypeFor[[2]T](), row+"/array", "["+text+"]")
		blank(reflect.TypeFor[map[string]T](), row+"/map", `{"a":`+text+`,"a":`+text+`}`)
		blank(reflect.TypeFor[around[T]](), row+"/struct", `{"A":1,"F":`+text+`,"B":"b"}`)
		blank(reflect.TypeFor[around[T]](), row+"/struct-fold", `{ "b" : "b" , "f" : `+text+` , "A" : 2 }`)
		blank(reflect.TypeFor[around[*T]](), row+"/struct-pointer", `{"A":1,"F":`+text+`,"F":`+text+`,"B":"b"}`)
		blank(reflect.TypeFor[quoted[T]](), row+"/string", `{"F":`+text+`,"B":"b"}`)
		inQuotes, _ := json.Marshal(text)
		blank(reflect.TypeFor[quoted[T]](), row+"/string-quoted", `{"F":`+string(inQuotes)+`,"B":"b"}`)
		blank(reflect.TypeFor[quoted[*T]](), row+"/string-quoted-pointer", `{"F":`+string(inQuotes)+`,"B":"b"}`)
		blank(reflect.TypeFor[struct{ A, B int }](), row+"/unknown", `{"A":1,"X":`+text+`,"B":2}`)
	}
}

// alone adds rows that unmarshal each text into a fresh T and into nothing else.
func alone[T any](name string, texts ...string) {
	for _, text := range texts {
		fresh[T](name+"/"+short(text), text)
	}
}

func fresh[T any](name, text string) {
	add(&Case{Name: name, Target: func() any { return new(T) }, Text: text, Static: doors.Of[T]()})
}

// blank adds a row that unmarshals text into a fresh t.
func blank(t reflect.Type, name, text string) {
	add(&Case{Name: name, Target: func() any { return reflect.New(t).Interface() }, Text: text})
}

// into adds rows that unmarshal each text into a pointer to what v makes, which holds something already.
func into[T any](name string, v func() T, texts ...string) {
	for _, text := range texts {
		row := name + "/" + short(text)
		filled(row, v, text)
		target(row+"/slice", func() any { return &[]T{v(), v()} }, "["+text+"]")
		target(row+"/array", func() any { return &[2]T{v(), v()} }, "["+text+","+text+"]")
		target(row+"/map", func() any { return &map[string]T{"a": v()} }, `{"a":`+text+`}`)
		target(row+"/struct", func() any { return &around[T]{9, v(), "old"} }, `{"F":`+text+`}`)
		target(row+"/pointer", func() any { t := v(); return &struct{ P, Q *T }{&t, &t} }, `{"P":`+text+`}`)
		target(row+"/any-pointer", func() any { t := v(); return &struct{ P any }{&t} }, `{"P":`+text+`}`)
		target(row+"/any-value", func() any { return &struct{ P any }{v()} }, `{"P":`+text+`}`)
	}
}

func filled[T any](name string, v func() T, text string) {
	add(&Case{Name: name, Target: func() any { t := v(); return &t }, Text: text, Static: doors.Of[T]()})
}

// target adds a row that passes to Unmarshal what v makes.
func target(name string, v func() any, text string) {
	add(&Case{Name: name, Target: v, Text: text})
}

// around has a neighbour on each side of the value.
type around[T any] struct {
	A int
	F T
	B string
}

type quoted[T any] struct {
	F T `json:",string"`
	B string
}

// short is a text cut down to fit a name.
func short(text string) string {
	if len(text) > 40 {
		return text[:40] + "…"
	}
	return text
}
