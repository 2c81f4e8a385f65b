package plan

import (
	"reflect"

	"github.com/zetes-json/zetes/internal/shape"
)

// Types with code that zetes gen has written: to the machines their standard methods are that code, which runs where it
// is called, on the machine's own buffer or input.

// Generator is what has generated code's configuration.
type Generator interface{ Plan() *Config }

// GeneratedWriter returns the configuration under which generated code writes a t in place of its MarshalJSON, or nil.
func GeneratedWriter(t reflect.Type) *Config {
	if g := shape.GenerationOf(t); g.Encodes && g.Standard {
		return g.Config.(Generator).Plan()
	}
	return nil
}

// GeneratedReader returns the configuration under which generated code reads a t in place of its UnmarshalJSON, or nil.
// Code that calls methods of people's is left to UnmarshalJSON, which gives them parts of the caller's own input.
func GeneratedReader(t reflect.Type) *Config {
	if g := shape.GenerationOf(t); g.Decodes && g.Standard && !g.Careful {
		return g.Config.(Generator).Plan()
	}
	return nil
}
