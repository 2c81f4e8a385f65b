package tasks

import (
	"fmt"

	"github.com/bytedance/sonic"
	"github.com/bytedance/sonic/ast"
)

func orderBySonic(data []byte) (string, error) {
	topic, err := sonic.Get(data, "topic")
	if s, _ := topic.String(); err != nil || s != "orders/paid" {
		return "", errTopic
	}
	order, err := sonic.Get(data, "order")
	if err != nil {
		return "", err
	}
	id, _ := order.Get("id").Int64()
	name, _ := order.GetByPath("customer", "name").String()
	out := fmt.Sprintf("%d for %s:", id, name)
	err = order.Get("lines").ForEach(func(_ ast.Sequence, line *ast.Node) bool {
		quantity, _ := line.Get("quantity").Int64()
		sku, _ := line.Get("sku").String()
		out += fmt.Sprintf(" %d of %s", quantity, sku)
		return true
	})
	return out, err
}
