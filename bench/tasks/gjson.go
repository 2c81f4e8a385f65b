package tasks

import (
	"fmt"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

func orderByGJSON(data []byte) (string, error) {
	v := gjson.GetManyBytes(data, "topic", "order.id", "order.customer.name", "order.lines")
	if v[0].String() != "orders/paid" {
		return "", errTopic
	}
	out := fmt.Sprintf("%d for %s:", v[1].Int(), v[2].String())
	v[3].ForEach(func(_, line gjson.Result) bool {
		out += fmt.Sprintf(" %d of %s", line.Get("quantity").Int(), line.Get("sku").String())
		return true
	})
	return out, nil
}

func seenBySJSON(data []byte) ([]byte, error) {
	return sjson.SetBytes(data, "order.seen", true)
}
