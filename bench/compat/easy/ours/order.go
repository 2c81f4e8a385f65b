// Package easy has a type with the methods that easyjson generates: in folder theirs over easyjson, and in folder ours,
// which is a copy with other import paths, over compat/easyjson.
package easy

// Order is a document of about 800 bytes.
type Order struct {
	ID       int64             `json:"id"`
	Customer string            `json:"customer"`
	Email    string            `json:"email"`
	Paid     bool              `json:"paid"`
	Total    float64           `json:"total"`
	Tags     []string          `json:"tags"`
	Lines    []Line            `json:"lines"`
	Labels   map[string]string `json:"labels,omitempty"`
	Comment  *string           `json:"comment"`
}

// Line is a line of an Order.
type Line struct {
	SKU      string  `json:"sku"`
	Quantity int     `json:"quantity"`
	Price    float64 `json:"price"`
	Note     string  `json:"note,omitempty"`
}
