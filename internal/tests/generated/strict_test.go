package generated

// strictIn has options of its own: -byte -disallow_unknown_fields.
//
//zetes:json
type strictIn struct {
	B []byte `json:"b"`
}

// strictList is a slice with them.
//
//zetes:json
type strictList []strictIn
