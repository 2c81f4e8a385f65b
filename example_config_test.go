package zetes_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/buffer"
	"github.com/zetes-json/zetes/codec"
)

// A meaning of one's own, made once and used like the package's functions.
func ExampleConfig_Freeze() {
	api := zetes.Config{
		Naming:       zetes.SnakeCase,
		OmitEmpty:    true,
		NoEscapeHTML: true,
		ExactInts:    true,
	}.Freeze()

	type User struct {
		UserID   int64
		FullName string
		HTTPLink string
		Extra    any
	}
	out, err := api.MarshalString(User{UserID: 1 << 60, FullName: "A & B"})
	fmt.Println(out, err)

	var u User
	err = api.UnmarshalString(`{"user_id":7,"extra":[9007199254740993]}`, &u)
	fmt.Println(u.UserID, u.Extra, err)
	// Output:
	// {"user_id":1152921504606846976,"full_name":"A & B"} <nil>
	// 7 [9007199254740993] <nil>
}

// Rules for input that you do not trust.
func ExampleStrict() {
	c := zetes.Strict()
	c.Limits.Bytes = 1 << 20
	c.Limits.Elements = 1000
	api := c.Freeze()

	type Order struct {
		ID    int    `json:"id,required"`
		Notes string `json:"notes"`
	}
	for _, in := range []string{`{"id":1}`, `{"id":1,"id":2}`, `{"ID":1}`, `{"notes":"x"}`} {
		var o Order
		err := api.UnmarshalString(in, &o)
		var rule *zetes.RuleError
		if errors.As(err, &rule) {
			fmt.Println(rule.Rule, rule.Name)
		} else {
			fmt.Println(o, err)
		}
	}
	// Output:
	// {1 } <nil>
	// duplicate name id
	// unknown field ID
	// missing member id
}

// Absent members get what the tag "default" says.
func ExampleConfig_defaults() {
	type Server struct {
		Host string        `json:"host" default:"localhost"`
		Port int           `json:"port" default:"8080"`
		Tags []string      `json:"tags" default:"[\"a\",\"b\"]"`
		Wait time.Duration `json:"wait"`
	}
	api := zetes.Config{Defaults: true}.Freeze()
	var s Server
	err := api.UnmarshalString(`{"port":9}`, &s)
	fmt.Printf("%+v %v\n", s, err)
	// Output: {Host:localhost Port:9 Tags:[a b] Wait:0s} <nil>
}

// PHP writes numbers as strings and empty objects as [].
func ExampleConfig_fuzzy() {
	type Address struct{ City string }
	type Person struct {
		Age     int
		Name    string
		Member  bool
		Address Address
	}
	api := zetes.Config{Fuzzy: true}.Freeze()
	var p Person
	err := api.UnmarshalString(`{"Age":"42","Name":100,"Member":1,"Address":[]}`, &p)
	fmt.Printf("%+v %v\n", p, err)
	// Output: {Age:42 Name:100 Member:true Address:{City:}} <nil>
}

// Times as seconds since 1970: a codec for a type that is not one's own.
// Only these types are read loosely.
func ExampleFuzzyScalars() {
	api := zetes.Config{Codecs: zetes.FuzzyScalars()}.Freeze()
	var v struct {
		ID    int
		Label string
	}
	err := api.UnmarshalString(`{"ID": "42", "Label": 7}`, &v)
	fmt.Println(v.ID, v.Label, err)
	// Output: 42 7 <nil>
}

func Example_codecForTime() {
	unix := codec.For(
		func(w *codec.Writer, t *time.Time) { w.Int(t.Unix()) },
		func(r *codec.Reader, t *time.Time) { *t = time.Unix(r.Int(), 0).UTC() },
	)
	api := zetes.Config{Codecs: []codec.Codec{unix}}.Freeze()

	type Event struct {
		Name string
		At   time.Time
		Seen []time.Time
	}
	out, err := api.MarshalString(Event{"start", time.Unix(1700000000, 0), []time.Time{time.Unix(1, 0)}})
	fmt.Println(out, err)

	var e Event
	err = api.UnmarshalString(out, &e)
	fmt.Println(e.At, err)
	// Output:
	// {"Name":"start","At":1700000000,"Seen":[1]} <nil>
	// 2023-11-14 22:13:20 +0000 UTC <nil>
}

// NullString has the layout of database/sql's type.
type NullString struct {
	String string
	Valid  bool
}

// Types that may be null, as plain values: null, and left out by omitempty.
func Example_codecForNull() {
	null := codec.For(
		func(w *codec.Writer, v *NullString) {
			if v.Valid {
				w.String(v.String)
			} else {
				w.Null()
			}
		},
		func(r *codec.Reader, v *NullString) {
			if *v = (NullString{}); !r.Null() {
				*v = NullString{r.String(), true}
			}
		},
		codec.IsEmpty(func(v *NullString) bool { return !v.Valid }),
	)
	api := zetes.Config{Codecs: []codec.Codec{null}}.Freeze()

	type Person struct {
		Name NullString
		Nick NullString `json:",omitempty"`
	}
	out, _ := api.MarshalString([]Person{{Name: NullString{"Ann", true}}, {Nick: NullString{"Bo", true}}})
	fmt.Println(out)

	var p Person
	err := api.UnmarshalString(`{"Name":null,"Nick":"Cy"}`, &p)
	fmt.Printf("%+v %v\n", p, err)
	// Output:
	// [{"Name":"Ann"},{"Name":null,"Nick":"Bo"}]
	// {Name:{String: Valid:false} Nick:{String:Cy Valid:true}} <nil>
}

