package httpjson_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/httpjson"
)

type Order struct {
	ID    int      `json:"id"`
	Items []string `json:"items"`
}

func Example() {
	strict := httpjson.WithAPI(zetes.Config{RejectUnknown: true}.Freeze())
	create := func(w http.ResponseWriter, r *http.Request) {
		var o Order
		if err := httpjson.Read(r, &o, httpjson.MaxBytes(10_000), strict); err != nil {
			httpjson.WriteError(w, err)
			return
		}
		o.ID = 7
		httpjson.Write(w, http.StatusCreated, o)
	}
	for _, body := range []string{`{"items":["tea"]}`, `{"items":"tea"}`, `{"items":`} {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		create(w, r)
		fmt.Println(w.Code, w.Header().Get("Content-Type"))
	}
	// Output:
	// 201 application/json
	// 422 application/problem+json
	// 400 application/problem+json
}

// The length of an answer is known before its first byte is sent.
func ExampleWrite() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var sent httpjson.Result
		err := httpjson.Write(w, http.StatusOK, Order{ID: 7, Items: []string{"tea"}}, httpjson.WithResult(&sent))
		fmt.Println("sent", sent.Written, err)
	}))
	defer server.Close()

	resp, err := server.Client().Get(server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(resp.ContentLength, resp.TransferEncoding, resp.Header.Get("Content-Type"))
	var o Order
	err = httpjson.ReadResponse(resp, &o)
	fmt.Println(o, err)
	// Output:
	// sent 24 <nil>
	// 24 [] application/json
	// {7 [tea]} <nil>
}

// A function from one value to another is a handler.
func ExampleHandler() {
	h := httpjson.Handler(func(ctx context.Context, o Order) (Order, error) {
		if len(o.Items) == 0 {
			return o, httpjson.Errorf(http.StatusConflict, "an order needs items")
		}
		o.ID = 7
		return o, nil
	})
	server := httptest.NewServer(h)
	defer server.Close()

	ask := func(o Order) {
		r, err := httpjson.NewRequest(context.Background(), "POST", server.URL, o)
		if err != nil {
			fmt.Println(err)
			return
		}
		got, err := httpjson.Do[Order](server.Client(), r)
		var refused *httpjson.ResponseError
		if errors.As(err, &refused) {
			fmt.Println(refused.Status, refused.Detail)
			return
		}
		fmt.Println(got, err)
	}
	ask(Order{Items: []string{"tea"}})
	ask(Order{})
	// Output:
	// {7 [tea]} <nil>
	// 409 an order needs items
}

// A long list is sent while it is being made.
func ExampleWriteSeq() {
	w := httptest.NewRecorder()
	err := httpjson.WriteSeq(w, http.StatusOK, func(yield func(Order, error) bool) {
		for id := range 3 {
			if !yield(Order{ID: id}, nil) {
				return
			}
		}
	})
	fmt.Println(w.Body, err)
	// Output: [{"id":0,"items":null},{"id":1,"items":null},{"id":2,"items":null}] <nil>
}

// A client sends a value and gets one back. What is no success is an error that tells what the server said.
func ExampleDo() {
	server := httptest.NewServer(httpjson.Handler(func(_ context.Context, o Order) (Order, error) {
		o.ID = 7
		return o, nil
	}, httpjson.Status(http.StatusCreated)))
	defer server.Close()

	r, err := httpjson.NewRequest(context.Background(), "POST", server.URL, Order{Items: []string{"tea"}})
	if err != nil {
		panic(err)
	}
	created, err := httpjson.Do[Order](server.Client(), r)
	fmt.Println(created, err)

	r, _ = httpjson.NewRequest(context.Background(), "POST", server.URL, map[string]any{"items": []any{"tea", 5}})
	_, err = httpjson.Do[Order](server.Client(), r)
	var refused *httpjson.ResponseError
	if errors.As(err, &refused) {
		fmt.Println(refused.Status, refused.Errors[0].Pointer)
	}
	// Output:
	// {7 [tea]} <nil>
	// 422 /items/1
}
