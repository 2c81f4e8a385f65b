package zetes_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/zetes-json/zetes"
)

type purchase struct {
	Items []struct {
		Name  string  `json:"name"`
		Price float64 `json:"price"`
	} `json:"items"`
}

func ExampleError() {
	var p purchase
	err := zetes.UnmarshalString(`{"items": [{"name": "tea"},
  {"name": "cup", "price": "4.50"}]}`, &p)

	if e, ok := errors.AsType[*zetes.Error](err); ok {
		fmt.Println(e.Line, e.Column, e.Pointer, e.GoPath())
		fmt.Println(e.Excerpt)
	}
	if typ, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		fmt.Println(typ.Value, typ.Type)
	}
	// Output:
	// 2 28 /items/1/price purchase.Items[1].Price
	//   {"name": "cup", "price": "4.50"}]}
	// string float64
}

// With %+v an error shows where it is.
func ExampleError_Format() {
	var p purchase
	err := zetes.UnmarshalString(`{"items": [{"name": "tea" "price": 1}]}`, &p)
	fmt.Printf("%+v\n", err)
	// Output:
	// invalid character '"' after object key:value pair (line 1, column 27, at /items/0)
	// 	{"items": [{"name": "tea" "price": 1}]}
	// 	                          ^
}

func ExampleUnmarshalAll() {
	var p purchase
	err := zetes.UnmarshalAll([]byte(`{"items": [{"name": 1}, {"price": "x"}, {"name": "tea", "price": 2}]}`), &p, 10)
	if all, ok := errors.AsType[zetes.Errors](err); ok {
		for _, e := range all {
			fmt.Println(e.Pointer, e.Column)
		}
	}
	fmt.Println(p.Items[2].Name)
	// Output:
	// /items/0/name 21
	// /items/1/price 35
	// tea
}
