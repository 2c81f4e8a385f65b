package cases

import (
	"math"
	"reflect"
	"time"
)

type oddNames struct {
	Dash     int `json:"-,"`
	Gone     int `json:"-"`
	Space    int `json:"a b"`
	Dollar   int `json:"$%-/"`
	HTML     int `json:"<&>"`
	Quote    int `json:"a\"b"`
	Slash    int `json:"a\\b"`
	Comma    int `json:"Ελλάδα"`
	Punct    int `json:"!#$%&()*+-./:;<=>?@[]^_{|}~ "`
	Digits   int `json:"0123"`
	Empty    int `json:""`
	OnlyOpts int `json:",omitempty"`
	Unknown  int `json:"u,unknown,omitempty,"`
	BadRune  int "json:\"\u00a0\""
	Invalid  int "json:\"\xff\""
	Control  int "json:\"a\x01b\""
	Emoji    int `json:"😀"`
	Combined int "json:\"e\u0301\""
	Apos     int `json:"it's"`
	Tick     int "json:\"a`b\""
	Other    int `xml:"x" json:"other"`
	Two      int `json:"two" json:"second"`
	Upper    int `JSON:"upper"`
	Nul      int `json:"a\u0000b"`
	LineSep  int `json:"a\u2028b"`
}

type zeroValue struct{ N int }

func (z zeroValue) IsZero() bool { return z.N == 42 }

type zeroPointer struct{ N int }

func (z *zeroPointer) IsZero() bool {
	Note("IsZero %v", z == nil)
	return z != nil && z.N == 42
}

type zeroPanics struct{ N int }

func (z zeroPanics) IsZero() bool { panic("IsZero") }

type zeroWrong struct{ N int }

func (z zeroWrong) IsZero() int { return 1 }

type zeroMap map[string]int

func (z zeroMap) IsZero() bool { return len(z) == 2 }

type zeroInt int

func (z zeroInt) IsZero() bool { return z == 5 }

type isZeroer interface{ IsZero() bool }

type neverZero struct{ p *int }

func (neverZero) IsZero() bool { return false }

type zeroEmbedded struct{ time.Time }

//zetes:skip
type omitAll struct {
	B   bool             `json:",omitempty"`
	I   int              `json:",omitempty"`
	U   uint8            `json:",omitempty"`
	F   float64          `json:",omitempty"`
	S   string           `json:",omitempty"`
	L   []int            `json:",omitempty"`
	A0  [0]int           `json:",omitempty"`
	A1  [1]int           `json:",omitempty"`
	M   map[string]int   `json:",omitempty"`
	P   *int             `json:",omitempty"`
	N   any              `json:",omitempty"`
	St  struct{}         `json:",omitempty"`
	T   time.Time        `json:",omitempty"`
	Bs  []byte           `json:",omitempty"`
	Fn  func()           `json:",omitempty"`
	Ch  chan int         `json:",omitempty"`
	C   complex64        `json:",omitempty"`
	Mp  *map[string]int  `json:",omitempty"`
	Pp  **int            `json:",omitempty"`
	Err error            `json:",omitempty"`
	By  [2]byte          `json:",omitempty"`
	Fl  float32          `json:",omitempty"`
	Ms  map[int]struct{} `json:",omitempty"`
}

type omitZeros struct {
	B   bool               `json:",omitzero"`
	I   int                `json:",omitzero"`
	F   float64            `json:",omitzero"`
	S   string             `json:",omitzero"`
	L   []int              `json:",omitzero"`
	A0  [0]int             `json:",omitzero"`
	A1  [2]int             `json:",omitzero"`
	M   map[string]int     `json:",omitzero"`
	P   *int               `json:",omitzero"`
	N   any                `json:",omitzero"`
	St  struct{}           `json:",omitzero"`
	St2 struct{ A, B any } `json:",omitzero"`
	T   time.Time          `json:",omitzero"`
	Tp  *time.Time         `json:",omitzero"`
	Te  zeroEmbedded       `json:",omitzero"`
	ZV  zeroValue          `json:",omitzero"`
	ZVp *zeroValue         `json:",omitzero"`
	ZP  zeroPointer        `json:",omitzero"`
	ZPp *zeroPointer       `json:",omitzero"`
	ZW  zeroWrong          `json:",omitzero"`
	ZM  zeroMap            `json:",omitzero"`
	ZI  zeroInt            `json:",omitzero"`
	IZ  isZeroer           `json:",omitzero"`
	NZ  neverZero          `json:",omitzero"`
	NZp *neverZero         `json:",omitzero"`
	BE  []int              `json:",omitempty,omitzero"`
	ZE  zeroMap            `json:",omitempty,omitzero"`
	Arr [2]zeroValue       `json:",omitzero"`
}