// A codec for one field, and one that only adds to the default.
func Example_codecForField() {
	type Account struct {
		Owner  string
		Secret string
	}
	mask := codec.For(func(w *codec.Writer, s *string) { w.String(strings.Repeat("*", len(*s))) }, nil)
	versioned := codec.For(func(w *codec.Writer, a *Account) {
		w.BeginObject()
		w.Name("v")
		w.Int(2)
		w.Name("account")
		zetes.WriteDefault(w, a)
		w.EndObject()
	}, nil)
	api := zetes.Config{
		Codecs: []codec.Codec{versioned},
		Fields: []codec.Field{codec.ForField[Account]("Secret", mask)},
	}.Freeze()
	out, err := api.MarshalString(Account{"Ann", "1234"})
	fmt.Println(out, err)
	// Output: {"v":2,"account":{"Owner":"Ann","Secret":"****"}} <nil>
}

// MyPayload is the example of jingo's documentation.
type MyPayload struct {
	Name string `json:"name"`
	Age  int    `json:"age"`
	ID   int    // jingo leaves out what has no tag: TaggedOnly
}

// An encoder that is made once, and a buffer that is used again.
func ExampleTypedEncoder() {
	api := zetes.Config{TaggedOnly: true}.Freeze()
	enc := zetes.TypedEncoderOf[MyPayload](api)
	list := zetes.TypedEncoderOf[[]MyPayload](api)

	p := MyPayload{Name: "Mr Payload", Age: 33, ID: 1}
	var buf buffer.Buffer // its memory comes from a pool
	dst, err := enc.Append(buf.Reserve(64), &p)
	if err != nil {
		panic(err)
	}
	buf.Commit(dst)
	_, _ = buf.WriteTo(os.Stdout)
	fmt.Println()
	buf.Release()

	dst, err = list.Append(nil, &[]MyPayload{p, p}) // to memory of one's own
	fmt.Println(string(dst), err)
	// Output:
	// {"name":"Mr Payload","age":33}
	// [{"name":"Mr Payload","age":33},{"name":"Mr Payload","age":33}] <nil>
}

func ExampleTypedDecoder() {
	dec := zetes.NewTypedDecoder[MyPayload]()
	var p MyPayload
	for _, line := range []string{`{"name":"a","age":1}`, `{"age":2}`} {
		if err := dec.Decode([]byte(line), &p); err != nil {
			panic(err)
		}
		fmt.Println(p)
	}
	// Output:
	// {a 1 0}
	// {a 2 0}
}

// Frameworks ask for functions.
func ExampleAPI() {
	var options struct {
		Marshal   func(any) ([]byte, error)
		Unmarshal func([]byte, any) error
	}
	api := zetes.Config{EmptySlices: true}.Freeze()
	options.Marshal, options.Unmarshal = api.Marshal, api.Unmarshal
	out, err := options.Marshal(struct{ List []int }{})
	fmt.Println(string(out), err)
	// Output: {"List":[]} <nil>
}

// What is to be signed has one spelling, whatever order its members have in Go.
func ExampleConfig_canonical() {
	api := zetes.Config{Canonical: true}.Freeze()
	out, err := api.MarshalString(struct {
		To     string
		Amount float64
		Rates  map[string]float64
	}{"<Jane>", 1e21, map[string]float64{"€": 1, "$": 0.5}})
	fmt.Println(out, err)
	// Output: {"Amount":1e+21,"Rates":{"$":0.5,"€":1},"To":"<Jane>"} <nil>
}

func ExampleConfig_strictUTF8() {
	api := zetes.Config{StrictUTF8: true}.Freeze()
	_, err := api.Marshal(struct{ Names []string }{[]string{"Zoe", "Zo\xeb"}})
	fmt.Println(err)
	// Output: json: invalid UTF-8 (at (struct { Names []string }).Names[1])
}

// A choice for one call shares all that is compiled.
func ExampleAPI_With() {
	var v struct{ ID int }
	err := zetes.Standard().With(zetes.PerCall{RejectUnknown: true}).UnmarshalString(`{"Id":1,"extra":2}`, &v)
	fmt.Println(err)
	// Output: json: unknown field "extra" (line 1, column 9, at /extra)
}

// Members are chosen by their names in JSON, in the output of whatever type.
func ExampleParseFields() {
	type Item struct {
		ID    int      `json:"id"`
		Price float64  `json:"price"`
		Notes []string `json:"notes"`
	}
	order := struct {
		ID    int    `json:"id"`
		User  any    `json:"user"`
		Items []Item `json:"items"`
	}{7, map[string]string{"name": "Ada", "mail": "ada@example.com"}, []Item{{ID: 1, Price: 2.5}, {ID: 2, Price: 3}}}
	fields, err := zetes.ParseFields("user.name,items.price")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(zetes.Standard().With(zetes.PerCall{Fields: fields}).MarshalString(order))
	// Output: {"user":{"name":"Ada"},"items":[{"price":2.5},{"price":3}]} <nil>
}

type userKey struct{}

type secret string

// Codecs get the context of the call: here only admins see secrets.
func ExampleAPI_WithContext() {
	api := zetes.Config{Codecs: []codec.Codec{codec.For(func(w *codec.Writer, s *secret) {
		if zetes.WriteContext(w).Value(userKey{}) == "admin" {
			w.String(string(*s))
		} else {
			w.String("***")
		}
	}, nil)}}.Freeze()
	v := map[string]secret{"token": "abc"}
	for _, user := range []string{"admin", "guest"} {
		fmt.Println(api.WithContext(context.WithValue(context.Background(), userKey{}, user)).MarshalString(v))
	}
	// Output:
	// {"token":"abc"} <nil>
	// {"token":"***"} <nil>
}
