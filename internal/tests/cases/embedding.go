package cases

import (
	"encoding/json"
	"fmt"
	"reflect"
	"time"
)

type (
	Point  struct{ X, Y int }
	Named  struct{ Name string }
	hidden struct {
		H    int
		h    int
		Deep int `json:"deep"`
	}
	hiddenPointer struct {
		HP int
		In *hidden
	}
	plainInt   int
	PublicInt  int
	hiddenMap  map[string]int
	HiddenFunc func()
)

type embedValue struct {
	Point
	Named
	Z int
}

type embedPointer struct {
	*Point
	*Named
	Z int
}

type embedHidden struct {
	hidden
	Z int
}

type embedHiddenPointer struct {
	*hidden
	Z int
}

type embedHiddenDeep struct {
	*hiddenPointer
	Z int
}

type embedTwice struct {
	A struct{ Point }
	*embedPointer
}

type embedTagged struct {
	Point  `json:"p"`
	*Named `json:"n,omitempty"`
	hidden `json:"h"`
}

type embedTaggedHidden struct {
	*hidden `json:"x"`
	Z       int
}

type embedStringHidden struct {
	*hidden `json:"x,string"`
	Z       int
}

type embedNonStruct struct {
	plainInt
	PublicInt
	hiddenMap
	*string
	fmt.Stringer
	error
}

type embedPublicNonStruct struct {
	PublicInt
	MapType
	Z int
}

type MapType map[string]int

type embedInterface struct {
	fmt.Stringer
	Any
	Z int
}

type Any interface{}

type (
	ambiguousL struct{ A, B, L int }
	ambiguousR struct{ A, B, R int }
	ambiguous  struct {
		ambiguousL
		ambiguousR
		B int
	}
	TaggedL struct {
		V int `json:"A"`
	}
	tagWins struct {
		TaggedL
		ambiguousR
	}
	TaggedM struct {
		W int `json:"A"`
	}
	level3 struct{ A, B, C int }
	level2 struct {
		level3
		B string
	}
	level1 struct {
		level2
		A []int
	}
	diamondTop struct{ T int }
	diamondL   struct{ diamondTop }
	diamondR   struct{ diamondTop }
	diamond    struct {
		diamondL
		diamondR
		Z int
	}
	sameLevelOnce struct {
		diamondL
		Other diamondR
	}
	selfEmbed struct {
		*selfEmbed
		V int
	}
	SelfPublic struct {
		*SelfPublic
		V    int
		Name string
	}
	loopA struct {
		*loopB
		A int
	}
	loopB struct {
		*loopA
		B int
	}
	dominated struct {
		Point
		X string `json:"X"`
	}
	hiddenName struct {
		Point
		x int
		Y int `json:"-"`
	}
	embedMarshaler struct {
		valueMarshaler
		Z int
	}
	embedMarshalerPointer struct {
		*pointerMarshaler
		Z int
	}
	embedTwoMarshalers struct {
		valueMarshaler
		textValue
		Z int
	}
	embedTime struct {
		time.Time
		Z int
	}
	embedRaw struct {
		json.RawMessage
		Z int
	}
	embedNumber struct {
		json.Number
		Z int
	}
	embedGeneric struct {
		generic[string, int]
		Z int
	}
	embedOmit struct {
		*Point `json:",omitempty"`
		Named  `json:",omitzero"`
	}
	embedString struct {
		PublicInt `json:",string"`
		*Point    `json:",string"`
	}
	deepPointers   struct{ *dp1 }
	dp1            struct{ *Dp2 }
	Dp2            struct{ *dp3 }
	dp3            struct{ V int }
	publicPointers struct{ *Dp4 }
	Dp4            struct {
		*Dp5
		A int
	}
	Dp5 struct {
		*Point
		B []int
	}
)

// Behind their embedded pointers these hold themselves by value.
type (
	embedsOwner struct {
		ID int `json:"id"`
		*Owner
	}
	Owner struct {
		ID  int         `json:"id"`
		Alt embedsOwner `json:"alt"`
	}
	embedsThree struct{ *OfThree }
	OfThree     struct{ OfThreeToo }
	OfThreeToo  struct {
		X struct {
			Y embedsThree `json:",omitempty"`
			V int
		}
		L [2]embedsThree
	}
)

type embedAlias = struct {
	Point
	N struct{ Named }
}

