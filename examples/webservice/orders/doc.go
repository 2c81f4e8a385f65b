// Package orders is a small service twice: over httpjson, and over encoding/json with net/http alone.
//
// Both answer an order with its invoice, and refuse the same requests. The pair shows what moving a service to
// httpjson changes, and `go run ./bench load` measures it under load. Files: order.go (values and the service's
// work) · httpjson.go · std.go.
package orders
