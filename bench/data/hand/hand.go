// Package hand writes and reads the documents' types by hand, with package codec, in the way that a careful user would.
//
// Files: hand.go (what all use) · names.go · small.go (Point, Session) · invoice.go · feed.go · citm.go · geo.go ·
// tree.go (Source).
package hand

import "github.com/zetes-json/zetes/codec"

func writeStrings(w *codec.Writer, list []string) { writeList(w, list, (*codec.Writer).String) }

func readStrings(r *codec.Reader) []string { return readList(r, (*codec.Reader).String) }

func writeList[T any](w *codec.Writer, list []T, write func(*codec.Writer, T)) {
	if list == nil {
		w.Null()
		return
	}
	codec.WriteElements(w, list, func(w *codec.Writer, v *T) { write(w, *v) })
}

func readList[T any](r *codec.Reader, read func(*codec.Reader) T) []T {
	if r.Null() {
		return nil
	}
	return codec.ReadElements(r, func(r *codec.Reader, v *T) { *v = read(r) })
}

// writeStructs and readStructs work in place, for elements that are too large to be passed.
func writeStructs[T any](w *codec.Writer, list []T, write func(*codec.Writer, *T)) {
	if list == nil {
		w.Null()
		return
	}
	codec.WriteElements(w, list, write)
}

func readStructs[T any](r *codec.Reader, read func(*codec.Reader, *T)) []T {
	if r.Null() {
		return nil
	}
	return codec.ReadElements(r, read)
}

// writeMap writes the entries in order, as encoding/json does.
func writeMap[V any](w *codec.Writer, m map[string]V, write func(*codec.Writer, V)) {
	if m == nil {
		w.Null()
		return
	}
	codec.WriteMembers(w, m, write)
}

func readMap[V any](r *codec.Reader, read func(*codec.Reader) V) map[string]V {
	if r.Null() {
		return nil
	}
	m := map[string]V{}
	for r.BeginObject(); ; {
		name, ok := r.NextMember()
		if !ok {
			return m
		}
		m[name] = read(r)
	}
}

func writePointer[T any](w *codec.Writer, p *T, write func(*codec.Writer, T)) {
	if p == nil {
		w.Null()
		return
	}
	write(w, *p)
}

func readPointer[T any](r *codec.Reader, read func(*codec.Reader) T) *T {
	if r.Null() {
		return nil
	}
	v := read(r)
	return &v
}
