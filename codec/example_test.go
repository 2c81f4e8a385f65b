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

// The content of a file is a string of a document that is copied without being in memory as a whole.
func ExampleReader_CopyString() {
	r := codec.NewReader(strings.NewReader(`{"name": "a.txt", "content": "SGVsbG8sIHdvcmxkIQo="}`))
	for name := range r.Object() {
		switch name {
		case "content":
			n := r.CopyString(os.Stdout, base64.StdEncoding)
			fmt.Println(n, "bytes")
		default:
			r.Skip()
		}
	}
	fmt.Println(r.Close())
	// Output:
	// Hello, world!
	// 14 bytes
	// <nil>
}

func ExampleWriter_CopyString() {
	w := codec.NewWriter(os.Stdout)
	w.BeginObject()
	w.Name("name")
	w.String("a.txt")
	w.Name("content")
	w.CopyString(strings.NewReader("Hello, world!\n"), base64.StdEncoding)
	w.EndObject()
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	// Output: {"name":"a.txt","content":"SGVsbG8sIHdvcmxkIQo="}
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
	// codec: value of another kind: string instead of integer at offset 22 (line 2, column 21) in /users/0/age
	// 	  "users": [{"age": "old"}]
	// 	                    ^
}

func ExampleReader_Release() {
	r := codec.NewReader(strings.NewReader(`[1, 2, 3]`))
	defer r.Release() // the memory of r serves a later reader
	sum := int64(0)
	for range r.Array() {
		sum += r.Int()
	}
	fmt.Println(sum, r.Close())
	// Output: 6 <nil>
}

// Names that are known beforehand are answered by number, which is faster: in their order, as code that is
// generated would have it.
func ExampleReader_NextMemberOf() {
	names := codec.NewNames("id", "name")
	r := codec.NewBytesReader([]byte(`{"id": 7, "name": "x", "more": [1, 2]}`))
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(names)
		if !ok {
			break
		}
		switch i {
		case 0:
			fmt.Println("id", r.Int())
		case 1:
			fmt.Println("name", r.String())
		default:
			fmt.Printf("skipped %s\n", r.MemberName())
			r.Skip()
		}
	}
	fmt.Println(r.Close())
	// Output:
	// id 7
	// name x
	// skipped more
	// <nil>
}

func ExampleReader_ObjectOf() {
	names := codec.NewNames("x", "y")
	r := codec.NewBytesReader([]byte(`[{"x": 1, "y": 2}, {"y": 4, "z": 5, "x": 3}]`))
	for range r.Array() {
		var p [2]int64
		for i := range r.ObjectOf(names) {
			if i != codec.Unknown { // others are skipped
				p[i] = r.Int()
			}
		}
		fmt.Println(p)
	}
	// Output:
	// [1 2]
	// [3 4]
}

func ExampleReadElements() {
	type tree struct {
		name string
		kids []tree
	}
	var read func(r *codec.Reader, v *tree)
	read = func(r *codec.Reader, v *tree) {
		for name := range r.Object() {
			switch name {
			case "name":
				v.name = r.String()
			case "kids":
				v.kids = codec.ReadElements(r, read)
			}
		}
	}
	r := codec.NewBytesReader([]byte(`[{"name": "a", "kids": [{"name": "b"}, {"name": "c"}]}, {"name": "d"}]`))
	fmt.Println(codec.ReadElements(r, read), r.Close())
	// Output: [{a [{b []} {c []}]} {d []}] <nil>
}

// Bytes, times and numbers come in many forms.
func ExampleReader_Base64() {
	r := codec.NewBytesReader([]byte(`"aGk_" "6869" "2026-11-20T10:00:00Z" "20 Nov 2026" 1700000000 1700000000123 123456789012345678901234567890 1e400 12.50`))
	fmt.Printf("%s\n", r.Base64(base64.URLEncoding))
	fmt.Printf("%s\n", r.Hex())
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
	w.EndObject()
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	// Output: {"id":7,"tags":["a",null],"any":{"x":1}}
}

// Names that are known beforehand are prepared once, and written together with their values.
func ExampleWriter_MemberInt() {
	var (
		id     = codec.NewName("id")
		name   = codec.NewName("name")
		scores = codec.NewName("scores")
	)
	w := codec.NewBytesWriter(nil)
	w.BeginObject()
	w.MemberInt(id, 7)
	w.MemberString(name, "x")
	w.Member(scores)
	codec.WriteElements(w, []float64{0.5, 1}, func(w *codec.Writer, v *float64) { w.Float64(*v) })
	w.EndObject()
	fmt.Printf("%s, %v\n", w.Bytes(), w.Close())
	// Output: {"id":7,"name":"x","scores":[0.5,1]}, <nil>
}

func ExampleWriteMembers() {
	w := codec.NewBytesWriter(nil)
	codec.WriteMembers(w, map[string]bool{"b": true, "a": false}, (*codec.Writer).Bool)
	fmt.Printf("%s\n", w.Bytes())
	// Output: {"a":false,"b":true}
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

// Celsius writes and reads itself as text such as "21.5°C", wherever it stands.
type Celsius float64

func (c Celsius) MarshalZetes(w *codec.Writer) { w.String(fmt.Sprintf("%.1f°C", float64(c))) }

func (c *Celsius) UnmarshalZetes(r *codec.Reader) {
	if _, err := fmt.Sscanf(r.String(), "%f°C", (*float64)(c)); err != nil {
		r.Fail(err)
	}
}

func ExampleMarshaler() {
	out, err := zetes.Marshal(map[string]Celsius{"water": 21.5})
	fmt.Println(string(out), err)
	var back map[string]Celsius
	err = zetes.Unmarshal(out, &back)
	fmt.Println(float64(back["water"]), err)
	// Output:
	// {"water":"21.5°C"} <nil>
	// 21.5 <nil>
}

// A Writer breaks its output into lines on the way out, however much it is.
func ExampleWriter_SetIndent() {
	w := codec.NewWriter(os.Stdout)
	w.SetIndent("", "  ")
	w.BeginObject()
	w.Name("name")
	w.String("Jane")
	w.Name("tags")
	w.BeginArray()
	w.EndArray()
	w.EndObject()
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {
	//   "name": "Jane",
	//   "tags": []
	// }
}
