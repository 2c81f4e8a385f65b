package corpus

// Geometry is the outline of a country: nothing but floating-point numbers.
type Geometry struct {
	Type     string    `json:"type"`
	Features []Feature `json:"features"`
}

// Feature is one named shape.
type Feature struct {
	Type       string `json:"type"`
	Properties struct {
		Name string `json:"name"`
	} `json:"properties"`
	Geometry struct {
		Type        string         `json:"type"`
		Coordinates [][][2]float64 `json:"coordinates"`
	} `json:"geometry"`
}
