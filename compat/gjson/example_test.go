package gjson_test

import (
	"fmt"

	"github.com/zetes-json/zetes/compat/gjson"
)

const text = `{
	"name": {"first": "Tom", "last": "Anderson"},
	"children": ["Sara", "Alex", "Jack"],
	"friends": [{"first": "Dale", "age": 44}, {"first": "Roger", "age": 68}]
}`

func Example() {
	fmt.Println(gjson.Get(text, "name.last"))
	fmt.Println(gjson.Get(text, "children.#"))
	fmt.Println(gjson.Get(text, "friends.#(age>45).first"))
	fmt.Println(gjson.Get(text, "{name.first,ages:friends.#.age}"))
	fmt.Println(gjson.Get(`{"a":[1,2`, "a").Exists())
	// Output:
	// Anderson
	// 3
	// Roger
	// {"first":"Tom","ages":[44,68]}
	// false
}

func ExampleUnchecked() {
	// The text was checked before.
	if gjson.Valid(text) {
		fmt.Println(gjson.Unchecked.Get(text, "friends.1.first"))
	}
	// Output: Roger
}

func ExampleAddModifier() {
	gjson.AddModifier("twice", func(json, arg string) string { return "[" + json + "," + json + "]" })
	fmt.Println(gjson.Get(text, "children.0.@twice"))
	// Output: ["Sara","Sara"]
}
