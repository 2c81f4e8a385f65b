package cases

import (
	"encoding/json"
	"reflect"

	"github.com/zetes-json/zetes/internal/tests/doors"
)

// one adds a row that marshals v and nothing around it.
func one[T any](name string, v func() T) {
	add(&Case{Name: name, Value: func() any { return v() }, Static: doors.Of[T]()})
}

// held adds a row that marshals what v makes, by the doors that take any type. The types in which val and dec wrap a
// type go through these doors alone: the doors with a type parameter lead to the same calls, and each of their types is
// code to compile.
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

	held(name+"/struct", func() any { return fill(aroundOf(t), 1, v(), "x").Elem().Interface() })
	held(name+"/struct-pointer", func() any { return fill(aroundOf(t), -1, v(), "<").Interface() })
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

// aroundOf is the type around[T] without a name, which costs nothing to compile.
func aroundOf(t reflect.Type) reflect.Type {
	return structOf("A", reflect.TypeFor[int](), "", "F", t, "", "B", reflect.TypeFor[string](), "")
}

// quotedOf is the type quoted[T] without a name.
func quotedOf(t reflect.Type) reflect.Type {
	return structOf("F", t, `json:",string"`, "B", reflect.TypeFor[string](), "")
}

// fill returns a pointer to a new value of a type that aroundOf made.
func fill(around reflect.Type, a int, f reflect.Value, b string) reflect.Value {
	s := reflect.New(around)
	s.Elem().Field(0).SetInt(int64(a))
	s.Elem().Field(1).Set(f)
	s.Elem().Field(2).SetString(b)
	return s
}

// dec adds rows that unmarshal each text into a fresh T, alone and in every place where a value can be.
func dec[T any](name string, texts ...string) {
	for _, text := range texts {
		fresh[T](name+"/"+short(text), text)
	}
	t := reflect.TypeFor[T]()
	within(t, aroundOf(t), quotedOf(t), name, texts...)
}

// generics adds the rows of dec in which T is within a generic type, of which zetes gen makes functions.
func generics[T any](name string, texts ...string) {
	within(reflect.TypeFor[T](), reflect.TypeFor[around[T]](), reflect.TypeFor[quoted[T]](), name, texts...)
	within(reflect.TypeFor[*T](), reflect.TypeFor[around[*T]](), reflect.TypeFor[quoted[*T]](), name+"-pointer", texts...)
}

// within adds the rows of dec in which the value is part of another.
func within(t, around, quoted reflect.Type, name string, texts ...string) {
	p := reflect.PointerTo(t)
	for _, text := range texts {
		row := name + "/" + short(text)
		blank(p, row+"/pointer", text)
		blank(reflect.SliceOf(t), row+"/slice", "["+text+", "+text+"]")
		blank(reflect.ArrayOf(2, t), row+"/array", "["+text+"]")
		blank(reflect.MapOf(reflect.TypeFor[string](), t), row+"/map", `{"a":`+text+`,"a":`+text+`}`)
		blank(around, row+"/struct", `{"A":1,"F":`+text+`,"B":"b"}`)
		blank(around, row+"/struct-fold", `{ "b" : "b" , "f" : `+text+` , "A" : 2 }`)
		blank(aroundOf(p), row+"/struct-pointer", `{"A":1,"F":`+text+`,"F":`+text+`,"B":"b"}`)
		blank(quoted, row+"/string", `{"F":`+text+`,"B":"b"}`)
		inQuotes, _ := json.Marshal(text)
		blank(quoted, row+"/string-quoted", `{"F":`+string(inQuotes)+`,"B":"b"}`)
		blank(quotedOf(p), row+"/string-quoted-pointer", `{"F":`+string(inQuotes)+`,"B":"b"}`)
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
		filled(name+"/"+short(text), v, text)
	}
	replaced(name, reflect.TypeFor[T](), func() reflect.Value {
		t := v()
		return reflect.ValueOf(&t).Elem()
	}, texts...)
}

// replaced adds the rows of into in which the value is part of another.
func replaced(name string, t reflect.Type, v func() reflect.Value, texts ...string) {
	pointers := structOf("P", reflect.PointerTo(t), "", "Q", reflect.PointerTo(t), "")
	pair := func(t reflect.Type) any {
		p := reflect.New(t).Elem()
		if t.Kind() == reflect.Slice {
			p.Set(reflect.MakeSlice(t, 2, 2))
		}
		p.Index(0).Set(v())
		p.Index(1).Set(v())
		return p.Addr().Interface()
	}
	for _, text := range texts {
		row := name + "/" + short(text)
		target(row+"/slice", func() any { return pair(reflect.SliceOf(t)) }, "["+text+"]")
		target(row+"/array", func() any { return pair(reflect.ArrayOf(2, t)) }, "["+text+","+text+"]")
		target(row+"/map", func() any {
			m := reflect.New(reflect.MapOf(reflect.TypeFor[string](), t))
			m.Elem().Set(reflect.MakeMap(m.Type().Elem()))
			m.Elem().SetMapIndex(reflect.ValueOf("a"), v())
			return m.Interface()
		}, `{"a":`+text+`}`)
		target(row+"/struct", func() any { return fill(aroundOf(t), 9, v(), "old").Interface() }, `{"F":`+text+`}`)
		target(row+"/pointer", func() any {
			s, p := reflect.New(pointers), v().Addr()
			s.Elem().Field(0).Set(p)
			s.Elem().Field(1).Set(p)
			return s.Interface()
		}, `{"P":`+text+`}`)
		target(row+"/any-pointer", func() any { return &struct{ P any }{v().Addr().Interface()} }, `{"P":`+text+`}`)
		target(row+"/any-value", func() any { return &struct{ P any }{v().Interface()} }, `{"P":`+text+`}`)
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
