package corpus

// SourceTree is the history of a source tree: a recursive type of small objects.
type SourceTree struct {
	Tree     *SourceNode `json:"tree"`
	Username string      `json:"username"`
}

// SourceNode is a folder or a file.
type SourceNode struct {
	Name         string       `json:"name"`
	Kids         []SourceNode `json:"kids"`
	ChangeWeight float64      `json:"cl_weight"`
	Touches      int          `json:"touches"`
	MinT         int64        `json:"min_t"`
	MaxT         int64        `json:"max_t"`
	MeanT        int64        `json:"mean_t"`
}

// Strings maps the name of a script to a sample of it.
type Strings map[string]string
