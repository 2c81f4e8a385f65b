package tasks

import (
	"fmt"

	jsoniter "github.com/json-iterator/go"
)

func orderByJsoniter(data []byte) (string, error) {
	if jsoniter.Get(data, "topic").ToString() != "orders/paid" {
		return "", errTopic
	}
	order := jsoniter.Get(data, "order")
	out := fmt.Sprintf("%d for %s:", order.Get("id").ToInt64(), order.Get("customer", "name").ToString())
	lines := order.Get("lines")
	for i := range lines.Size() {
		out += fmt.Sprintf(" %d of %s", lines.Get(i, "quantity").ToInt64(), lines.Get(i, "sku").ToString())
	}
	return out, order.LastError()
}
