// Command webservice adds numbers and makes invoices over HTTP: typed handlers, limits on the input, and errors
// that say what is wrong.
//
//	go run ./examples/webservice &
//	curl -d '{"numbers": [1, 2.5]}' -H 'Content-Type: application/json' localhost:8080/sum
//	curl -d '{"id": 7, "items": [{"sku": "K-1", "quantity": 2, "price": 3000}]}' -H 'Content-Type: application/json' localhost:8080/invoice
//
// The package orders has the second service, and the same with the standard library alone.
package main

import (
	"context"
	"log"
	"net/http"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/examples/webservice/orders"
	"github.com/zetes-json/zetes/httpjson"
)

type request struct {
	Numbers []float64 `json:"numbers"`
}

type response struct {
	Sum float64 `json:"sum"`
}

func sum(_ context.Context, in request) (response, error) {
	if len(in.Numbers) == 0 {
		return response{}, httpjson.Errorf(http.StatusUnprocessableEntity, "no numbers")
	}
	var out response
	for _, n := range in.Numbers {
		out.Sum += n
	}
	return out, nil
}

func routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("POST /sum", httpjson.Handler(sum, httpjson.MaxBytes(1<<20), httpjson.WithAPI(zetes.Config{RejectUnknown: true}.Freeze())))
	mux.Handle("POST /invoice", orders.Handler())
	return mux
}

func main() {
	server := http.Server{Addr: "localhost:8080", Handler: routes(), ReadHeaderTimeout: time.Second}
	log.Fatal(server.ListenAndServe())
}
