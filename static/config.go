package static

import (
	"sync"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tag"
)

// Config is what a generator was asked for beside the types, as far as it changes what they mean. Values that do not
// fit are treated by compiled plans under the same choices.
type Config struct {
	Choices
	plan atomic.Pointer[plan.Config]
}

// Choices are those of a Config.
type Choices = shape.Choices

// Generation says which methods of a type are generated.
type Generation = shape.Generation

// Chosen returns the choices.
func (c *Config) Chosen() Choices { return c.Choices }

// Plan implements plan.Generator.
func (c *Config) Plan() *plan.Config { return c.get() }

// configs are the configurations by their choices: generated files that agree share one.
var configs sync.Map // Choices -> *plan.Config

func init() {
	encode.LinkExtras()
	decode.LinkExtras()
}

func (c *Config) get() *plan.Config {
	if p := c.plan.Load(); p != nil {
		return p
	}
	made, ok := configs.Load(c.Choices)
	if !ok {
		made, _ = configs.LoadOrStore(c.Choices, compile(c.Choices))
	}
	p := made.(*plan.Config)
	c.plan.Store(p)
	return p
}

func compile(c Choices) *plan.Config {
	m := plan.Meaning{Options: option.V1, Shape: shape.Options{
		Plain: true, Choices: c, TagKey: c.TagKey, OmitEmpty: c.OmitEmpty, OmitZero: c.OmitZero,
	}}
	switch {
	case c.SnakeCase:
		m.Shape.Naming = tag.SnakeCase
	case c.LowerCamelCase:
		m.Shape.Naming = tag.LowerCamel
	}
	for _, o := range []struct {
		on  bool
		bit option.Set
	}{
		{!c.PlainTags, option.MoreTags}, {c.DisallowUnknown, option.DisallowUnknownFields},
		{c.TextBytes, option.BytesAsText}, {c.ResetFields, option.ResetAbsent},
	} {
		if o.on {
			m.Options |= o.bit
		}
	}
	m.Shape.Meaning = m.Options
	return plan.New(m)
}
