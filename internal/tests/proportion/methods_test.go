package proportion

import (
	stdjson "encoding/json"
	"strings"

	"github.com/zetes-json/zetes/json"
)

// Methods that decode what they are given, within one another.

// tree decodes what its method is given with unmarshal.
type tree struct {
	C *tree
	S string
	L []*tree
}

type plainTree tree

var unmarshal func(text []byte, v any) error

// copied is tree with a method that decodes into a value of its own.
type copied struct {
	C *copied
	S string
	L []*copied
}

func (t *copied) UnmarshalJSON(text []byte) error {
	type plain copied
	shown += len(text)
	var p plain
	err := unmarshal(text, &p)
	*t = copied(p)
	return err
}

func (t *tree) UnmarshalJSON(text []byte) error {
	shown += len(text)
	return unmarshal(text, (*plainTree)(t))
}

func init() {
	with := func(u func(text []byte, v any) error) func(text []byte) {
		return func(text []byte) {
			unmarshal = u
			u(text, new(tree))
		}
	}
	ours, theirs := with(json.Unmarshal), with(stdjson.Unmarshal)
	copies := func(u func(text []byte, v any) error) func(text []byte) {
		return func(text []byte) {
			unmarshal = u
			u(text, new(copied))
		}
	}
	chain := func(open, middle, shut string) func(n int) []byte {
		return func(n int) []byte {
			levels := min(n/(len(open)+len(shut)), 1000)
			return padded(nested(levels, open, middle, shut), n)
		}
	}
	// Each method looks at all that is within it: fewer of them are around more text.
	around := func(open, middle, shut string) func(n int) []byte {
		return func(n int) []byte {
			levels := min(n/2/(len(open)+len(shut)), 1<<25/n)
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
		add(row{name: "method with a copy/" + name, text: text, ours: copies(json.Unmarshal), theirs: copies(stdjson.Unmarshal), fixed: 64 << 10})
	}
}
