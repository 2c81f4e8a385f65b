package cases

import (
	"encoding/json"

	"github.com/zetes-json/zetes/internal/doors"
)

// one adds a row that marshals v and nothing around it.
func one[T any](name string, v func() T) {
	add(&Case{Name: name, Value: func() any { return v() }, Static: doors.Of[T]()})
}

// val adds rows that marshal v alone and in every place where a value can be.
func val[T any](name string, v T) { made(name, func() T { return v }) }

// made is val for values that are made anew each time.
func made[T any](name string, v func() T) {
	one(name, v)
	one(name+"/pointer", func() *T { t := v(); return &t })
	one(name+"/slice", func() []T { return []T{v(), v()} })
	one(name+"/array", func() [2]T { return [2]T{v(), v()} })
	one(name+"/array-pointer", func() *[1]T { return &[1]T{v()} })
	one(name+"/map", func() map[string]T { return map[string]T{"k": v(), "": v()} })
	one(name+"/any", func() []any { return []any{v(), nil, &struct{ V any }{v()}} })
	one(name+"/struct", func() around[T] { return around[T]{1, v(), "x"} })
	one(name+"/struct-pointer", func() *around[T] { return &around[T]{-1, v(), "<"} })
	one(name+"/struct-only", func() only[T] { return only[T]{v()} })
	one(name+"/struct-nil-pointer", func() pointers[T] { return pointers[T]{} })
	one(name+"/struct-pointers", func() pointers[T] {
		t := v()
		p := &t
		return pointers[T]{p, &p, p, p, p}
	})
	one(name+"/options", func() options[T] { return options[T]{v(), v(), v(), v(), v()} })
	one(name+"/options-zero", func() *options[T] { return new(options[T]) })
	one(name+"/options-pointer", func() *options[T] { return &options[T]{v(), v(), v(), v(), v()} })
}

// dec adds rows that unmarshal each text into a fresh T, alone and in every place where a value can be.
func dec[T any](name string, texts ...string) {
	for _, text := range texts {
		row := name + "/" + short(text)
		fresh[T](row, text)
		fresh[*T](row+"/pointer", text)
		fresh[[]T](row+"/slice", "["+text+", "+text+"]")
		fresh[[2]T](row+"/array", "["+text+"]")
		fresh[map[string]T](row+"/map", `{"a":`+text+`,"a":`+text+`}`)
		fresh[around[T]](row+"/struct", `{"A":1,"F":`+text+`,"B":"b"}`)
		fresh[around[T]](row+"/struct-fold", `{ "b" : "b" , "f" : `+text+` , "A" : 2 }`)
		fresh[around[*T]](row+"/struct-pointer", `{"A":1,"F":`+text+`,"F":`+text+`,"B":"b"}`)
		fresh[quoted[T]](row+"/string", `{"F":`+text+`,"B":"b"}`)
		inQuotes, _ := json.Marshal(text)
		fresh[quoted[T]](row+"/string-quoted", `{"F":`+string(inQuotes)+`,"B":"b"}`)
		fresh[quoted[*T]](row+"/string-quoted-pointer", `{"F":`+string(inQuotes)+`,"B":"b"}`)
		fresh[struct{ A, B int }](row+"/unknown", `{"A":1,"X":`+text+`,"B":2}`)
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

// into adds rows that unmarshal each text into a pointer to what v makes, which holds something already.
func into[T any](name string, v func() T, texts ...string) {
	for _, text := range texts {
		row := name + "/" + short(text)
		filled(row, v, text)
		filled(row+"/slice", func() []T { return []T{v(), v()} }, "["+text+"]")
		filled(row+"/array", func() [2]T { return [2]T{v(), v()} }, "["+text+","+text+"]")
		filled(row+"/map", func() map[string]T { return map[string]T{"a": v()} }, `{"a":`+text+`}`)
		filled(row+"/struct", func() around[T] { return around[T]{9, v(), "old"} }, `{"F":`+text+`}`)
		filled(row+"/pointer", func() struct{ P, Q *T } { t := v(); return struct{ P, Q *T }{&t, &t} }, `{"P":`+text+`}`)
		filled(row+"/any-pointer", func() struct{ P any } { t := v(); return struct{ P any }{&t} }, `{"P":`+text+`}`)
		filled(row+"/any-value", func() struct{ P any } { return struct{ P any }{v()} }, `{"P":`+text+`}`)
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
