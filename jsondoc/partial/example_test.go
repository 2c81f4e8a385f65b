package partial_test

import (
	"fmt"

	"github.com/zetes-json/zetes/jsondoc/partial"
)

func ExampleComplete() {
	text, cut, err := partial.Complete(nil, []byte(`{"name":"Jane","tags":["a","long te`))
	fmt.Println(string(text), cut.Open, cut.String, err)
	// Output: {"name":"Jane","tags":["a","long te"]} 2 true <nil>
}

// A document comes in pieces, and the value has what is there of it.
func ExampleDecoder() {
	type answer struct {
		Name string
		Tags []string
	}
	d := partial.NewDecoder[answer](nil)
	for _, piece := range []string{`{"Name":"Ja`, `ne","Tags":["a","long te`, `xt"]}`} {
		if err := d.Push([]byte(piece)); err != nil {
			fmt.Println(err)
		}
		fmt.Printf("%+v %v\n", *d.Value(), d.Finished("Name"))
	}
	fmt.Println(d.Close())
	// Output:
	// {Name:Ja Tags:[]} false
	// {Name:Jane Tags:[a long te]} true
	// {Name:Jane Tags:[a long text]} true
	// <nil>
}
