package json_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/zetes-json/zetes/json"
)

// The calls, results and errors are those of encoding/json: only the import path is another.
func Example() {
	type Order struct {
		ID    int      `json:"id"`
		Items []string `json:"items,omitempty"`
	}
	var o Order
	err := json.Unmarshal([]byte(`{"id": 7, "items": ["tea"]}`), &o)
	fmt.Println(o, err)

	out, err := json.Marshal(o)
	fmt.Println(string(out), err)

	var typed *json.UnmarshalTypeError
	if err := json.Unmarshal([]byte(`{"id": "7"}`), &o); errors.As(err, &typed) {
		fmt.Println(typed.Field, typed.Value)
	}
	// Output:
	// {7 [tea]} <nil>
	// {"id":7,"items":["tea"]} <nil>
	// id string
}

// A Decoder reads values one after the other.
func ExampleDecoder() {
	d := json.NewDecoder(strings.NewReader(`{"n": 1} {"n": 2}`))
	e := json.NewEncoder(os.Stdout)
	for {
		var v map[string]int
		if err := d.Decode(&v); err == io.EOF {
			break
		} else if err != nil {
			fmt.Println(err)
			return
		}
		v["n"] *= 10
		e.Encode(v)
	}
	// Output:
	// {"n":10}
	// {"n":20}
}
