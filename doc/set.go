package doc

import (
	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// Set returns data with v as the value at the end of a path, in memory of its own. As with [Edit.Set], missing objects
// and arrays on the way are added. The step "-" means the place after the last element of an array, also of a new one;
// in an existing object it is a member. To set JSON pass it as a json.RawMessage.
func Set(data []byte, v any, path ...any) ([]byte, error) { return Options{}.Set(data, v, path...) }

// Set is the function [Set] with the options o.
func (o Options) Set(data []byte, v any, path ...any) ([]byte, error) {
	p, err := newPath(path)
	if err != nil {
		return nil, err
	}
	raw, err := zetes.Marshal(v)
	if err != nil {
		return nil, err
	}
	if o.Budget <= 0 && len(p.steps)+len(raw) < wire.MaxDepth {
		text, room, err := o.open(data)
		if err != nil {
			return nil, err
		}
		o.Unchecked = false
		w := o.walk(text)
		start, end, behind := w.only(w.Token(0), p.steps, room)
		if behind >= 0 {
			behind = w.last(behind)
		}
		w.end()
		if behind >= 0 {
			out := mem.Unzeroed(len(text) - (end - start) + len(raw))[:0]
			return append(append(append(out, text[:start]...), raw...), text[end:]...), nil
		}
	}
	return o.edited(data, func(e *Edit) error { return e.SetRaw(p, raw) })
}

// only returns the position of the value at the end of steps, the position after it, and as behind the position after
// the value at p. It checks all of them. behind is negative if there is no such value, if an object on the way has the
// name of the member twice, or if the text is bad.
func (w *walk) only(p int, steps []step, room int) (start, end, behind int) {
	if len(steps) == 0 {
		end = w.Skip(p, room)
		return p, end, end
	}
	s, c, q := &steps[0], w.At(p), isDone
	if c == '{' && s.isName {
		q = w.member(p, s.name, room)
	} else if c == '[' && s.isIndex {
		q = w.element(p, s.index, room)
	}
	if q >= 0 {
		start, end, q = w.only(q, steps[1:], room-1)
	}
	if q < 0 {
		return 0, 0, q
	}
	if c == '[' {
		return start, end, w.Leave(q, ']', room-1)
	}
	for more := true; ; {
		if q, more = w.Next(q, '}'); !more {
			return start, end, q
		}
		name, e := w.nameAt(q)
		if e < 0 || string(name) == s.name {
			return 0, 0, isBad
		}
		if q = w.Colon(e); q >= 0 {
			q = w.Skip(q, room-1)
		}
		if q < 0 {
			return 0, 0, isBad
		}
	}
}

// Delete returns data without the value at the end of a path, in memory of its own, as [Edit.Delete] deletes it.
func Delete(data []byte, path ...any) ([]byte, error) { return Options{}.Delete(data, path...) }

// Delete is the function [Delete] with the options o.
func (o Options) Delete(data []byte, path ...any) ([]byte, error) {
	p, err := newPath(path)
	if err != nil {
		return nil, err
	}
	return o.edited(data, func(e *Edit) error { return e.Delete(p) })
}

// edited returns data after change has changed it.
func (o Options) edited(data []byte, change func(*Edit) error) ([]byte, error) {
	e, err := o.NewEdit(data)
	if err != nil {
		return nil, err
	}
	defer e.Release()
	if err := change(e); err != nil {
		return nil, err
	}
	return e.Bytes()
}
