package static

import (
	"reflect"
	"testing"
	"time"
)

type (
	layoutID    int
	layoutText  int
	layoutTexts []layoutText
	layoutIDs   []layoutID
	layoutZero  int
	layoutBase  struct{ A, B int }
	layoutDeep  struct {
		layoutBase
		C string
	}
	layoutRing struct {
		A int
		*layoutRing
	}
	layoutWriter struct{ A int }
	layoutReader struct{ A int }
)

func (layoutText) MarshalText() ([]byte, error)       { return nil, nil }
func (*layoutZero) IsZero() bool                      { return true }
func (layoutWriter) MarshalJSON() ([]byte, error)     { return nil, nil }
func (*layoutReader) UnmarshalJSON(text []byte) error { return nil }

// pair is a type, and the fields that the code is for.
func pair[T, F any]() [2]reflect.Type {
	return [2]reflect.Type{reflect.TypeFor[T](), reflect.TypeFor[F]()}
}

// A struct is alike where code for the fields means what the struct means, and finds them where they are.
func TestLayout(t *testing.T) {
	type order struct {
		ID    layoutID `json:"id" yaml:"i"`
		Name  string
		Tags  layoutIDs
		cache map[string]int
		when  time.Time
		Skip  int `json:"-"`
	}
	type (
		same = struct {
			ID   int `json:"id"`
			Name string
			Tags []int
			_    *byte
			_    time.Time
			_    int
		}
		pairs map[string][2]reflect.Type
	)
	_ = order{cache: nil, when: time.Time{}}
	for name, types := range (pairs{
		"named":    pair[order, same](),
		"as it is": pair[layoutBase, struct{ A, B int }](),
		"embedded": pair[layoutDeep, struct {
			layoutBase struct{ A, B int }
			C          string
		}](),
		"embedded pointer": pair[struct{ *layoutBase }, struct{ layoutBase *struct{ A, B int } }](),
		"a ring": pair[layoutRing, struct {
			A int
			*layoutRing
		}](),
		"embedded under a name": pair[struct {
			layoutBase `json:"x"`
		}, struct {
			layoutBase `json:"x"`
		}](),
		"pointers": pair[struct{ P **layoutID }, struct{ P **int }](),
		"arrays":   pair[struct{ P [2]layoutID }, struct{ P [2]int }](),
		"maps":     pair[struct{ M map[layoutID]layoutText }, struct{ M map[layoutID]layoutText }](),
		"a slice":  pair[layoutIDs, []int](),
		"memory": pair[struct {
			A int
			b struct {
				x chan int
				y []string
				z any
				_ func()
				s string
				a [2]*int
			}
		}, struct {
			A int
			_ struct {
				_ *byte
				_ []byte
				_ any
				_ *byte
				_ string
				_ [2]*byte
			}
		}](),
	}) {
		if !isAlike(types[0], types[1], 0, "") {
			t.Errorf("%s: not alike", name)
		}
	}
	for name, types := range (pairs{
		"a field more":  pair[struct{ A, B, C int }, struct{ A, B int }](),
		"a field less":  pair[struct{ A int }, struct{ A, B int }](),
		"another name":  pair[struct{ A, C int }, struct{ A, B int }](),
		"another order": pair[struct{ B, A int }, struct{ A, B int }](),
		"another type":  pair[struct{ A int }, struct{ A uint }](),
		"another width": pair[struct{ A int }, struct{ A int8 }](),
		"a pointer":     pair[struct{ A *int }, struct{ A int }](),
		"a tag": pair[struct {
			A int `json:"a"`
		}, struct{ A int }](),
		"no tag": pair[struct{ A layoutID }, struct {
			A int `json:"a"`
		}](),
		"another option": pair[struct {
			A layoutID `json:",omitempty"`
		}, struct {
			A int `json:",omitzero"`
		}](),
		"methods by now":        pair[struct{ A layoutText }, struct{ A int }](),
		"methods of elements":   pair[struct{ A []layoutText }, struct{ A []int }](),
		"methods further in":    pair[struct{ A layoutTexts }, struct{ A []int }](),
		"IsZero by now":         pair[struct{ A layoutZero }, struct{ A int }](),
		"embedded by now":       pair[struct{ layoutBase }, struct{ LayoutBase layoutBase }](),
		"embedded, the same":    pair[struct{ LayoutEmbedded }, struct{ LayoutEmbedded LayoutEmbedded }](),
		"embedded no more":      pair[struct{ LayoutEmbedded LayoutEmbedded }, struct{ LayoutEmbedded struct{ A int } }](),
		"embedded otherwise":    pair[struct{ LayoutEmbedded LayoutEmbedded }, struct{ LayoutEmbedded }](),
		"embedded has changed":  pair[struct{ layoutBase }, struct{ layoutBase struct{ A int } }](),
		"embedded by a pointer": pair[struct{ *layoutBase }, struct{ layoutBase struct{ A, B int } }](),
		"embedded by a value":   pair[struct{ layoutBase }, struct{ layoutBase *struct{ A, B int } }](),
		"a member by now":       pair[struct{ A int }, struct{ _ int }](),
		"a member no more": pair[struct {
			A layoutID `json:"-"`
		}, struct{ A int }](),
		"embedding by now": pair[struct{ layoutBase }, struct{ _ struct{ _, _ int } }](),
		"other memory":     pair[struct{ a int }, struct{ _ *byte }](),
		"pointers elsewhere": pair[struct{ a struct{ x, y *int } }, struct {
			_ struct {
				_ *byte
				_ uintptr
			}
		}](),
		"no struct":         pair[layoutID, struct{ A int }](),
		"a struct":          pair[layoutBase, []int](),
		"other keys":        pair[struct{ M map[layoutID]int }, struct{ M map[int]int }](),
		"an array's length": pair[struct{ M [2]layoutID }, struct{ M [3]int }](),
		"another interface": pair[struct{ A error }, struct{ A any }](),
	}) {
		if isAlike(types[0], types[1], 0, "") {
			t.Errorf("%s: alike", name)
		}
	}
}

// LayoutEmbedded is exported, and so a field as well as embedded.
type LayoutEmbedded struct{ A int }

// What a type speaks for itself by counts where code would not ask it.
func TestLayoutLacks(t *testing.T) {
	for name, row := range map[string]struct {
		types [2]reflect.Type
		lacks Ways
		want  bool
	}{
		"nothing":            {pair[layoutBase, struct{ A, B int }](), Readers | Writers, true},
		"a writer":           {pair[layoutWriter, struct{ A int }](), Readers, true},
		"a writer by now":    {pair[layoutWriter, struct{ A int }](), Readers | Writers, false},
		"a reader":           {pair[layoutReader, struct{ A int }](), Writers, true},
		"a reader by now":    {pair[layoutReader, struct{ A int }](), Readers | Writers, false},
		"methods of its own": {pair[layoutReader, struct{ A int }](), 0, true},
	} {
		if got := isAlike(row.types[0], row.types[1], row.lacks, ""); got != row.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	type keyed = struct {
		A layoutID `x:"a" json:"b"`
	}
	if !isAlike(reflect.TypeFor[keyed](), reflect.TypeFor[struct {
		A int `x:"a"`
	}](), 0, "x") {
		t.Error("another key of tags: not alike")
	}
	type second = struct {
		A layoutID `json:"b"`
	}
	for keys, want := range map[string]bool{"x,json": true, "json,x": true, "x": false} {
		if got := isAlike(reflect.TypeFor[second](), reflect.TypeFor[struct {
			A int `x:"b"`
		}](), 0, keys); got != want {
			t.Errorf("keys %s: %v", keys, got)
		}
	}
}
