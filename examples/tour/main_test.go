package main

import (
	"fmt"
	"os"
)

func Example() {
	fmt.Println(tour(os.Stdout))
	// Output:
	// The drop-in is encoding/json by the same names:
	//   {"id":7,"items":["tea","\u003cmilk\u003e"],"note":null}
	// Errors are the toolchain's:
	//   a string for the field id, at offset 14
	// The root package's have a place too:
	//   line 1, column 28, at /items/1
	// One buffer for many values:
	//   {"id":0,"note":null}
	//   {"id":1,"note":null}
	// Choices are made once, and have all functions as methods:
	//   {"id":8}
	// <nil>
}
