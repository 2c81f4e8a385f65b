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

// held adds a row that marshals what v makes, by the doors that take any type. What val and dec wrap a type in goes no further
// than these: the doors with a type parameter lead to the same calls, and each type of theirs is code to compile.
func held(name string, v func() any) { add(&Case{Name: name, Value: v}) }

// val adds rows that marshal v alone and in every place where a value can be.
func val[T any](name string, v T) { made(name, func() T { return v }) }

// made is val for values that are made anew each time.
func made[T any](name string, v func() T) {
	one(name, v)
	one(name+"/pointer", func() *T { t := v(); return &t })
	held(name+"/slice", func() any { return []T{v(), v()} })
	held(name+"/array", func() any { return [2]T{v(), v()} })
	held(name+"/array-pointer", func() any { return &[1]T{v()} })
	held(name+"/map", func() any { return map[string]T{"k": v(), "": v()} })
	held(name+"/any", func() any { return []any{v(), nil, &struct{ V any }{v()}} })
	held(name+"/struct", func() any { return around[T]{1, v(), "x"} })
	held(name+"/struct-pointer", func() any { return &around[T]{-1, v(), "<"} })
	held(name+"/struct-only", func() any { return only[T]{v()} })
	held(name+"/struct-nil-pointer", func() any { return pointers[T]{} })
	held(name+"/struct-pointers", func() any {
		t := v()
		p := &t
		return pointers[T]{p, &p, p, p, p}
	})
	held(name+"/options", func() any { return options[T]{v(), v(), v(), v(), v()} })
	held(name+"/options-zero", func() any { return new(options[T]) })
	held(name+"/options-pointer", func() any { return &options[T]{v(), v(), v(), v(), v()} })
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

type only[T any] struct{ F T }

type pointers[T any] struct {
	P *T
	Q **T
	E *T `json:",omitempty"`
	Z *T `json:"z,omitzero"`
	S *T `json:",string"`
}

type options[T any] struct {
	E  T `json:",omitempty"`
	Z  T `json:"z,omitzero"`
	S  T `json:",string"`
	EZ T `json:"ez,omitempty,omitzero"`
	SE T `json:"se,string,omitempty"`
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
