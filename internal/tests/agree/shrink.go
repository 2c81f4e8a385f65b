package agree

import (
	"bytes"
	stdjson "encoding/json"
	"slices"
)

// Plainer returns the case at the plainest door of its direction at which fails is true.
func Plainer(c Case, fails func(Case) bool) Case {
	for i, d := range doors[:c.Door] {
		if next := (Case{i, c.Doc, c.Fill}); d.encodes == doors[c.Door].encodes && fails(next) {
			return next
		}
	}
	return c
}

// Shrink returns the smallest case it finds for which fails is true. It tries less of the document and fewer and
// smaller choices, until nothing helps any more. A valid document stays one. fails may end the search by being
// false from then on.
func Shrink(c Case, fails func(Case) bool) Case {
	valid := stdjson.Valid(c.Doc)
	try := func(next Case) bool {
		if valid && !stdjson.Valid(next.Doc) || !fails(next) {
			return false
		}
		c = next
		return true
	}
	for progress := true; progress; {
		progress = shrinkTree(&c, try)
		progress = shrinkNames(&c, try) || progress
		progress = shrinkBytes(&c, try) || progress
		progress = shrinkFill(&c, try) || progress
	}
	return c
}

// shrinkTree puts parts in place of the whole, leaves parts out, and makes them plain.
func shrinkTree(c *Case, try func(Case) bool) (progress bool) {
	plain := []string{"null", "0", `""`, "{}", "[]"}
	for i := 0; ; i++ {
		root := parse(c.Doc)
		if root == nil || i >= len(root.all()) {
			return progress
		}
		grow := 0
		attempt := func(change func(n, root *node) *node) bool {
			next := root.copy()
			n := next.all()[i]
			out := change(n, next)
			if out == nil {
				return false
			}
			doc := out.append(nil, nil)
			return len(doc) < len(c.Doc)+grow && try(Case{c.Door, doc, c.Fill})
		}
		done := attempt(func(n, _ *node) *node { return n })
		for j := 0; j < len(root.all()[i].list); j++ {
			if attempt(func(n, root *node) *node { n.list = slices.Delete(n.list, j, j+1); return root }) {
				root, done = parse(c.Doc), true
				j--
			}
			if root == nil {
				return progress
			}
		}
		for _, text := range plain {
			done = attempt(func(n, root *node) *node { n.become(scalar(text)); return root }) || done
		}
		done = attempt(func(n, root *node) *node {
			if len(n.list) == 0 {
				return nil
			}
			n.become(n.list[0])
			return root
		}) || done
		if grow = 1; len(root.all()[i].text) > 2 && root.all()[i].text[0] == '"' && root.all()[i].text != `"a"` {
			done = attempt(func(n, root *node) *node { n.become(scalar(`"a"`)); return root }) || done
		}
		if done {
			progress = true
			i = -1
		}
	}
}

// shrinkNames makes a name "" or "a" wherever it is, so that members of one name still have one.
func shrinkNames(c *Case, try func(Case) bool) (progress bool) {
	root := parse(c.Doc)
	if root == nil {
		return false
	}
	for _, n := range root.all() {
		for _, name := range []string{`""`, `"a"`} {
			doc := bytes.ReplaceAll(c.Doc, []byte(n.name+":"), []byte(name+":"))
			if n.name != "" && len(doc) < len(c.Doc) && try(Case{c.Door, doc, c.Fill}) {
				progress = true
			}
		}
	}
	return progress
}

// shrinkBytes leaves out pieces of the text.
func shrinkBytes(c *Case, try func(Case) bool) (progress bool) {
	for size := len(c.Doc) / 2; size > 0; size = fewer(size, len(c.Doc)) {
		for i := 0; i+size <= len(c.Doc); {
			doc := append(bytes.Clone(c.Doc[:i]), c.Doc[i+size:]...)
			if try(Case{c.Door, doc, c.Fill}) {
				progress = true
			} else {
				i += size
			}
		}
	}
	return progress
}

// fewer returns the size of pieces after size: a member of a small object may have any.
func fewer(size, doc int) int {
	if size <= 16 && doc <= 200 {
		return size - 1
	}
	return size / 2
}

// shrinkFill leaves choices out, and makes them smaller.
func shrinkFill(c *Case, try func(Case) bool) (progress bool) {
	if len(c.Fill) > 0 && try(Case{c.Door, c.Doc, nil}) {
		return true
	}
	for size := len(c.Fill) / 2; size > 0; size = fewer(size, len(c.Fill)) {
		for i := 0; i+size <= len(c.Fill); {
			if try(Case{c.Door, c.Doc, slices.Concat(c.Fill[:i], c.Fill[i+size:])}) {
				progress = true
			} else {
				i += size
			}
		}
	}
	for i := 0; i < len(c.Fill); i++ {
		for skip := range 4 { // choices within the value go with it
			for _, to := range []uint32{0, 1, 2, 3, c.Fill[i] / 2} {
				if to < c.Fill[i] && i+skip < len(c.Fill) && try(Case{c.Door, c.Doc, slices.Concat(c.Fill[:i], []uint32{to}, c.Fill[i+1+skip:])}) {
					progress = true
				}
			}
		}
	}
	return progress
}
