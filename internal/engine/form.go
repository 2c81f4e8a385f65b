package engine

// ErrorForm is the JSON form of the root package's Error.
type ErrorForm struct {
	Detail  string `json:"detail"`
	Reason  string `json:"reason"`
	Pointer string `json:"pointer,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Offset  *int64 `json:"offset,omitempty"`
	Value   int    `json:"value,omitempty"`
}
