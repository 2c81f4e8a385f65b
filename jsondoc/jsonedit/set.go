package jsonedit

import (
	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/internal/document"
)

// Set returns data with v as the value at the end of a path, in newly allocated memory. As with [Edit.Set], missing
// objects and arrays on the path are added. The step "-" means the place after the last element of an array, also of a
// new array; in an existing object it is the name of a member. To set a value that is given as JSON, pass a
// json.RawMessage.
func Set(data []byte, v any, path ...any) ([]byte, error) { return Options{}.Set(data, v, path...) }

// Set does what the function [Set] does, with the options o.
func (o Options) Set(data []byte, v any, path ...any) ([]byte, error) {
	steps, err := follow.AppendSteps[jsondoc.Path](nil, path)
	if err != nil {
		return nil, err
	}
	raw, err := zetes.Marshal(v)
	if err != nil {
		return nil, err
	}
	if o.Budget <= 0 && len(steps)+len(raw) < wire.MaxDepth {
		text, room, err := document.Options(o).Open(data)
		if err != nil {
			return nil, err
		}
		w := follow.Begin(text.Plain, true)
		at, after := w.Only(w.Token(0), steps, room)
		after = w.Last(after)
		w.End()
		if after >= 0 {
			start, end := text.Offset(at.Start), text.Offset(at.End)
			out := mem.Unzeroed(len(data) - (end - start) + len(raw))[:0]
			return append(append(append(out, data[:start]...), raw...), data[end:]...), nil
		}
	}
	return o.edited(data, func(e *Edit) error { return e.SetRaw(jsondoc.Path(follow.PathOf(steps)), raw) })
}

// Delete returns data without the value at the end of a path, in newly allocated memory. It deletes as [Edit.Delete]
// does.
func Delete(data []byte, path ...any) ([]byte, error) { return Options{}.Delete(data, path...) }

// Delete does what the function [Delete] does, with the options o.
func (o Options) Delete(data []byte, path ...any) ([]byte, error) {
	steps, err := follow.AppendSteps[jsondoc.Path](nil, path)
	if err != nil {
		return nil, err
	}
	return o.edited(data, func(e *Edit) error { return e.Delete(jsondoc.Path(follow.PathOf(steps))) })
}

// edited returns data after change has changed it.
func (o Options) edited(data []byte, change func(*Edit) error) ([]byte, error) {
	e, err := o.New(data)
	if err != nil {
		return nil, err
	}
	defer e.Release()
	if err := change(e); err != nil {
		return nil, err
	}
	return e.Bytes()
}
