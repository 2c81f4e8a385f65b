package proportion

import (
	stdjson "encoding/json"
	"strings"

	"github.com/zetes-json/zetes/json"
)

// Methods that decode what they are given, within one another.

type treeByMethod struct {
	C *treeByMethod
	S string
	L []*treeByMethod
}

type plainTree treeByMethod

func (t *treeByMethod) UnmarshalJSON(text []byte) error {
	shown += len(text)
	return json.Unmarshal(text, (*plainTree)(t))
}

// stdTree is treeByMethod, by encoding/json.
type stdTree struct {
	C *stdTree
	S string
	L []*stdTree
}

type plainStdTree stdTree

func (t *stdTree) UnmarshalJSON(text []byte) error {
	shown += len(text)
	return stdjson.Unmarshal(text, (*plainStdTree)(t))
}

func init() {
	ours := func(text []byte) { json.Unmarshal(text, new(treeByMethod)) }
	theirs := func(text []byte) { stdjson.Unmarshal(text, new(stdTree)) }
	chain := func(open, middle, shut string) func(n int) []byte {
		return func(n int) []byte {
			levels := min(n/(len(open)+len(shut)), 1000)
			return padded(nested(levels, open, middle, shut), n)
		}
	}
	// Each method looks at all that is within it: few of them are around much text.
	around := func(open, middle, shut string) func(n int) []byte {
		return func(n int) []byte {
			levels := min(n/2/(len(open)+len(shut)), 1<<22/n)
			return []byte(nested(levels, open, middle+strings.Repeat(" ", n-levels*(len(open)+len(shut))), shut))
		}
	}
	for name, text := range map[string]func(n int) []byte{
		"pointers":              chain(`{"C":`, `{}`, `}`),
		"pointers, around much": around(`{"C":`, `{}`, `}`),
		"strings":               chain(`{"S":"level","C":`, `{}`, `}`),
		"slices":                chain(`{"S":"level","L":[{"S":"x"},`, `{}`, `]}`),
		"slices, around much":   around(`{"S":"level","L":[{"S":"x"},`, `{}`, `]}`),
		"innermost misfits":     chain(`{"C":`, `{"S":1}`, `}`),
		"side by side":          func(n int) []byte { return []byte(`{"L":` + list(n/10, `{"S":"x"}`) + `}`) },
	} {
		add(row{name: "method/" + name, text: text, ours: ours, theirs: theirs})
	}
}
