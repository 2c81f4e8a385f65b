package doc

import (
	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/mem"
)

// Set returns data with v as the value at the end of a path, in memory of its own, as [Edit.Set] does it: what is not
// there is added, and so are the objects and arrays that lead to it. The step "-" is behind the last element of an
// array, also of one that is not there yet; of an object that is there it is a member. JSON is set as a
// json.RawMessage. Where the value is there, data is checked up to its end, and copied from there on.
func Set(data []byte, v any, path ...any) ([]byte, error) {
	p, err := newPath(path)
	if err != nil {
		return nil, err
	}
	raw, err := zetes.Marshal(v)
	if err != nil {
		return nil, err
	}
	if old, err := p.Get(data); err == nil {
		start, end := old.at, old.at+len(old.text)
		out := mem.Unzeroed(len(data) - len(old.text) + len(raw))[:0]
		return append(append(append(out, data[:start]...), raw...), data[end:]...), nil
	}
	return edited(data, func(e *Edit) error { return e.SetRaw(p, raw) })
}

// Delete returns data without the value at the end of a path, in memory of its own, as [Edit.Delete] does it.
func Delete(data []byte, path ...any) ([]byte, error) {
	p, err := newPath(path)
	if err != nil {
		return nil, err
	}
	return edited(data, func(e *Edit) error { return e.Delete(p) })
}

// edited returns data as change has left it.
func edited(data []byte, change func(*Edit) error) ([]byte, error) {
	e, err := NewEdit(data)
	if err != nil {
		return nil, err
	}
	defer e.Release()
	if err := change(e); err != nil {
		return nil, err
	}
	return e.Bytes()
}