type omitFloats struct {
	F float64   `json:",omitzero"`
	G float32   `json:",omitzero"`
	N omitFloat `json:",omitzero"`
	P *float64  `json:",omitzero"`
	E float64   `json:",omitempty"`
	M omitFloat `json:",omitempty"`
}

type omitFloatsWithin struct {
	A [2]float64                  `json:",omitzero"`
	L [300]float32                `json:",omitzero"`
	S struct{ F, G float32 }      `json:",omitzero"`
	T struct{ _, F [200]float64 } `json:",omitzero"`
}

type omitFloat float64

type stringAll struct {
	B   bool            `json:",string"`
	I   int             `json:",string"`
	I8  int8            `json:",string"`
	U   uint64          `json:",string"`
	F   float64         `json:",string"`
	F32 float32         `json:",string"`
	S   string          `json:",string"`
	P   *int            `json:",string"`
	PP  **int           `json:",string"`
	PS  *string         `json:",string"`
	PB  *bool           `json:",string"`
	L   []int           `json:",string"`
	M   map[string]int  `json:",string"`
	N   any             `json:",string"`
	St  struct{ A int } `json:",string"`
	A   [1]int          `json:",string"`
	MI  myInt           `json:",string"`
	MS  myString        `json:",string"`
	Up  uintptr         `json:",string"`
	Oe  int             `json:",string,omitempty"`
}

// brokenTags are not what a struct tag should be; go vet refuses them in source.
var brokenTags = []reflect.StructTag{
	`json:"a`, `json`, `json: "spaced"`, `json:a`, `json:`, `:"a"`, ` json:"led"`, `json:"x"json:"y"`, `x json:"late"`, `json:"one" json:"two"`, `json:"a\q"`, `json:"-"x`, `json:"-,omitempty"`, `json:" "`, `json:" ,string"`, `json:"a, omitempty"`, `json:",,string"`, `json:"OMITEMPTY"`,
	`json:",Omitempty"`, `json:"'a'"`, `json:"'a,b',string"`, `json:",case:ignore"`, `json:",inline"`, `json:",unknown"`, `json:",format:hex"`, `json:"a\tb"`, `json:"a"` + "\x00", `json:"ä"`, `json:"a,b"`, `json:","`, `json:"\u0041"`,
}

