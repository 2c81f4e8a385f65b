package opt_test

import (
	"fmt"

	"github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/opt"
)

// A patch tells "leave it" from "remove it".
func Example() {
	type Patch struct {
		Name opt.String `json:"name,omitzero"`
		Mail opt.String `json:"mail,omitzero"`
		Age  opt.Int    `json:"age,omitzero"`
	}
	var p Patch
	if err := json.Unmarshal([]byte(`{"name":"Ada","mail":null}`), &p); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Name, p.Mail, p.Age)
	if name, ok := p.Name.Get(); ok {
		fmt.Println("rename to", name)
	}
	if p.Mail.IsNull() {
		fmt.Println("remove the address")
	}
	p.Age.Set(36)
	p.Name.Unset()
	out, err := json.Marshal(p)
	fmt.Println(string(out), err)
	// Output:
	// Ada <null> <undefined>
	// rename to Ada
	// remove the address
	// {"mail":null,"age":36} <nil>
}

func ExampleFromPointer() {
	limit := 10
	fmt.Println(opt.FromPointer(&limit), opt.FromPointer[int](nil))
	fmt.Println(opt.Null[int]().Or(100), opt.Of(3).Or(100))
	// Output:
	// 10 <null>
	// 100 3
}

func ExampleUnknown() {
	var u opt.Unknown
	u.Set("colour", json.RawMessage(`"red"`))
	u.Set("size", json.RawMessage(`[1, 2]`))
	u.Set("colour", json.RawMessage(`"blue"`))
	for name, value := range u.All() {
		fmt.Printf("%s is %s\n", name, value)
	}
	fmt.Printf("{%s}\n", u.AppendMembers(nil, true))
	// Output:
	// colour is "blue"
	// size is [1, 2]
	// {"colour":"blue","size":[1,2]}
}
