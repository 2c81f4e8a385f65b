package zetes

import (
	"fmt"
	"reflect"
	"sync"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/plan"
)

// Codecs of a configuration: those of Config.Codecs, those that its functions return, and those that struct tags name.

// codec returns the plan's form of cd, under c.
func (c *Config) codec(cd codec.Codec) *plan.Codec { return c.skipNull(desk.Codec(&cd)) }

// skipNull returns cd, or with CodecsSkipNull a codec that skips null without calling cd.
func (c *Config) skipNull(cd *plan.Codec) *plan.Codec {
	if !c.CodecsSkipNull || cd.Read == nil {
		return cd
	}
	return desk.SkipsNull(cd)
}

// choose sets the functions of m that ask for codecs of types and of names.
func (c *Config) choose(m *plan.Meaning) {
	if asked := append([]func(reflect.Type) (codec.Codec, bool)(nil), c.CodecsFor...); len(asked) > 0 {
		m.Chosen = plan.Choose(func(t reflect.Type) *plan.Codec {
			for _, f := range asked {
				if cd, ok := f(t); ok {
					return fitting(c.codec(cd), t)
				}
			}
			return nil
		})
	}
	if c.CodecNamed == nil {
		return
	}
	n := &named{ask: c.CodecNamed, skipNull: c.codec}
	m.Named = n.codec
	m.Shape.Named = func(name string, t reflect.Type) error {
		if n.codec(name, t) == nil {
			return fmt.Errorf("there is no codec %q for its type", name)
		}
		return nil
	}
}

// fitting returns cd, or a codec that always fails if cd is for another type than t.
func fitting(cd *plan.Codec, t reflect.Type) *plan.Codec {
	if cd.Type == t {
		return cd
	}
	return desk.Failing(t, fmt.Errorf("a function of Config.CodecsFor was asked for a codec for %v and returned one for %v", t, cd.Type))
}

// named holds the codecs that Config.CodecNamed returned.
type named struct {
	ask      func(name string, t reflect.Type) (codec.Codec, bool)
	skipNull func(codec.Codec) *plan.Codec
	known    sync.Map // namedKey -> *plan.Codec, nil for none
}

type namedKey struct {
	name string
	typ  reflect.Type
}

// codec returns the codec of that name for t, or for what t points to, or nil.
func (n *named) codec(name string, t reflect.Type) *plan.Codec {
	key := namedKey{name, t}
	if cd, ok := n.known.Load(key); ok {
		return cd.(*plan.Codec)
	}
	found := n.find(name, t)
	if found == nil && t.Kind() == reflect.Pointer {
		if pointee := n.find(name, t.Elem()); pointee != nil {
			found = desk.Behind(t, pointee)
		}
	}
	cd, _ := n.known.LoadOrStore(key, found)
	return cd.(*plan.Codec)
}

func (n *named) find(name string, t reflect.Type) *plan.Codec {
	if cd, ok := n.ask(name, t); ok {
		if parts := n.skipNull(cd); parts.Type == t {
			return parts
		}
	}
	return nil
}
