package lost

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/packages"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// choices are the fields of zetes.Config that code names, and the codecs that it makes. Source does not show which values
// go through which API, so a feature is not called ignored if any API provides it.
type choices struct {
	options         shape.Options
	named, defaults bool
	codecs          map[string]bool // by the types they are for
}

func choicesIn(pkgs []*packages.Package) choices {
	c := choices{codecs: map[string]bool{}}
	for _, p := range pkgs {
		for _, f := range p.Syntax {
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CompositeLit:
					if isOf(p.TypesInfo.TypeOf(n), "", "Config") {
						for _, e := range n.Elts {
							if kv, ok := e.(*ast.KeyValueExpr); ok {
								c.field(kv.Key)
							}
						}
					}
				case *ast.SelectorExpr:
					if t := p.TypesInfo.TypeOf(n.X); t != nil && isOf(deref(t), "", "Config") {
						c.field(n.Sel)
					}
				}
				return true
			})
		}
		for id, inst := range p.TypesInfo.Instances {
			obj := p.TypesInfo.Uses[id]
			if obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != library+"/codec" || obj.Name() != "For" {
				continue
			}
			if t, ok := types.Unalias(inst.TypeArgs.At(0)).(*types.Named); ok {
				c.codecs[types.TypeString(t.Origin(), nil)] = true
			}
		}
	}
	return c
}

func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// field notes that a field of a Config is named.
func (c *choices) field(name ast.Expr) {
	id, ok := name.(*ast.Ident)
	if !ok {
		return
	}
	switch id.Name {
	case "KeepUnknown":
		c.options.KeepRest = true
	case "MoreTags":
		c.options.Meaning |= option.MoreTags
	case "Unexported":
		c.options.Unexported = true
	case "CodecNamed":
		c.named = true
	case "Defaults":
		c.defaults = true
	}
}
