package cases

import "time"

type shop struct {
	Name  string
	Items []struct {
		Price int8 `json:"price"`
		Tags  map[string]uint
		Owner *struct {
			Age  int
			Pets [2]struct{ Legs uint8 }
		}
	} `json:"items"`
	Meta map[string]struct{ N int }
	Embedded
	*Inner `json:"inner"`
}

type Embedded struct {
	E    int
	Deep struct{ D bool } `json:"deep_one"`
}

type Inner struct{ I int }

func init() {
	dec[shop]("path", `{"items":[{"price":1},{"price":"x"}]}`, `{"items":[{"price":300,"Tags":{"a":-1}}]}`, `{"items":[{"Tags":{"a":1,"b":-1,"c":"x"}}],"Name":5}`, `{"items":[{"Owner":{"Age":"x","Pets":[{"Legs":1},{"Legs":-1},{"Legs":"y"}]}}]}`, `{"Meta":{"k":{"N":"x"}}}`, `{"E":"x","deep_one":{"D":1}}`, `{"deep_one":{"D":1},"E":"x"}`, `{"deep_one":5}`,
		`{"inner":{"I":"x"}}`, `{"inner":7}`, `{"ITEMS":[{"PRICE":"x"}]}`, `{"items":{"a":1}}`, `{"items":[1,"two",{"price":2}]}`, `{"items":"x","Name":"kept"}`, `{"Name":{"a":[1,2]},"E":2}`, `{"Name":[1,{"a":2}],"E":2}`, `{"Meta":[1],"E":3}`, `{"Meta":{"k":1,"l":{"N":2}}}`, `{"items":[{"Owner":[1]}],"E":4}`, `{"items":[{"Owner":{"Pets":{"x":1}}}]}`,
		`{"items":[{"Owner":{"Pets":[1,2]}}]}`, `{"items":[{"price":1.0}]}`, `{"items":[{"price":1e1}]}`, `{"items":[{"price":-129}]}`, `{"E":1e99,"Name":"later"}`, `{"E":true}`, `{"E":null,"Name":null,"items":null,"Meta":null,"inner":null,"deep_one":null}`, `{  "E" :   "x"  }`, "{\n\t\"items\": [\n\t\t{\"price\": [1, 2]}\n\t]\n}",
		`{"\u0045":"x"}`, `{"e":{"x":"}"}}`, `{"Unknown":{"items":[{"price":"x"}]},"E":"y"}`, `{"E":"x","Unknown":1}`, `{"Unknown":1,"E":"x"}`, `{"items":[{"unknown":1}],"E":"x"}`, `{"items":[{"price":"x"}],"items":[{"price":"y"}]}`, `{"Meta":{"a b":{"N":"x"}}}`, `{"Meta":{"":{"N":[]}}}`, `{"Meta":{"é\n":{"N":{}}}}`)
	dec[map[string]map[string]int]("path/empty-names", `{"":{"":"x"}}`, `{"":"x"}`, `{"a":{"":"x"}}`, `{"":{"a":"x"}}`)
	dec[map[string][]int]("path/empty-name-elements", `{"":["x"]}`, `{"":[1,{}]}`)
	dec[map[string]shop]("path/empty-name-struct", `{"":{"items":"x"}}`, `{"":1}`)
	dec[map[uint8]map[int]string]("path/empty-key", `{"":{}}`, `{"1":{"":""}}`, `{"":{"":""}}`)
	dec[map[string]shop]("path/map", `{"a":{"items":[{"price":"x"}]}}`, `{"a":{"E":"x"},"b":{"E":1}}`)
	dec[[]map[string][]Point]("path/deep", `[{"a":[{"X":1},{"X":"s"}]}]`, `[{"a":[1]},{"b":{"X":1}}]`, `[{"a":[{"X":1.5,"Y":true}]}]`)
	dec[struct {
		A struct{ B struct{ C []struct{ D int } } }
	}]("path/anonymous", `{"A":{"B":{"C":[{"D":1},{"D":"x"}]}}}`, `{"A":{"B":{"C":1}}}`, `{"A":{"B":1}}`, `{"A":1}`, `{"a":{"b":{"c":[{"d":{}}]}}}`)
	dec[struct{ A any }]("path/any", `{"A":{"B":1e999}}`, `{"A":[1,1e999,2]}`, `{"A":-1e999}`)
	dec[struct{ A, B any }]("path/any-twice", `{"A":1e999,"B":2}`, `{"A":{"x":1e999,"y":3},"B":1e998}`)
	alone[[]any]("any-overflow", `[1,1e999,"after"]`)
	alone[map[string]any]("any-overflow", `{"a":1e999,"b":{"c":-1e999}}`)
	// An error of the text after a value counts before the error of the value's method: the input is checked first.
	behind := []string{`["x"]]`, `["x"`, `["x",}`, `["fail"]x`, `["fail",1`, `["error"]]`, "[\"plain\"\x00]"}
	alone[[]time.Time]("syntax-after-method/time", behind...)
	alone[[]pointerMarshaler]("syntax-after-method/json", behind...)
	alone[[]textPointer]("syntax-after-method/text", behind...)
	alone[[]failing]("syntax-after-method/failing", behind...)
	alone[[]panicking]("syntax-after-method/panicking", behind...)
	alone[map[failingText]int]("syntax-after-method/key", `{"plain":1`, `{"plain":1}x`, `{"plain":"x",}`)
	alone[time.Time]("syntax-after-method/top", `"x"]`, `"x" 1`, `["x"]]`, `{}{`)
}
