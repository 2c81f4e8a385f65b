package encode

import (
	"encoding"
	"encoding/json"
	"fmt"
	"time"
)

type (
	scalars struct {
		A bool
		B int
		C int8
		D int16
		E int32
		F int64
		G uint
		H uint8
		I uint16
		J uint32
		K uint64
		L uintptr
		M float32
		N float64
		O string
	}
	quoted struct {
		A bool        `json:",string"`
		B int         `json:",string"`
		C *int8       `json:",string"`
		D uint64      `json:"<d>,string"`
		E float32     `json:",string"`
		F *float64    `json:",string,omitempty"`
		G string      `json:",string"`
		H *string     `json:",string"`
		I json.Number `json:",string"`
		J []int       `json:",string"`
		K **int       `json:",string"`
		L namedPtr    `json:",string"`
		M any         `json:",string"`
	}
	namedPtr *int
	empties  struct {
		A bool           `json:"a,omitempty"`
		B int            `json:"b,omitempty"`
		C string         `json:"c,omitempty"`
		D []int          `json:"d,omitempty"`
		E map[string]int `json:"e,omitempty"`
		F *int           `json:"f,omitempty"`
		G any            `json:"g,omitempty"`
		H [0]int         `json:"h,omitempty"`
		I [2]int         `json:"i,omitempty"`
		J struct{}       `json:"j,omitempty"`
		K float64        `json:"k,omitempty"`
		L float32        `json:"l,omitempty"`
		M time.Time      `json:"m,omitempty"`
		N fmt.Stringer   `json:"n,omitempty"`
		O []byte         `json:"o,omitempty"`
		P string         `json:"p,omitempty"`
		Q uint16         `json:"q,omitempty"`
	}
	zeros struct {
		A bool                `json:"a,omitzero"`
		B int32               `json:"b,omitzero"`
		C string              `json:"c,omitzero"`
		D []int               `json:"d,omitzero"`
		E map[string]int      `json:"e,omitzero"`
		F *int                `json:"f,omitzero"`
		G any                 `json:"g,omitzero"`
		H [2]float64          `json:"h,omitzero"`
		I struct{ X float64 } `json:"i,omitzero"`
		J time.Time           `json:"j,omitzero"`
		K valueZero           `json:"k,omitzero"`
		L *valueZero          `json:"l,omitzero"`
		M pointerZero         `json:"m,omitzero"`
		N *pointerZero        `json:"n,omitzero"`
		O isZeroer            `json:"o,omitzero"`
		P float64             `json:"p,omitzero,omitempty"`
		Q []int               `json:"q,omitzero,omitempty"`
		R string              `json:"r,omitempty,omitzero"`
	}
	isZeroer    interface{ IsZero() bool }
	valueZero   struct{ V int }
	pointerZero struct{ V int }

	inner struct {
		X int
		Y string `json:"y,omitempty"`
	}
	Outer struct {
		inner
		*Deeper
		Z int
		N struct{ M struct{ K []inner } }
	}
	Deeper struct {
		*Deepest
		W string `json:",omitempty"`
	}
	Deepest struct {
		V int `json:"v,omitempty"`
		U bool
	}
	list struct {
		Next *list
		V    int
	}
	tree struct {
		Kids  []tree
		Named map[string]tree
		Self  *tree `json:",omitempty"`
		Any   any
	}

	valueJSON   struct{ S string }
	pointerJSON struct{ S string }
	valueText   struct{ S string }
	pointerText struct{ S string }
	both        struct{ S string }
	mapJSON     map[string]int
	ptrJSON     struct{ P *int } // one pointer in memory
	textKey     struct{ A, B int }
	intText     int
	strText     string
	appendText  struct{ S string }
	funcJSON    func() string
	sliceJSON   []int
	key         string
	intKey      int16
	byteNamed   byte
	byteJSON    byte
	quarterJSON uint16
	halfJSON    int32
	embedsTime  struct {
		time.Time
		X int
	}
	speaks struct {
		A valueJSON
		B pointerJSON
		C valueText
		D pointerText
		E *valueJSON
		F *pointerJSON
		G *valueText
		H *pointerText
		I json.Marshaler
		J encoding.TextMarshaler
		K []pointerJSON
		L [2]pointerJSON
		M map[string]pointerJSON
		N map[string]valueJSON
		O mapJSON
		P ptrJSON
		Q intText
		R both
		S *both
		T any
		U appendText
		V **pointerJSON
	}
)

type (
	valueJSON2 struct{}
	nilText    struct{}
)
