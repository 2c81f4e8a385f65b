package doc_test

import (
	"errors"
	"fmt"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/doc"
)

var hook = []byte(`{
	"action": "opened",
	"pull_request": {"number": 7, "title": "Faster", "user": {"login": "jane"}, "labels": ["bug", "speed"]},
	"repository": {"full_name": "jane/tool"}
}`)

func ExampleGet() {
	title, err := doc.Get(hook, "pull_request", "title")
	fmt.Println(title, err)

	number, _ := doc.Get(hook, "pull_request", "number")
	n, err := number.Int64()
	fmt.Println(n, err)

	_, err = doc.Get(hook, "pull_request", "body")
	fmt.Println(errors.Is(err, doc.ErrMissing), err)
	// Output:
	// "Faster" <nil>
	// 7 <nil>
	// true doc: no such value: the object has no member "body" (line 3, column 18, at /pull_request)
}

func ExamplePaths_Get() {
	paths := doc.NewPaths(doc.NewPath("action"), doc.MustPointer("/pull_request/user/login"), doc.NewPath("sender"))
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
	v, _ := doc.Get(hook, "pull_request")
	var request struct {
		Number int
		Labels []string
	}
	err := v.Into(&request)
	fmt.Println(request, err)
	// Output: {7 [bug speed]} <nil>
}

func ExampleValue_Members() {
	v, _ := doc.Get(hook, "pull_request")
	for name, member := range v.Members() {
		fmt.Println(name, member.Kind())
	}
	// Output:
	// number number
	// title string
	// user object
	// labels array
}

func ExampleQuery_Select() {
	store := []byte(`{"books":[{"title":"Moby Dick","price":8.99},{"title":"Ulysses","price":12.5}]}`)
	cheap := doc.MustCompile(`$.books[?@.price < 10].title`)
	titles, err := cheap.Select(store)
	fmt.Println(titles, err)
	// Output: ["Moby Dick"] <nil>
}

func ExampleParse() {
	d, err := doc.Parse(hook)
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

func ExampleEdit() {
	e, err := doc.NewEdit([]byte("{\n  \"port\": 80,\n  \"debug\": true\n}\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer e.Release()
	_ = e.Set(doc.NewPath("port"), 8080)
	_ = e.Delete(doc.NewPath("debug"))
	_ = e.Set(doc.NewPath("log", "level"), "info")
	out, err := e.Bytes()
	fmt.Printf("%s%v\n", out, err)
	// Output:
	// {
	//   "port": 8080,
	//   "log": {"level":"info"}
	// }
	// <nil>
}

func ExamplePatch() {
	out, err := doc.Patch([]byte(`{"a": [1, 2]}`), []byte(`[{"op":"test","path":"/a/0","value":1},{"op":"add","path":"/a/-","value":3}]`))
	fmt.Println(string(out), err)
	// Output: {"a": [1, 2, 3]} <nil>
}

func ExampleMergePatch() {
	out, err := doc.MergePatch([]byte(`{"a": 1, "b": 2}`), []byte(`{"a":null,"c":3}`))
	fmt.Println(string(out), err)
	// Output: {"b": 2, "c": 3} <nil>
}

func ExampleDiff() {
	patch, err := doc.Diff([]byte(`{"a":1,"b":[1,2]}`), []byte(`{"a":1.0,"b":[1]}`))
	fmt.Println(string(patch), err)
	// Output: [{"op":"remove","path":"/b/1"}] <nil>
}

func ExampleCanonical() {
	out, err := doc.Canonical([]byte(`{"b": 1.50, "a": "\u20ac"}`))
	fmt.Println(string(out), err)
	// Output: {"a":"€","b":1.5} <nil>
}

func ExampleOptions() {
	o := doc.Options{Comments: true}
	v, err := o.Get([]byte("{\n  // where to listen\n  \"port\": 80,\n}"), "port")
	fmt.Println(v, err)
	// Output: 80 <nil>
}

func ExampleComplete() {
	text, cut, err := doc.Complete(nil, []byte(`{"name":"Jane","tags":["a","long te`))
	fmt.Println(string(text), cut.Open, cut.String, err)
	// Output: {"name":"Jane","tags":["a","long te"]} 2 true <nil>
}

// A document comes in pieces, and the value has what is there of it.
func ExamplePartialDecoder() {
	type answer struct {
		Name string
		Tags []string
	}
	d := doc.NewPartialDecoder[answer](nil)
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

// Config.Objects makes interfaces hold objects that keep the order of their members.
func ExampleOrdered() {
	api := zetes.Config{Objects: doc.Ordered}.Freeze()
	var v any
	if err := api.UnmarshalString(`{"zebra":1,"ape":{"tail":false,"arms":2}}`, &v); err != nil {
		fmt.Println(err)
		return
	}
	o := v.(*doc.Object[any])
	for name, value := range o.All() {
		fmt.Printf("%s: %T\n", name, value)
	}
	o.Set("zebra", 2)
	fmt.Println(api.MarshalString(o))
	// Output:
	// zebra: float64
	// ape: *doc.Object[interface {}]
	// {"zebra":2,"ape":{"tail":false,"arms":2}} <nil>
}
