package zetes

import (
	"encoding/json"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Generated is called by the methods that zetes gen writes. Each file of the generator has one in a variable, with the
// flags of that run. The results and errors of its methods are those of encoding/json for types without such methods,
// under these flags. It is for the generator alone, and changes with it.
//
// The variable costs nothing when the program starts. A type is compiled when one of its methods is called first.
type Generated struct {
	Flags

	plan atomic.Pointer[plan.Config]
}

// Flags are the flags of zetes gen that change what a type means as JSON. They are for the generator alone.
type Flags = shape.Flags

// Generation is what a generated method ZetesType returns: which methods of its type are generated. The library knows
// such methods by it, and compiles the type's fields in place of a call. It is for the generator alone.
type Generation = shape.Generation

func (g *Generated) config() *plan.Config {
	if c := g.plan.Load(); c != nil {
		return c
	}
	c := plan.Generated(g.Flags)
	g.plan.Store(c)
	return c
}

// Marshal returns the JSON of what the pointer v leads to, which may lie on the stack.
func (g *Generated) Marshal(v any) ([]byte, error) {
	b, failed, err := (&encode.Call{Config: g.config()}).MarshalLocal(v)
	if err != nil {
		return toolchain.PlainMarshalError(failed, err.(*fault.Fault))
	}
	return b, nil
}

// Append appends the JSON of what the pointer v leads to, or null, to dst. On an error dst is returned as it came.
func (g *Generated) Append(dst []byte, v any) ([]byte, error) {
	b, err := (&encode.Call{Config: g.config()}).Append(dst, v)
	if err == nil {
		return b, nil
	}
	b, err = toolchain.PlainMarshalError(v, err.(*fault.Fault))
	return append(dst, b...), err
}

// Unmarshal decodes the JSON value data into what the pointer v leads to.
func (g *Generated) Unmarshal(data []byte, v any) error {
	c := decode.Call{Config: g.config()}
	f := c.Unmarshal(data, v).Take()
	if f == nil {
		return nil
	}
	switch f.Code {
	case fault.BadTarget:
		return json.Unmarshal(data, v) // a nil pointer, whose method it does not call
	case fault.MissingMember, fault.UnknownName:
		return ruledBy(f, f, nil)
	}
	return toolchain.UnmarshalError(data, v, c.Config.Options, f)
}
