package tasks

import (
	"fmt"

	"github.com/minio/simdjson-go"
)

func orderBySimdjson(data []byte) (string, error) {
	parsed, err := simdjson.Parse(data, nil)
	if err != nil {
		return "", err
	}
	root := parsed.Iter()
	text := func(i simdjson.Iter, path ...string) string {
		e, err := i.FindElement(nil, path...)
		if err != nil {
			return ""
		}
		s, _ := e.Iter.StringCvt()
		return s
	}
	if text(root, "topic") != "orders/paid" {
		return "", errTopic
	}
	out := fmt.Sprintf("%s for %s:", text(root, "order", "id"), text(root, "order", "customer", "name"))
	lines, err := root.FindElement(nil, "order", "lines")
	if err != nil {
		return out, nil
	}
	list, err := lines.Iter.Array(nil)
	if err != nil {
		return "", err
	}
	list.ForEach(func(line simdjson.Iter) {
		out += fmt.Sprintf(" %s of %s", text(line, "quantity"), text(line, "sku"))
	})
	return out, nil
}
