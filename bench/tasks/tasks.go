// Package tasks has a task that people know, done by package jsondoc and by each of the libraries that it replaces: the
// programs in the pages about moving (docs/migrate-*.md) are those of this package, and a test holds that both write
// the same.
//
// The task is what a webhook of a shop does: it looks at the topic of a message, and has a line of text for an order
// that was paid.
//
// Files: tasks.go (by package jsondoc) · gjson.go · fastjson.go · jsoniter.go · simdjson.go · sonic.go
package tasks

import (
	"errors"
	"fmt"

	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonedit"
)

var errTopic = errors.New("no order that was paid")

// orderPaths are looked for together, in one pass.
var orderPaths = jsondoc.NewPaths(jsondoc.NewPath("topic"), jsondoc.NewPath("order", "id"), jsondoc.NewPath("order", "customer", "name"), jsondoc.NewPath("order", "lines"))

func orderByPaths(data []byte) (string, error) {
	v, err := orderPaths.Get(nil, data)
	if err != nil {
		return "", err
	}
	if v[0].ToString() != "orders/paid" {
		return "", errTopic
	}
	out := fmt.Sprintf("%d for %s:", v[1].ToInt64(), v[2].ToString())
	for _, line := range v[3].Elements() {
		quantity, _ := line.Get("quantity")
		sku, _ := line.Get("sku")
		out += fmt.Sprintf(" %d of %s", quantity.ToInt64(), sku.ToString())
	}
	return out, nil
}

func seenBySet(data []byte) ([]byte, error) {
	return jsonedit.Set(data, true, "order", "seen")
}

func orderByDocument(data []byte) (string, error) {
	d, err := jsondoc.Parse(data)
	if err != nil {
		return "", err
	}
	defer d.Release()
	text := func(v jsondoc.Value, path ...any) string {
		v, _ = v.Get(path...)
		return v.ToString()
	}
	if text(d.Root(), "topic") != "orders/paid" {
		return "", errTopic
	}
	out := fmt.Sprintf("%s for %s:", text(d.Root(), "order", "id"), text(d.Root(), "order", "customer", "name"))
	lines, _ := d.Get("order", "lines")
	for _, line := range lines.Elements() {
		out += fmt.Sprintf(" %s of %s", text(line, "quantity"), text(line, "sku"))
	}
	return out, nil
}

func orderByGet(data []byte) (string, error) {
	topic, err := jsondoc.Get(data, "topic")
	if err != nil || topic.ToString() != "orders/paid" {
		return "", errTopic
	}
	order, err := jsondoc.Get(data, "order")
	if err != nil {
		return "", err
	}
	id, _ := order.Get("id")
	name, _ := order.Get("customer", "name")
	out := fmt.Sprintf("%d for %s:", id.ToInt64(), name.ToString())
	lines, _ := order.Get("lines")
	for _, line := range lines.Elements() {
		quantity, _ := line.Get("quantity")
		sku, _ := line.Get("sku")
		out += fmt.Sprintf(" %d of %s", quantity.ToInt64(), sku.ToString())
	}
	return out, nil
}
