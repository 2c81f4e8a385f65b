package main

import (
	"fmt"
	"os"
)

func Example() {
	fmt.Println(tour(os.Stdout))
	// Output:
	// {"id":7,"items":["tea","\u003cmilk\u003e"],"note":null}
	// string at field id, offset 14
	// {"id":0,"note":null}
	// {"id":1,"note":null}
	// {"id":2,"note":null}
	// {"id":8,"note":null}
	// <nil>
}
