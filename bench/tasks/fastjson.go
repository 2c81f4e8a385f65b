package tasks

import (
	"fmt"

	"github.com/valyala/fastjson"
)

var parsers fastjson.ParserPool

func orderByFastjson(data []byte) (string, error) {
	p := parsers.Get()
	defer parsers.Put(p)
	root, err := p.ParseBytes(data)
	if err != nil {
		return "", err
	}
	if string(root.GetStringBytes("topic")) != "orders/paid" {
		return "", errTopic
	}
	out := fmt.Sprintf("%d for %s:", root.GetInt64("order", "id"), root.GetStringBytes("order", "customer", "name"))
	for _, line := range root.GetArray("order", "lines") {
		out += fmt.Sprintf(" %d of %s", line.GetInt64("quantity"), line.GetStringBytes("sku"))
	}
	return out, nil
}
