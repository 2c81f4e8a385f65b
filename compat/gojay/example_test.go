package gojay_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/zetes-json/zetes/compat/gojay"
)

type user struct {
	id          int
	name, email string
}

func (u *user) UnmarshalJSONObject(dec *gojay.Decoder, key string) error {
	switch key {
	case "id":
		return dec.Int(&u.id)
	case "name":
		return dec.String(&u.name)
	case "email":
		return dec.String(&u.email)
	}
	return nil
}

func (u *user) NKeys() int { return 3 }

func (u *user) MarshalJSONObject(enc *gojay.Encoder) {
	enc.IntKey("id", u.id)
	enc.StringKey("name", u.name)
	enc.StringKeyOmitEmpty("email", u.email)
}

func (u *user) IsNil() bool { return u == nil }

func Example() {
	u := &user{}
	err := gojay.UnmarshalJSONObject([]byte(`{"id":1,"name":"gojay","email":"gojay@email.com"}`), u)
	fmt.Println(*u, err)
	u.email = ""
	b, err := gojay.MarshalJSONObject(u)
	fmt.Println(string(b), err)
	// Output:
	// {1 gojay gojay@email.com} <nil>
	// {"id":1,"name":"gojay"} <nil>
}

// users is a channel as a stream.
type users chan *user

func (c users) UnmarshalStream(dec *gojay.StreamDecoder) error {
	u := &user{}
	if err := dec.Object(u); err != nil {
		return err
	}
	c <- u
	return nil
}

func (c users) MarshalStream(enc *gojay.StreamEncoder) {
	select {
	case <-enc.Done():
	case u, ok := <-c:
		if ok {
			enc.AddObject(u)
		}
	}
}

func ExampleStreamDecoder() {
	c := make(users)
	dec := gojay.Stream.BorrowDecoder(strings.NewReader(`{"id":1,"name":"a"},{"id":2,"name":"b"}`))
	defer dec.Release()
	go dec.DecodeStream(c)
	for {
		select {
		case u := <-c:
			fmt.Println(u.id, u.name)
		case <-dec.Done():
			fmt.Println(dec.Err())
			return
		}
	}
	// Output:
	// 1 a
	// 2 b
	// <nil>
}

func ExampleStreamEncoder() {
	c := make(users, 2)
	c <- &user{id: 1, name: "a"}
	c <- &user{id: 2, name: "b"}
	close(c)
	enc := gojay.Stream.NewEncoder(os.Stdout).LineDelimited()
	enc.EncodeStream(c)
	<-enc.Done()
	// Output:
	// {"id":1,"name":"a"}
	// {"id":2,"name":"b"}
}

func ExampleEncoder_EncodeObjectKeys() {
	enc := gojay.BorrowEncoder(os.Stdout)
	defer enc.Release()
	if err := enc.EncodeObjectKeys(&user{1, "gojay", "gojay@email.com"}, []string{"id", "email"}); err != nil {
		panic(err)
	}
	// Output: {"id":1,"email":"gojay@email.com"}
}

func ExampleDecodeArrayFunc() {
	var pairs []string
	err := gojay.UnmarshalJSONArray([]byte(`["a",1,"b",2]`), gojay.DecodeArrayFunc(func(dec *gojay.Decoder) error {
		var name string
		var n int
		if err := dec.String(&name); err != nil {
			return err
		}
		if err := dec.Int(&n); err != nil {
			return err
		}
		pairs = append(pairs, fmt.Sprint(name, "=", n))
		return nil
	}))
	fmt.Println(pairs, err)
	// Output: [a=1 b=2] <nil>
}
