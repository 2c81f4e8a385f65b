package data

import "time"

// Record is what most lists are made of.
type Record struct {
	ID      int      `json:"id"`
	Name    string   `json:"name"`
	Score   float64  `json:"score"`
	Active  bool     `json:"active"`
	Tags    []string `json:"tags"`
	Comment *string  `json:"comment,omitempty"`
}

// Optional has members that may be null.
type Optional struct {
	A *int     `json:"a"`
	B *string  `json:"b"`
	C *bool    `json:"c"`
	D *float64 `json:"d"`
	E *Record  `json:"e"`
}

// Embedding has embedded structs alone.
type Embedding struct {
	Base
	Title string `json:"title"`
	Trail
}

// Base and Trail are exported, so that every library can set them.
type (
	Base  struct{ ID, Version int }
	Trail struct{ By, From string }
)

// Quoted has the tag option string.
type Quoted struct {
	A int     `json:"a,string"`
	B float64 `json:"b,string"`
	C bool    `json:"c,string"`
	D string  `json:"d,string"`
	E *int    `json:"e,string"`
}

// Omitting has the options that leave members out.
type Omitting struct {
	A int            `json:"a,omitempty"`
	B string         `json:"b,omitempty"`
	C []int          `json:"c,omitempty"`
	D map[string]int `json:"d,omitempty"`
	E *Record        `json:"e,omitempty"`
	F bool           `json:"f,omitempty"`
	G any            `json:"g,omitempty"`
	H float64        `json:"h,omitempty"`
	I time.Time      `json:"i,omitzero"`
	J [3]int         `json:"j,omitzero"`
}

// Tree holds itself twice.
type Tree struct {
	Name        string `json:"name"`
	Left, Right *Tree  `json:",omitempty"`
}

// Chain holds itself.
type Chain struct {
	Value int    `json:"value"`
	Next  *Chain `json:"next"`
}

// Flagged has booleans alone.
type Flagged struct{ A, B, C, D, E, F, G, H bool }

// Numbers has every kind of number but uintptr, which easyjson does not know.
type Numbers struct {
	A int
	B int8
	C int16
	D int32
	E int64
	F uint
	G uint8
	H uint16
	I uint32
	J uint64
	K float32
	L float64
}

// Holding has interfaces.
type Holding struct {
	A any
	B []any
	C map[string]any
	D any
}

// Fifty has fifty members.
type Fifty struct {
	A0, A1, A2, A3, A4, A5, A6, A7, A8, A9 int
	B0, B1, B2, B3, B4, B5, B6, B7, B8, B9 string
	C0, C1, C2, C3, C4, C5, C6, C7, C8, C9 bool
	D0, D1, D2, D3, D4, D5, D6, D7, D8, D9 float64
	E0, E1, E2, E3, E4, E5, E6, E7, E8, E9 uint32
}

// RecordList is a document of many.
//
//easyjson:json
type RecordList []Record

// OptionalList is a document of many.
//
//easyjson:json
type OptionalList []Optional

// EmbeddingList is a document of many.
//
//easyjson:json
type EmbeddingList []Embedding

// QuotedList is a document of many.
//
//easyjson:json
type QuotedList []Quoted

// OmittingList is a document of many.
//
//easyjson:json
type OmittingList []Omitting

// FlaggedList is a document of many.
//
//easyjson:json
type FlaggedList []Flagged

// HoldingList is a document of many.
//
//easyjson:json
type HoldingList []Holding

// FiftyList is a document of many.
//
//easyjson:json
type FiftyList []Fifty
