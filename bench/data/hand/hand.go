// Package hand writes and reads the documents' types by hand, with package codec, in the way that a careful user would.
//
// Files: hand.go (what all use) · small.go (Point, Session) · invoice.go · feed.go · citm.go · geo.go · tree.go (Source).
package hand

import (
	"maps"
	"slices"

	"github.com/zetes-json/zetes/codec"
)

func writeStrings(w *codec.Writer, list []string) { writeList(w, list, (*codec.Writer).String) }

func readStrings(r *codec.Reader) []string { return readList(r, (*codec.Reader).String) }

func writeList[T any](w *codec.Writer, list []T, write func(*codec.Writer, T)) {
	if list == nil {
		w.Null()
		return
	}
	w.BeginArray()
	for _, v := range list {
		write(w, v)
	}
	w.EndArray()
}

func readList[T any](r *codec.Reader, read func(*codec.Reader) T) []T {
	if r.Null() {
		return nil
	}
	list := []T{}
	for r.BeginArray(); r.NextElement(); {
		list = append(list, read(r))
	}
	return list
}

// writeStructs and readStructs work in place, for elements that are too large to be passed.
func writeStructs[T any](w *codec.Writer, list []T, write func(*codec.Writer, *T)) {
	if list == nil {
		w.Null()
		return
	}
	w.BeginArray()
	for i := range list {
		write(w, &list[i])
	}
	w.EndArray()
}

func readStructs[T any](r *codec.Reader, read func(*codec.Reader, *T)) []T {
	if r.Null() {
		return nil
	}
	list := []T{}
	for r.BeginArray(); r.NextElement(); {
		list = append(list, *new(T))
		read(r, &list[len(list)-1])
	}
	return list
}

// writeMap writes the entries in order, as encoding/json does.
func writeMap[V any](w *codec.Writer, m map[string]V, write func(*codec.Writer, V)) {
	if m == nil {
		w.Null()
		return
	}
	w.BeginObject()
	for _, k := range slices.Sorted(maps.Keys(m)) {
		w.Name(k)
		write(w, m[k])
	}
	w.EndObject()
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
