package agree

import (
	"bytes"
	"strings"
)

// mutations are the ways in which a document is changed. Each changes the tree in place; n is the root, and
// replaced as a whole by what is returned.
var mutations = []func(w *writer, root *node) *node{
	otherType, otherType, otherName, otherName, otherName, otherOrder, leaveOut, leaveOut, double, double, unknown, deeper, otherDocument,
	toNull, toNull, longer, escaped,
}

// mutate changes a tree once to three times.
func (w *writer) mutate(root *node) *node {
	for range 1 + w.c.below(3) {
		root = pick(w.c, mutations)(w, root)
	}
	return root
}

// any returns a node of the tree.
func (w *writer) any(root *node) *node { return pick(w.c, root.all()) }

// container returns a node with members or elements, or nil.
func (w *writer) container(root *node, open string) *node {
	var list []*node
	for _, n := range root.all() {
		if n.open != 0 && len(n.list) > 0 && strings.IndexByte(open, n.open) >= 0 {
			list = append(list, n)
		}
	}
	if list == nil {
		return nil
	}
	return pick(w.c, list)
}

// become gives n another value under its own name.
func (n *node) become(other *node) {
	name := n.name
	*n = *other.copy()
	n.name = name
}

func otherType(w *writer, root *node) *node {
	w.any(root).become(scalar(pick(w.c, wrongs)))
	return root
}

func toNull(w *writer, root *node) *node {
	w.any(root).become(scalar("null"))
	return root
}

func otherName(w *writer, root *node) *node {
	if object := w.container(root, "{"); object != nil {
		w.nearly(pick(w.c, object.list), object.list)
	}
	return root
}

// nearly changes the name of one of the members of an object: by a byte, by its case, or into what another's name
// ends with.
func (w *writer) nearly(n *node, members []*node) {
	name := strings.TrimSuffix(strings.TrimPrefix(n.name, `"`), `"`)
	if name == "" {
		n.name = `"a"`
		return
	}
	i := w.c.below(len(name))
	switch w.c.below(12) {
	case 0, 1, 2: // one bit
		if c := name[i] ^ 1<<w.c.below(8); c >= ' ' && c != '"' && c != '\\' {
			name = name[:i] + string([]byte{c}) + name[i+1:]
		}
	case 3, 4, 5:
		name = name[:i] + string([]byte{byte('!' + w.c.below(94))}) + name[i+1:]
		name = strings.NewReplacer(`"`, "q", `\`, "b").Replace(name)
	case 6:
		name = name[:i] + name[i+1:]
	case 7:
		name = name[:i] + "a" + name[i:]
	case 8:
		name = strings.ToUpper(name)
	case 9:
		name = strings.ToLower(name)
	case 10: // what encoding/json takes for k and s
		name = strings.NewReplacer("k", "\u212a", "s", "\u017f").Replace(name)
	case 11:
		if other := strings.Trim(pick(w.c, members).name, `"`); len(other) > i {
			name = name[:i] + other[i:]
		}
	}
	n.name = `"` + name + `"`
}

func otherOrder(w *writer, root *node) *node {
	if n := w.container(root, "{["); n != nil {
		for i := range n.list {
			j := i + w.c.below(len(n.list)-i)
			n.list[i], n.list[j] = n.list[j], n.list[i]
		}
	}
	return root
}

func leaveOut(w *writer, root *node) *node {
	if n := w.container(root, "{["); n != nil {
		i := w.c.below(len(n.list))
		n.list = append(n.list[:i:i], n.list[i+1:]...)
	}
	return root
}

// double repeats a member or an element after itself or at the end, with its own value or with another.
func double(w *writer, root *node) *node {
	n := w.container(root, "{[")
	if n == nil {
		return root
	}
	again := pick(w.c, n.list).copy()
	if w.c.below(2) == 1 {
		again.become(pick(w.c, n.list))
	}
	n.list = append(n.list, again)
	return root
}

func unknown(w *writer, root *node) *node {
	n := w.container(root, "{")
	if n == nil {
		return root
	}
	in := w.any(root).copy()
	in.name = quoted(pick(w.c, strs))
	i := w.c.below(len(n.list) + 1)
	n.list = append(n.list[:i:i], append([]*node{in}, n.list[i:]...)...)
	return root
}

// deeper puts a value into arrays or objects, rarely into more than there may be.
func deeper(w *writer, root *node) *node {
	n := w.any(root)
	open, levels := "[{"[w.c.below(2)], 1+w.c.below(4)
	if w.c.oneIn(300) {
		n.text, n.open, n.list = strings.Repeat("[", 10001)+strings.Repeat("]", 10001), 0, nil
		return root
	}
	for range levels {
		in := n.copy()
		if in.name = ""; open == '{' {
			in.name = quoted(pick(w.c, strs))
		}
		n.open, n.text, n.list = open, "", []*node{in}
	}
	return root
}

func otherDocument(w *writer, root *node) *node {
	w.left = 20
	w.any(root).become(w.document(pick(w.c, w.types), 0))
	return root
}

// longer makes a scalar long: strings over the sizes of blocks, numbers over those of words.
func longer(w *writer, root *node) *node {
	n := w.any(root)
	switch {
	case n.open != 0:
	case strings.HasPrefix(n.text, `"`):
		n.text = `"` + strings.Repeat(pick(w.c, []string{"a", "é", `\n`, "\xff", "0123456789"}), 1+w.c.below(40)) + n.text[1:]
	case n.text != "" && n.text[0]-'0' < 10:
		n.text += pick(w.c, []string{"0000000000000000000000", ".50", "e2", "E-3", "e400", ".", "e", "-"})
	}
	return root
}

// escaped writes a name or a string with escapes, right and wrong ones.
func escaped(w *writer, root *node) *node {
	n := w.any(root)
	text := &n.text
	if n.name != "" && w.c.below(2) == 1 {
		text = &n.name
	}
	if len(*text) < 3 || (*text)[0] != '"' {
		return root
	}
	i := 1 + w.c.below(len(*text)-2)
	const hex = "0123456789abcdef"
	c := (*text)[i]
	with := pick(w.c, []string{`\u00` + string([]byte{hex[c>>4], hex[c&15]}), `\ud83d\ude00`, `\ud800`, `\x`, `\u12`, `\/`})
	*text = (*text)[:i] + with + (*text)[i+1:]
	return root
}

// damage changes the text of a document.
func (w *writer) damage(doc []byte) []byte {
	if len(doc) == 0 {
		return doc
	}
	i := w.c.below(len(doc))
	switch w.c.below(5) {
	case 0:
		return doc[:i]
	case 1:
		return append(doc[:i:i], doc[i+1:]...)
	case 2:
		doc = bytes.Clone(doc)
		doc[i] ^= 1 << w.c.below(8)
		return doc
	}
	with := pick(w.c, []string{",", ":", "}", "]", "{", "[", `"`, "\x00", "\xff", "0", "null", " ", "\xef\xbb\xbf"})
	return append(append(doc[:i:i], with...), doc[i:]...)
}

// print writes the tree, at times with white space.
func (w *writer) print(root *node) []byte {
	if w.c.below(4) > 0 {
		return root.append(nil, nil)
	}
	return root.append(nil, func() string { return pick(w.c, []string{"", " ", "\n\t", "\r\n      ", ""}) })
}
