package jsonedit_test

import (
	"fmt"

	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonedit"
)

func ExampleEdit() {
	e, err := jsonedit.New([]byte("{\n  \"port\": 80,\n  \"debug\": true\n}\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer e.Release()
	_ = e.Set(jsondoc.NewPath("port"), 8080)
	_ = e.Delete(jsondoc.NewPath("debug"))
	_ = e.Set(jsondoc.NewPath("log", "level"), "info")
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
	out, err := jsonedit.Patch([]byte(`{"a": [1, 2]}`), []byte(`[{"op":"test","path":"/a/0","value":1},{"op":"add","path":"/a/-","value":3}]`))
	fmt.Println(string(out), err)
	// Output: {"a": [1, 2, 3]} <nil>
}

func ExampleMergePatch() {
	out, err := jsonedit.MergePatch([]byte(`{"a": 1, "b": 2}`), []byte(`{"a":null,"c":3}`))
	fmt.Println(string(out), err)
	// Output: {"b": 2, "c": 3} <nil>
}

func ExampleDiff() {
	patch, err := jsonedit.Diff([]byte(`{"a":1,"b":[1,2]}`), []byte(`{"a":1.0,"b":[1]}`))
	fmt.Println(string(patch), err)
	// Output: [{"op":"remove","path":"/b/1"}] <nil>
}
