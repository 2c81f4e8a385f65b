package corpus

// Geometry is a map outline: almost nothing but floating-point numbers.
type Geometry struct {
	Type     string    `json:"type"`
	Features []Feature `json:"features"`
}

// Feature is one named outline.
type Feature struct {
	Type       string       `json:"type"`
	Properties FeatureProps `json:"properties"`
	Geometry   Polygon      `json:"geometry"`
}

// FeatureProps are the properties of a Feature.
type FeatureProps struct {
	Name string `json:"name"`
}

// Polygon is a list of rings of points.
type Polygon struct {
	Type        string         `json:"type"`
	Coordinates [][][2]float64 `json:"coordinates"`
}
