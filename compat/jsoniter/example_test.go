package jsoniter_test

import (
	"fmt"

	"github.com/zetes-json/zetes/compat/jsoniter"
)

func Example() {
	var json = jsoniter.ConfigCompatibleWithStandardLibrary
	out, err := json.Marshal(map[string]int{"b": 2, "a": 1})
	fmt.Println(string(out), err)

	iter := jsoniter.ParseString(jsoniter.ConfigDefault, `[1, 2]`)
	for iter.ReadArray() {
		fmt.Println(iter.ReadInt())
	}
	fmt.Println(jsoniter.Get(out, "b").ToInt())
	// Output:
	// {"a":1,"b":2} <nil>
	// 1
	// 2
	// 2
}
