package corpus

// Source is the history of a source tree: a recursive type with short names and numbers.
type Source struct {
	Tree     *Node  `json:"tree"`
	Username string `json:"username"`
}

// Node is a file or a folder of a source tree.
type Node struct {
	Name     string  `json:"name"`
	Kids     []Node  `json:"kids"`
	CLWeight float64 `json:"cl_weight"`
	Touches  int     `json:"touches"`
	MinT     int64   `json:"min_t"`
	MaxT     int64   `json:"max_t"`
	MeanT    int64   `json:"mean_t"`
}
