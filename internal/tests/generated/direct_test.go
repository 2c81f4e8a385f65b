package generated

// direct has methods for its owner alone.
//
//zetes:json
type direct struct {
	A  string  `json:"a,nocopy"`
	In *direct `json:"in"`
}