func init() {
	val("value", embedValue{Point{1, 2}, Named{"n"}, 3})
	val("pointer", embedPointer{&Point{1, 2}, nil, 3})
	val("pointer/set", embedPointer{&Point{1, 2}, &Named{"x"}, 3})
	val("hidden", embedHidden{hidden{1, 2, 3}, 4})
	val("hidden-pointer", embedHiddenPointer{&hidden{1, 2, 3}, 4})
	val("hidden-pointer/nil", embedHiddenPointer{nil, 4})
	val("hidden-deep", embedHiddenDeep{&hiddenPointer{1, &hidden{}}, 4})
	val("twice", embedTwice{A: struct{ Point }{Point{1, 2}}, embedPointer: &embedPointer{Z: 5}})
	val("tagged", embedTagged{Point{1, 2}, &Named{"x"}, hidden{3, 4, 5}})
	val("non-struct", embedNonStruct{plainInt: 1, PublicInt: 2})
	val("non-struct/public", embedPublicNonStruct{1, MapType{"a": 1}, 2})
	val("interface", embedInterface{nil, 5, 1})
	val("ambiguous", ambiguous{ambiguousL{1, 2, 3}, ambiguousR{4, 5, 6}, 7})
	val("tag-wins", tagWins{TaggedL{1}, ambiguousR{2, 3, 4}})
	twoTags := reflect.StructOf([]reflect.StructField{
		{Name: "TaggedL", Type: reflect.TypeFor[TaggedL](), Anonymous: true},
		{Name: "TaggedM", Type: reflect.TypeFor[TaggedM](), Anonymous: true},
		{Name: "Z", Type: reflect.TypeFor[int]()},
	})
	add(&Case{Name: "two-tags", Value: func() any { return reflect.New(twoTags).Interface() }})
	target("two-tags", func() any { return reflect.New(twoTags).Interface() }, `{"A":1,"a":2,"Z":3}`)
	val("levels", level1{level2{level3{1, 2, 3}, "b"}, []int{4}})
	val("diamond", diamond{diamondL{diamondTop{1}}, diamondR{diamondTop{2}}, 3})
	val("same-level-once", sameLevelOnce{diamondL{diamondTop{1}}, diamondR{diamondTop{2}}})
	val("self", selfEmbed{&selfEmbed{nil, 1}, 2})
	val("self/public", SelfPublic{&SelfPublic{nil, 1, "in"}, 2, "out"})
	val("loop", loopA{&loopB{&loopA{nil, 1}, 2}, 3})
	val("dominated", dominated{Point{1, 2}, "x"})
	val("hidden-name", hiddenName{Point{1, 2}, 3, 4})
	val("marshaler", embedMarshaler{valueMarshaler{"v"}, 1})
	val("marshaler/pointer", embedMarshalerPointer{&pointerMarshaler{S: "p"}, 1})
	val("marshaler/pointer-nil", embedMarshalerPointer{nil, 1})
	val("marshaler/two", embedTwoMarshalers{valueMarshaler{"v"}, textValue{"t"}, 1})
	val("time", embedTime{time.Unix(0, 0).UTC(), 1})
	val("raw", embedRaw{json.RawMessage(`[1]`), 1})
	val("number", embedNumber{"12", 1})
	val("generic", embedGeneric{generic[string, int]{Key: "k"}, 1})
	val("omit", embedOmit{&Point{}, Named{"n"}})
	val("omit/nil", embedOmit{})
	val("string", embedString{1, &Point{1, 2}})
	val("deep-pointers", deepPointers{&dp1{&Dp2{&dp3{1}}}})
	val("deep-pointers/half", deepPointers{&dp1{&Dp2{}}})
	val("public-pointers", publicPointers{&Dp4{&Dp5{&Point{1, 2}, []int{1}}, 2}})
	val("by-value-again", Owner{99, embedsOwner{123, nil}})
	val("by-value-again/set", Owner{99, embedsOwner{123, &Owner{7, embedsOwner{8, &Owner{}}}}})
	val("by-value-again/inner", embedsOwner{123, &Owner{7, embedsOwner{8, nil}}})
	val("by-value-again/three-nil", embedsThree{})
	val("by-value-again/three", func() (e embedsThree) {
		e.OfThree = &OfThree{}
		e.X.V, e.X.Y.OfThree, e.L[1].OfThree = 1, &OfThree{}, &OfThree{}
		e.L[1].X.V = 2
		return e
	}())
	val("alias", embedAlias{Point{1, 2}, struct{ Named }{Named{"n"}}})

	texts := []string{`{}`, `null`, `{"X":1,"Y":2,"Z":3,"Name":"n"}`, `{"x":1,"y":"bad","z":3}`, `{"X":null,"Name":null,"Z":1}`, `{"H":1,"h":2,"deep":3,"Z":4}`, `{"HP":1,"In":{"H":2},"Z":3}`, `{"Z":9,"H":null}`, `{"Z":"bad","H":1,"Name":1}`, `{"A":1,"B":2,"L":3,"R":4,"C":5,"T":6}`, `{"A":[1],"B":"s","C":3}`,
		`{"p":{"X":1},"n":{"Name":"x"},"h":{"H":1}}`, `{"Point":{"X":1},"Named":{"Name":"x"},"hidden":1,"PublicInt":5,"plainInt":6,"hiddenMap":{"a":1},"MapType":{"a":2},"Stringer":1,"error":1,"Any":[1]}`, `{"V":1,"Name":"x","SelfPublic":{"V":2}}`, `{"V":"bad"}`, `{"Stringer":null,"Any":{"a":1}}`, `{"PublicInt":"5","X":1}`, `{"B":[1,2],"A":1,"X":5}`, `{"Key":"k","Value":1,"Next":{"Key":"n"}}`, `"2006-01-02T15:04:05Z"`, `[1]`, `12`, `"text"`}
	dec[embedValue]("value", texts...)
	dec[embedPointer]("pointer", texts...)
	dec[embedHidden]("hidden", texts...)
	dec[embedHiddenPointer]("hidden-pointer", texts...)
	dec[embedHiddenDeep]("hidden-deep", texts...)
	dec[embedTwice]("twice", texts...)
	dec[embedTagged]("tagged", texts...)
	dec[embedNonStruct]("non-struct", texts...)
	dec[embedPublicNonStruct]("non-struct-public", texts...)
	dec[embedInterface]("interface", texts...)
	dec[ambiguous]("ambiguous", texts...)
	dec[tagWins]("tag-wins", texts...)
	dec[level1]("levels", texts...)
	dec[diamond]("diamond", texts...)
	dec[sameLevelOnce]("same-level-once", texts...)
	dec[selfEmbed]("self", texts...)
	dec[SelfPublic]("self-public", texts...)
	dec[loopA]("loop", texts...)
	dec[dominated]("dominated", texts...)
	dec[hiddenName]("hidden-name", texts...)
	dec[embedMarshaler]("marshaler", texts...)
	dec[embedMarshalerPointer]("marshaler-pointer", texts...)
	dec[embedTwoMarshalers]("marshaler-two", texts...)
	dec[embedTime]("time", texts...)
	dec[embedRaw]("raw", texts...)
	dec[embedNumber]("number", texts...)
	fresh[quoted[*embedNumber]]("number/unquoted-pointer", `{"F":12}`)
	dec[embedGeneric]("generic", texts...)
	dec[embedOmit]("omit", texts...)
	dec[embedString]("string", texts...)
	dec[deepPointers]("deep-pointers", texts...)
	dec[publicPointers]("public-pointers", texts...)
	dec[embedAlias]("alias", texts...)
	dec[Owner]("by-value-again", `{"id":1,"alt":{"id":2,"alt":{"id":3}}}`, `{"alt":{"alt":{"alt":{"id":"bad"}}},"id":1}`)
	dec[embedsThree]("by-value-again-three", `{"X":{"V":1,"Y":{"X":{"V":"bad"},"L":[{"L":[]}]}},"L":[{},{"X":{"V":3}}]}`)

	into("pointer", func() embedPointer { return embedPointer{&Point{5, 6}, nil, 7} }, texts...)
	into("hidden-pointer", func() embedHiddenPointer { return embedHiddenPointer{&hidden{5, 6, 7}, 8} }, texts...)
	tagged := []string{`{}`, `{"Z":1}`, `{"x":5,"Z":1}`, `{"x":"null","Z":1}`, `{"x":{"H":1,"deep":2,"h":3},"Z":1}`, `{"x":{"H":"s"},"Z":"t"}`, `{"Z":"t","x":[]}`, `{"X":{"H":3,"zz":1}}`, `{"x":{"H":1},"x":{"deep":2}}`}
	for _, text := range tagged {
		taggedHidden(text)
	}
	into("hidden-pointer-tagged-nil", func() embedTaggedHidden { return embedTaggedHidden{nil, 8} }, tagged[:2]...)
	into("twice", func() embedTwice { return embedTwice{embedPointer: &embedPointer{Named: &Named{"old"}}} }, texts...)
	into("deep-pointers", func() deepPointers { return deepPointers{&dp1{&Dp2{}}} }, texts...)
	into("self-public", func() SelfPublic { return SelfPublic{&SelfPublic{nil, 4, "in"}, 5, "out"} }, texts...)
	into("interface", func() embedInterface { return embedInterface{time.Second, &Point{1, 2}, 3} }, texts...)
	into("marshaler-pointer", func() embedMarshalerPointer { return embedMarshalerPointer{&pointerMarshaler{S: "old"}, 3} }, texts...)
}

// taggedHidden adds rows that decode text into structs with an embedded pointer that is not nil, and that can't be set.
func taggedHidden(text string) {
	v := func() embedTaggedHidden { return embedTaggedHidden{&hidden{5, 6, 7}, 8} }
	filled("hidden-pointer-tagged", v, text)
	target("hidden-pointer-tagged/string", func() any { return &embedStringHidden{&hidden{5, 6, 7}, 8} }, text)
	target("hidden-pointer-tagged/slice", func() any { return &[]embedTaggedHidden{v(), v()} }, "["+text+"]")
	target("hidden-pointer-tagged/struct", func() any { return &around[embedTaggedHidden]{9, v(), "old"} }, `{"F":`+text+`}`)
	target("hidden-pointer-tagged/any", func() any { in := v(); return &struct{ P any }{&in} }, `{"P":`+text+`}`)
}
