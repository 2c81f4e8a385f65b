package compat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	theirs "github.com/json-iterator/go"
	ours "github.com/zetes-json/zetes/compat/jsoniter"
)

// This file reads and writes sets of fields as Kubernetes keeps them with each object: an object of objects whose names
// are elements of paths. A name is f: and a field, k: and an object, v: and a value, or i: and an index. The text comes
// from a reader, names are read by another Iterator from a pool, and each name is written by another Stream.

// fieldSet has the names of the level below each name.
type fieldSet struct {
	name  string
	key   map[string]any // of a name that begins with k:
	value any            // of a name that begins with v:
	below []fieldSet
}

// newFieldSet returns a set of some hundred names.
func newFieldSet() (top []fieldSet) {
	for i := range 12 {
		list := fieldSet{name: fmt.Sprintf("f:list%d", i)}
		for j := range 6 {
			leaf := fieldSet{name: "f:image"}
			switch j % 3 {
			case 0:
				list.below = append(list.below, fieldSet{name: "k:", key: map[string]any{"name": fmt.Sprintf("port-%d", i*j), "protocol": "TCP"}, below: []fieldSet{leaf, {name: "."}}})
			case 1:
				list.below = append(list.below, fieldSet{name: "v:", value: float64(i + j)})
			default:
				list.below = append(list.below, fieldSet{name: fmt.Sprintf("i:%d", j), below: []fieldSet{leaf}})
			}
		}
		top = append(top, list)
	}
	return top
}

// fieldIterator has the methods of an Iterator I that reading takes.
type fieldIterator[I any] interface {
	ReadMapCB(func(I, string) bool) bool
	ReadObjectCB(func(I, string) bool) bool
	Read() any
}

// readFields reads the set that iter has.
func readFields[I fieldIterator[I]](iter I, borrow func([]byte) I, giveBack func(I)) (list []fieldSet) {
	iter.ReadMapCB(func(iter I, name string) bool {
		f := fieldSet{name: name}
		if strings.HasPrefix(name, "k:") || strings.HasPrefix(name, "v:") {
			in := borrow([]byte(name[2:]))
			if f.name = name[:2]; f.name == "v:" {
				f.value = in.Read()
			} else {
				f.key = map[string]any{}
				in.ReadObjectCB(func(in I, name string) bool {
					f.key[name] = in.Read()
					return true
				})
			}
			giveBack(in)
		}
		f.below = readFields(iter, borrow, giveBack)
		list = append(list, f)
		return true
	})
	return list
}

// fieldStream has the methods of a Stream that writing takes.
type fieldStream interface {
	io.Writer
	WriteRaw(string)
	WriteVal(any)
	WriteMore()
	WriteObjectStart()
	WriteObjectField(string)
	WriteObjectEnd()
	WriteEmptyObject()
	Flush() error
}

// writeFields writes the set to s.
func writeFields[S fieldStream](s S, list []fieldSet, borrow func(io.Writer) S, giveBack func(S), name *bytes.Buffer) {
	if len(list) == 0 {
		s.WriteEmptyObject()
		return
	}
	s.WriteObjectStart()
	for i := range list {
		f := &list[i]
		if i > 0 {
			s.WriteMore()
		}
		name.Reset()
		n := borrow(name)
		n.WriteRaw(f.name)
		if f.key != nil {
			n.WriteObjectStart()
			for i, member := range []string{"name", "protocol"} {
				if i > 0 {
					n.WriteMore()
				}
				n.WriteObjectField(member)
				n.WriteVal(f.key[member])
			}
			n.WriteObjectEnd()
		} else if f.value != nil {
			n.WriteVal(f.value)
		}
		n.Flush()
		giveBack(n)
		s.WriteObjectField(name.String())
		writeFields(s, f.below, borrow, giveBack, name)
	}
	s.WriteObjectEnd()
}

// BenchmarkFieldSet reads and writes a set by both packages. Both must give the same.
func BenchmarkFieldSet(b *testing.B) {
	set, name := newFieldSet(), new(bytes.Buffer)
	iteratorsOfTheirs, iterators := theirs.NewIterator(theirs.ConfigCompatibleWithStandardLibrary).Pool(), ours.NewIterator(ours.ConfigCompatibleWithStandardLibrary).Pool()
	streamsOfTheirs, streams := theirs.NewStream(theirs.ConfigCompatibleWithStandardLibrary, nil, 1024).Pool(), ours.NewStream(ours.ConfigCompatibleWithStandardLibrary, nil, 1024).Pool()
	write := map[string]func(w io.Writer) error{
		"json-iterator": func(w io.Writer) error {
			s := streamsOfTheirs.BorrowStream(w)
			defer streamsOfTheirs.ReturnStream(s)
			writeFields(s, set, streamsOfTheirs.BorrowStream, streamsOfTheirs.ReturnStream, name)
			return s.Flush()
		},
		"compat": func(w io.Writer) error {
			s := streams.BorrowStream(w)
			defer streams.ReturnStream(s)
			writeFields(s, set, streams.BorrowStream, streams.ReturnStream, name)
			return s.Flush()
		},
	}
	var text bytes.Buffer
	if err := write["json-iterator"](&text); err != nil || !json.Valid(text.Bytes()) {
		b.Fatalf("%s, %v", text.Bytes(), err)
	}
	read := map[string]func() ([]fieldSet, error){
		"json-iterator": func() ([]fieldSet, error) {
			iter := theirs.Parse(theirs.ConfigCompatibleWithStandardLibrary, bytes.NewReader(text.Bytes()), 4096)
			return readFields(iter, iteratorsOfTheirs.BorrowIterator, iteratorsOfTheirs.ReturnIterator), iter.Error
		},
		"compat": func() ([]fieldSet, error) {
			iter := ours.Parse(ours.ConfigCompatibleWithStandardLibrary, bytes.NewReader(text.Bytes()), 4096)
			return readFields(iter, iterators.BorrowIterator, iterators.ReturnIterator), iter.Error
		},
	}
	for _, lib := range []string{"json-iterator", "compat"} {
		var out bytes.Buffer
		if err := write[lib](&out); err != nil || out.String() != text.String() {
			b.Fatalf("%s: %s, %v", lib, out.Bytes(), err)
		}
		if got, err := read[lib](); err != nil && err != io.EOF || !slices.EqualFunc(got, set, sameFields) {
			b.Fatalf("%s: %+v, %v", lib, got, err)
		}
	}
	for _, lib := range []string{"json-iterator", "compat"} {
		b.Run("write/"+lib, func(b *testing.B) {
			var out bytes.Buffer
			for b.Loop() {
				out.Reset()
				write[lib](&out)
			}
		})
		b.Run("read/"+lib, func(b *testing.B) {
			for b.Loop() {
				read[lib]()
			}
		})
	}
}

// sameFields reports whether two sets are the same.
func sameFields(a, b fieldSet) bool {
	return a.name == b.name && a.value == b.value && fmt.Sprint(a.key) == fmt.Sprint(b.key) && slices.EqualFunc(a.below, b.below, sameFields)
}
