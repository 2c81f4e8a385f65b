// Package foreign has types with mistakes that go vet reports, since many programs are built without go vet. The tests
// of API.Check use them. go test does not vet this package, which is in a folder testdata.
package foreign

import "context"

// Context has methods with goccy/go-json's signatures.
type Context struct{ A int }

// MarshalJSON is for goccy/go-json's MarshalContext.
func (Context) MarshalJSON(context.Context) ([]byte, error) { return []byte(`"***"`), nil }

// UnmarshalJSON is for goccy/go-json's UnmarshalContext.
func (*Context) UnmarshalJSON(ctx context.Context, text []byte) error { return nil }

// Tags has a tag that reflection can't read.
type Tags struct {
	G int `json: "g"`
	h int `json:"h,nothing"`
}

// Embeds has maps that take no members without a field, and one that does.
type Embeds struct {
	A map[string]int `json:"a,embed"`
	b map[string]int `json:",embed"`
	C map[string]int `json:",embed"`
}
