package jsondoc_test

import (
	"errors"
	"fmt"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
)

var hook = []byte(`{
	"action": "opened",
	"pull_request": {"number": 7, "title": "Faster", "user": {"login": "jane"}, "labels": ["bug", "speed"]},
	"repository": {"full_name": "jane/tool"}
}`)

func ExampleGet() {
	title, err := jsondoc.Get(hook, "pull_request", "title")
	fmt.Println(title, err)

	number, _ := jsondoc.Get(hook, "pull_request", "number")
	n, err := number.Int64()
	fmt.Println(n, err)

	_, err = jsondoc.Get(hook, "pull_request", "body")
	fmt.Println(errors.Is(err, jsondoc.ErrMissing), err)
	// Output:
	// "Faster" <nil>
	// 7 <nil>
	// true jsondoc: no such value: the object has no member "body" (line 3, column 18, at /pull_request)
}

func ExamplePaths_Get() {
	paths := jsondoc.NewPaths(jsondoc.NewPath("action"), jsondoc.MustPointer("/pull_request/user/login"), jsondoc.NewPath("sender"))
	values, err := paths.Get(nil, hook)
	for _, v := range values {
		text, _ := v.Text()
		fmt.Printf("%v %q\n", v.Exists(), text)
	}
	fmt.Println(err)
	// Output:
	// true "opened"
	// true "jane"
	// false ""
	// <nil>
}

func ExampleValue_Into() {
	v, _ := jsondoc.Get(hook, "pull_request")
	var request struct {
		Number int
		Labels []string
	}
	err := v.Into(&request)
	fmt.Println(request, err)
	// Output: {7 [bug speed]} <nil>
}

func ExampleValue_Members() {
	v, _ := jsondoc.Get(hook, "pull_request")
	for name, member := range v.Members() {
		fmt.Println(name, member.Kind())
	}
	// Output:
	// number number
	// title string
	// user object
	// labels array
}

func ExampleSelect() {
	store := []byte(`{"books":[{"title":"Moby Dick","price":8.99},{"title":"Ulysses","price":12.5}]}`)
	cheap := jsonpath.MustCompile(`$.books[?@.price < 10].title`)
	titles, err := jsondoc.Select(store, cheap)
	fmt.Println(titles, err)
	// Output: ["Moby Dick"] <nil>
}

func ExampleParse() {
	d, err := jsondoc.Parse(hook)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer d.Release()
	labels, _ := d.Get("pull_request", "labels")
	for i, label := range labels.Elements() {
		fmt.Println(i, label.ToString())
	}
	// Output:
	// 0 bug
	// 1 speed
}

func ExampleCanonical() {
	out, err := jsondoc.Canonical([]byte(`{"b": 1.50, "a": "\u20ac"}`))
	fmt.Println(string(out), err)
	// Output: {"a":"€","b":1.5} <nil>
}

func ExampleOptions() {
	o := jsondoc.Options{Comments: true}
	v, err := o.Get([]byte("{\n  // where to listen\n  \"port\": 80,\n}"), "port")
	fmt.Println(v, err)
	// Output: 80 <nil>
}

// Config.Objects makes interfaces hold objects that keep the order of their members.
func ExampleOrdered() {
	api := zetes.Config{Objects: jsondoc.Ordered}.Freeze()
	var v any
	if err := api.UnmarshalString(`{"zebra":1,"ape":{"tail":false,"arms":2}}`, &v); err != nil {
		fmt.Println(err)
		return
	}
	o := v.(*jsondoc.Object[any])
	for name, value := range o.All() {
		fmt.Printf("%s: %T\n", name, value)
	}
	o.Set("zebra", 2)
	fmt.Println(api.MarshalString(o))
	// Output:
	// zebra: float64
	// ape: *jsondoc.Object[interface {}]
	// {"zebra":2,"ape":{"tail":false,"arms":2}} <nil>
}