func init() {
	for _, tag := range brokenTags {
		typ := reflect.StructOf([]reflect.StructField{{Name: "F", Type: reflect.TypeFor[int](), Tag: tag}, {Name: "B", Type: reflect.TypeFor[[]byte](), Tag: tag[:len(tag)-1]}, {Name: "A", Type: reflect.TypeFor[int]()}})
		name := "broken/" + string(tag)
		add(&Case{Name: name, Value: func() any { return reflect.New(typ).Interface() }})
		for _, text := range []string{`{"F":1,"B":null,"A":2}`, `{"a":1,"A":"x"}`, `{"led":1,"late":2,"one":3,"two":4,"x":5,"y":6,"-":7," ":8,"omitempty":9,"OMITEMPTY":10}`, `{"F":"1"," ":"2"}`, `{"B":"AQ==","a":"AQ=="}`} {
			target(name, func() any { return reflect.New(typ).Interface() }, text)
		}
	}
	val("odd-names", oddNames{})
	one("odd-names/pointer", func() *oddNames { return &oddNames{Dash: 1, OnlyOpts: 2, Unknown: 3} })
	dec[oddNames]("odd-names", `{"-":1,"Gone":2,"a b":3,"$%-/":4,"<&>":5,"Quote":6,"Slash":7,"a\"b":8,"a\\b":9,"Ελλάδα":10,"!#$%&()*+-./:;<=>?@[]^_{|}~ ":11,"0123":12,"Empty":13,"OnlyOpts":14,"u":15,"BadRune":16,"\u00a0":17,"Invalid":18,"Control":19,"😀":20,"e\u0301":21,"Apos":22,"it's":23,"Tick":24,"Backtag":25,"NoColon":26,"other":27,"two":28,"second":29,"Spaced":30,"Upper":31,"Nul":32,"LineSep":33}`,
		`{"ΕΛΛΆΔΑ":1,"ελλάδα":2,"\u003c&>":3,"A B":4,"U":5,"OTHER":6}`)
	val("omitempty/zero", omitAll{})
	val("omitempty/empty", omitAll{L: []int{}, M: map[string]int{}, P: new(int), N: 0, Bs: []byte{}, Mp: new(map[string]int), Pp: new(*int)})
	val("omitempty/nil-in-any", omitAll{N: (*int)(nil), Err: (*oddError)(nil)})
	val("omitempty/full", omitAll{B: true, I: 1, U: 1, F: 1, S: "s", L: []int{0}, A1: [1]int{1}, M: map[string]int{"": 0}, N: "", Bs: []byte{0}, Fl: -1, Ms: map[int]struct{}{0: {}}})
	val("omitempty/func", omitAll{I: 1, Fn: func() {}})
	val("omitempty/complex", omitAll{I: 1, C: 1i})
	val("omitempty/only", struct {
		A int `json:",omitempty"`
		B int `json:",omitempty"`
		C int `json:",omitempty"`
	}{B: 1})
	val("omitzero/zero", omitZeros{})
	val("omitzero/full", omitZeros{true, 1, 1, "s", []int{}, [0]int{}, [2]int{0, 1}, map[string]int{}, new(int), 0, struct{}{}, struct{ A, B any }{B: 1}, time.Unix(0, 0).UTC(), &time.Time{}, zeroEmbedded{time.Unix(1, 0).UTC()},
		zeroValue{1}, &zeroValue{}, zeroPointer{1}, &zeroPointer{}, zeroWrong{}, zeroMap{"a": 1}, 1, zeroValue{1}, neverZero{}, &neverZero{}, []int{}, zeroMap{}, [2]zeroValue{{42}, {42}}})
	val("omitzero/said-zero", omitZeros{T: time.Time{}.Local(), Tp: &time.Time{}, ZV: zeroValue{42}, ZVp: &zeroValue{42}, ZP: zeroPointer{42}, ZPp: &zeroPointer{42}, ZM: zeroMap{"a": 1, "b": 2}, ZI: 5, IZ: zeroValue{42}})
	val("omitzero/nil-in-interface", omitZeros{IZ: (*zeroPointer)(nil), N: (*int)(nil)})
	val("omitzero/nil-value-method", omitZeros{IZ: (*zeroValue)(nil)})
	val("omitzero/panics", struct {
		Z zeroPanics `json:",omitzero"`
	}{})
	val("omitzero/panics-nil-pointer", struct {
		Z *zeroPanics `json:",omitzero"`
	}{})
	val("omitzero/negative-zero", struct {
		F float64    `json:",omitzero"`
		A [1]float64 `json:",omitzero"`
	}{math.Copysign(0, -1), [1]float64{floats[1]}})
	val("omitzero/negative-zero-field", struct {
		F float64 `json:",omitzero"`
		G float64 `json:",omitempty"`
	}{floats[1], floats[1]})
	minus := math.Copysign(0, -1)
	val("omitzero/negative-zeros", omitFloats{F: minus, G: float32(minus), N: omitFloat(minus), P: &minus, E: minus, M: omitFloat(minus)})
	within := omitFloatsWithin{A: [2]float64{0, minus}, L: [300]float32{299: float32(minus)}}
	within.S.G, within.T.F[199] = float32(minus), minus
	val("omitzero/negative-zeros-within", within)
	five := 5
	pFive, str, yes := &five, "s\"<", true
	val("string/zero", stringAll{})
	val("string/full", stringAll{true, -1, -8, 1 << 63, 1.5, 1e21, "s\"<\n", pFive, &pFive, &str, &yes, []int{1}, map[string]int{"a": 1}, 1, struct{ A int }{1}, [1]int{1}, 7, "ms", 9, 1})
	contents := []string{`"1"`, `1`, `"-1"`, `"1.5"`, `"true"`, `true`, `"false"`, `""`, `" 1"`, `"1 "`, `"null"`, `null`, `"x"`, `"\"x\""`, `"\"x"`, `"\"\""`, `"\"\\u0041\\n\""`, `"\"\\ud800\""`, `"\"a\" "`, `"01"`, `"1e2"`, `"+1"`, `"-"`, `"-0"`, `"300"`, `"1e400"`,
		`"[1]"`, `[1]`, `{}`, `{"A":1}`, `["1"]`, `"18446744073709551615"`, `"18446744073709551616"`, `"TRUE"`, `"tru"`, `"truex"`, `"nul"`, `"nullx"`, `"null "`, `"\u0031"`, `"1\u0000"`, `"NaN"`, `"Inf"`, `"0x1"`, `"1_0"`, `"\"\ud800\""`, "\"\xff\"", "\"\\\"\xff\\\"\""}
	for _, c := range contents {
		for _, f := range []string{"B", "I", "I8", "U", "F", "F32", "S", "P", "PP", "PS", "PB", "L", "M", "N", "St", "A", "MI", "MS", "Up", "Oe"} {
			alone[stringAll]("string/"+f, `{"Oe":"3","`+f+`":`+c+`,"I":"7"}`)
			target("string/filled/"+f, func() any {
				i, s, b := 5, "ps", true
				p := &i
				return &stringAll{true, -1, -8, 1 << 63, 1.5, 1e21, "s", p, &p, &s, &b, []int{1}, map[string]int{"a": 1}, 1, struct{ A int }{1}, [1]int{1}, 7, "ms", 9, 1}
			}, `{"`+f+`":`+c+`,"Oe":"4"}`)
		}
	}
}
