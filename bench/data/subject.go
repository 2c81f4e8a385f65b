package data

// Subject is no document: small questions about behaviour are put to each library with it. A library whose methods
// are written by hand may leave fields out.
type Subject struct {
	Num   int            `json:"num,omitempty"`
	Small int8           `json:"small,omitempty"`
	Float float64        `json:"float,omitempty"`
	Text  string         `json:"text,omitempty"`
	List  []float64      `json:"list"`
	Map   map[string]int `json:"map,omitempty"`
	Any   any            `json:"any,omitempty"`
}
