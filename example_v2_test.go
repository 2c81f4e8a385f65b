//go:build goexperiment.jsonv2 && go1.27

package zetes_test

import (
	"fmt"

	"github.com/zetes-json/zetes"
)

func ExampleV2() {
	config := zetes.V2()
	config.Limits.Depth = 20
	api := config.Freeze()

	type Item struct {
		Name  string   `json:"name"`
		Count int      `json:"count,omitempty"` // 0 is written: omitempty is for "", [], {} and null
		Tags  []string `json:"tags"`            // nil is written as []
	}
	text, err := api.MarshalString(Item{Name: "a<b"})
	fmt.Println(text, err)

	var item Item
	fmt.Println(api.UnmarshalString(`{"name":"a",
"name":"b"}`, &item))
	// Output:
	// {"name":"a<b","count":0,"tags":[]} <nil>
	// json: duplicate name "name" (line 2, column 1, at /name)
}
