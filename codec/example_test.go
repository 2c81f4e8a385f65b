package codec_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
)

func ExampleReader() {
	r := codec.NewReader(strings.NewReader(`{"id": 7, "tags": ["a", "b"], "size": {"w": 1, "h": 2}}`))
	for name := range r.Object() {
		switch name {
		case "id":
			fmt.Println("id", r.Int())
		case "tags":
			for i := range r.Array() {
				fmt.Println("tag", i, r.String())
			}
		default:
			r.Skip()
		}
	}
	fmt.Println(r.Close())
	// Output:
	// id 7
	// tag 0 a
	// tag 1 b
	// <nil>
}

func ExampleReader_NextMember() {
	r := codec.NewBytesReader([]byte(`{"a": 1, "b": [2, 3]}`))
	r.BeginObject()
	for name, ok := r.NextMember(); ok; name, ok = r.NextMember() {
		switch r.Peek() {
		case codec.Number:
			fmt.Println(name, r.Float64())
		case codec.Array:
			r.BeginArray()
			for r.NextElement() {
				fmt.Printf("%s %s\n", name, r.Raw())
			}
		}
	}
	fmt.Println(r.Err())
	// Output:
	// a 1
	// b 2
	// b 3
	// <nil>
}

// A member that comes late says what the ones before it mean: they are captured and read again.
func ExampleReader_Capture() {
	r := codec.NewBytesReader([]byte(`{"data": {"radius": 2}, "type": "circle"}`))
	var kind string
	r.Capture(func(r *codec.Reader) {
		for name := range r.Object() {
			if name == "type" {
				kind = r.String()
			}
		}
	})
	for name := range r.Object() {
		if name == "data" {
			fmt.Printf("%s %s\n", kind, r.Raw())
		}
	}
	// Output: circle {"radius": 2}
}

func ExampleReader_SetLimits() {
	r := codec.NewReader(strings.NewReader(`{"list": [1, 2, 3, 4, 5]}`))
	r.SetLimits(codec.Limits{Depth: 10, Bytes: 1 << 20, String: 1 << 10, Elements: 4})
	for range r.Object() {
		for range r.Array() {
			fmt.Println(r.Int())
		}
	}
	fmt.Printf("%+v\n", r.Err())
	// Output:
	// 1
	// 2
	// 3
	// 4
	// codec: beyond a limit: values in a container at offset 22 (line 1, column 23) in /list
	// 	{"list": [1, 2, 3, 4, 5]}
	// 	                      ^
}

func ExampleError() {
	r := codec.NewBytesReader([]byte("{\n  \"users\": [{\"age\": \"old\"}]\n}"))
	for range r.Object() {
		for range r.Array() {
			for range r.Object() {
				r.Int()
			}
		}
	}
	e := r.Err().(*codec.Error)
	fmt.Println(e.Code, e.Line, e.Column, e.Pointer)
	fmt.Printf("%+v\n", e)
	// Output:
	// value of another kind 2 21 /users/0/age
	// codec: value of another kind: string instead of number at offset 22 (line 2, column 21) in /users/0/age
	// 	  "users": [{"age": "old"}]
	// 	                    ^
}

func ExampleBorrowReader() {
	r := codec.BorrowReader(strings.NewReader(`[1, 2, 3]`))
	defer r.Release() // r is this function's until here
	sum := int64(0)
	for range r.Array() {
		sum += r.Int()
	}
	fmt.Println(sum, r.Close())
	// Output: 6 <nil>
}

func ExampleAppendElements() {
	r := codec.NewBytesReader([]byte(`["a", "b", "c"]`))
	list := codec.AppendElements(r, nil, func(r *codec.Reader, v *string) { *v = r.String() })
	fmt.Println(list)
	// Output: [a b c]
}

// Bytes, times and numbers come in many forms.
func ExampleReader_Bytes() {
	r := codec.NewBytesReader([]byte(`"aGk_" "6869" [104, 105] "2026-11-20T10:00:00Z" "20 Nov 2026" 1700000000 1700000000123 123456789012345678901234567890 1e400 12.50`))
	fmt.Printf("%s\n", r.Base64(base64.URLEncoding))
	fmt.Printf("%s\n", r.Hex())
	fmt.Printf("%s\n", r.ByteArray())
	fmt.Println(r.Time(""))
	fmt.Println(r.Time("2 Jan 2006"))
	fmt.Println(r.UnixTime(time.Second))
	fmt.Println(r.UnixTime(time.Millisecond))
	fmt.Println(r.BigInt())
	fmt.Println(r.BigFloat(100))
	fmt.Println(json.Number(r.Number()))
	fmt.Println(r.Close())
	// Output:
	// hi?
	// hi
	// hi
	// 2026-11-20 10:00:00 +0000 UTC
	// 2026-11-20 00:00:00 +0000 UTC
	// 2023-11-14 22:13:20 +0000 UTC
	// 2023-11-14 22:13:20.123 +0000 UTC
	// 123456789012345678901234567890
	// 1e+400
	// 12.50
	// <nil>
}

func ExampleWriter() {
	w := codec.NewWriter(os.Stdout)
	w.BeginObject()
	w.Name("id")
	w.Int(7)
	w.Name("tags")
	w.BeginArray()
	w.String("a")
	w.Null()
	w.EndArray()
	w.Name("any")
	zetes.WriteValue(w, map[string]int{"x": 1})
	w.Name("bytes")
	w.ByteArray([]byte("hi"))
	w.EndObject()
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	// Output: {"id":7,"tags":["a",null],"any":{"x":1},"bytes":[104,105]}
}

// Calls that cannot stand where they are write nothing and are told.
func ExampleWriter_Close() {
	w := codec.NewBytesWriter(nil)
	w.BeginObject()
	w.Int(7)
	w.EndObject()
	fmt.Println(w.Close())
	// Output: codec: call out of place: a member without a name at offset 1
}
