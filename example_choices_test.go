package zetes_test

import (
	"errors"
	"fmt"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/codec/ready"
	"github.com/zetes-json/zetes/opt"
)

// Members of structs by a function: here those with a tag of one's own are left out, and old names are still read.
func ExampleConfig_members() {
	type User struct {
		ID       int    `json:"id"`
		Password string `json:"password" log:"-"`
		Mail     string `json:"mail"`
	}
	api := zetes.Config{
		Members: func(_ reflect.Type, members []zetes.Member) []zetes.Member {
			for i := range members {
				if members[i].Name == "mail" {
					members[i].Aliases = []string{"email"}
				}
			}
			return slices.DeleteFunc(members, func(m zetes.Member) bool { return m.Field.Tag.Get("log") == "-" })
		},
	}.Freeze()

	u := User{Password: "secret"}
	err := api.UnmarshalString(`{"id": 7, "email": "ada@example.com", "password": "other"}`, &u)
	fmt.Println(u.Password, err)
	fmt.Println(api.MarshalString(u))
	// Output:
	// secret <nil>
	// {"id":7,"mail":"ada@example.com"} <nil>
}

// The struct tag "codec" names the form of a field.
func ExampleConfig_codecNamed() {
	type Event struct {
		At     time.Time `json:"at" codec:"unixmilli"`
		Day    time.Time `json:"day" codec:"DateOnly|RFC3339"` // the first is written, both are read
		Digest []byte    `json:"digest" codec:"hex"`
	}
	api := zetes.Config{CodecNamed: ready.Named}.Freeze()

	var e Event
	err := api.UnmarshalString(`{"at": 1767323045000, "day": "2026-01-02T00:00:00Z", "digest": "c0ffee"}`, &e)
	fmt.Println(e.At, err)
	fmt.Println(api.MarshalString(e))
	// Output:
	// 2026-01-02 03:04:05 +0000 UTC <nil>
	// {"at":1767323045000,"day":"2026-01-02","digest":"c0ffee"} <nil>
}

// Codecs for all types that implement an interface.
func ExampleConfig_codecsFor() {
	stringers := ready.ForImplementers(
		func(w *codec.Writer, v fmt.Stringer) { w.String("<" + v.String() + ">") },
		nil, // read as ever
	)
	api := zetes.Config{CodecsFor: []func(reflect.Type) (codec.Codec, bool){stringers}}.Freeze()
	fmt.Println(api.MarshalString(map[string]any{"wait": 90 * time.Second, "from": netip.IPv4Unspecified(), "n": 1}))
	// Output: {"from":"\u003c0.0.0.0\u003e","n":1,"wait":"\u003c1m30s\u003e"} <nil>
}

// What would be lost, or is wrong about a type, is found before there is a value.
func ExampleAPI_Check() {
	type Server struct {
		Host string `json:"host,requird"`
	}
	api := zetes.Config{OmitEmpty: true}.Freeze()
	fmt.Println(api.Check(Server{}))
	// Output: json: field Host of type zetes_test.Server: unknown tag option "requird": did you mean "required"?
}

// Values of Go types within JSON that is read by hand.
func ExampleAPI_ReadValue() {
	type Item struct {
		SKU string
		Qty int
	}
	api := zetes.Config{RejectUnknown: true}.Freeze()
	r := codec.NewReader(strings.NewReader(`{"version": 2, "items": [{"SKU": "a", "Qty": 1}, {"SKU": "b", "qty": "2"}]}`))
	for name := range r.Object() {
		if name != "items" {
			r.Skip()
			continue
		}
		for range r.Array() {
			var item Item
			api.ReadValue(r, &item)
			fmt.Println(item)
		}
	}
	var e *codec.Error
	if errors.As(r.Err(), &e) {
		fmt.Println(e.Pointer, "in column", e.Column)
	}
	// Output:
	// {a 1}
	// {b 0}
	// /items/1/qty in column 70
}

// Members that a struct has no field for are kept, and come out again.
func ExampleConfig_keepUnknown() {
	type Settings struct {
		Theme string `json:"theme"`
		opt.Unknown
	}
	api := zetes.Config{KeepUnknown: true}.Freeze()
	var s Settings
	err := api.UnmarshalString(`{"theme": "dark", "x-beta": [1, 2]}`, &s)
	s.Theme = "light"
	out, _ := api.MarshalString(s)
	fmt.Println(out, err)
	// Output: {"theme":"light","x-beta":[1,2]} <nil>
}

// Members that a struct has no field for are decoded into a map, and come out again.
func ExampleConfig_keepUnknown_map() {
	type Route struct {
		Port int `json:"port"`
	}
	type Service struct {
		Name   string           `json:"name"`
		Routes map[string]Route `json:",embed"`
	}
	api := zetes.Config{KeepUnknown: true}.Freeze()
	var s Service
	err := api.UnmarshalString(`{"name": "shop", "/pay": {"port": 81}, "/cart": {"port": 80}}`, &s)
	fmt.Println(s.Routes["/cart"].Port, err)
	out, err := api.MarshalString(s)
	fmt.Println(out, err)
	// Output:
	// 80 <nil>
	// {"name":"shop","/cart":{"port":80},"/pay":{"port":81}} <nil>
}
