package generated

type text []byte

type bytesIn struct {
	B []byte `json:"b"`
	N string `json:"n,nocopy"`
}

// EmbeddedBytes is embedded by a pointer.
type EmbeddedBytes struct {
	E int    `json:"e"`
	F []byte `json:"f"`
}

// own has a method of its own, which gets a part of the caller's input.
type own struct{ Got string }

func (o *own) UnmarshalJSON(b []byte) error { o.Got = string(b); return nil }

// flagged is for -byte and -reset-fields.
//
//zetes:json
type flagged struct {
	B     []byte             `json:"b"`
	N     string             `json:"n,nocopy"`
	Named text               `json:"named"`
	Array [2]byte            `json:"array"`
	P     *bytesIn           `json:"p"`
	M     map[string]bytesIn `json:"m"`
	S     []bytesIn          `json:"s"`
	R     string             `json:"r,required"`
	Any   any                `json:"any"`
	Own   own                `json:"own"`
	*EmbeddedBytes
}

// namedFlags is flagged without methods.
type namedFlags flagged
