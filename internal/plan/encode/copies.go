package encode

import (
	"encoding"
	"reflect"
	"unicode/utf8"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/order"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// This file writes maps whose keys or elements may have methods. Because a method may change the map, all elements are
// copied into an array first, and then written in the order of their names. The array is kept for the next map of the
// type, unless codecs get the addresses of its elements, which they may keep.

// copies has memory for one key and for copies of all elements of a map.
type copies struct {
	key, elems reflect.Value
}

func newCopies(t reflect.Type) *copies {
	return &copies{reflect.New(t.Key()).Elem(), reflect.New(reflect.SliceOf(t.Elem())).Elem()}
}

// makeRoom gives c count elements, which are all zero: new, or cleared by putBack.
func (c *copies) makeRoom(count int) {
	if c.elems.Cap() < count {
		c.elems.Set(reflect.MakeSlice(c.elems.Type(), count, count))
	}
	c.elems.SetLen(count)
}

// putBack clears c, so that the pool keeps no values alive, and keeps its memory for another map, unless it is large.
func (info *mapInfo) putBack(c *copies) {
	if uintptr(c.elems.Cap())*max(info.typ.Elem().Size(), 1) <= keepBuffer {
		c.key.SetZero()
		c.elems.Clear()
		info.copies.Put(c)
	}
}

// copied writes the members of a map of any type, after it has copied all elements and made the names of all keys. An
// inner map of the same type gets other copies.
func (m *machine) copied(info *mapInfo, p unsafe.Pointer, n int) int {
	v := reflect.ValueOf(mem.Interface(info.word, p))
	count := v.Len()
	var c *copies
	if m.rules.coded {
		c = newCopies(info.typ) // codecs may keep the addresses of values, so the memory is not used again
	} else {
		c = info.copies.Get().(*copies)
	}
	c.makeRoom(count)
	from, first := len(m.maps.ptrs.list), len(m.maps.ranks)
	data, size := c.elems.UnsafePointer(), info.typ.Elem().Size()
	iter := v.MapRange()
	// Entries that another goroutine has added since v.Len are left out.
	for i := 0; i < count && iter.Next(); i++ {
		// All keys use one variable, since names are copies, unless a codec may keep the address of a key.
		k := c.key
		if info.key == keyCodec {
			k = reflect.New(info.typ.Key()).Elem()
		}
		k.SetIterKey(iter)
		c.elems.Index(i).SetIterValue(iter)
		name, f := m.keyName(info, k)
		if f != nil {
			if f.Code == fault.Codec {
				f.Err = m.placed(f.Err, m.bytes(n), n-m.start, nil)
			}
			return m.fail(f)
		}
		m.maps.ranks = append(m.maps.ranks, order.RankOf(name, len(m.maps.ptrs.list)))
		m.maps.ptrs.list = append(m.maps.ptrs.list, order.Entry[unsafe.Pointer]{Key: name, Val: unsafe.Add(data, uintptr(i)*size)})
	}
	if n = m.writeEntries(info, from, first, n); n >= 0 && !m.rules.coded {
		info.putBack(c)
	}
	return n
}

// keyName returns the name for a key, which is valid until the map has been written: "" for nil, as in encoding/json.
func (m *machine) keyName(info *mapInfo, k reflect.Value) (string, *fault.Fault) {
	switch info.key {
	case keyCodec:
		b, err := info.codec.Append(nil, k.Addr().Interface())
		if err != nil {
			_, failure := loan.Codecs().Failed(k.Type(), "", true, err)
			return "", &fault.Fault{Code: fault.Codec, Type: info.named, Err: failure}
		}
		return info.clean(mem.Frozen(b)), nil
	case keySpecial, keyString, keyInt, keyUint:
		return m.keyAt(info, k.Addr().UnsafePointer()), nil
	}
	switch {
	case k.Kind() == reflect.Pointer && k.IsNil():
		return "", nil
	case k.Kind() == reflect.Interface && k.IsNil(): // the fault makes the caller call encoding/json, which panics
		return "", &fault.Fault{Code: fault.Depth}
	}
	if info.key == keyAppend {
		b, err := info.holder(k).(encoding.TextAppender).AppendText(nil)
		if err != nil && isTime(k.Type()) {
			// encoding/json does not call the methods of times, and has another error.
			_, err = toolchain.Encode(k.Interface(), m.rules.html)
			return "", &fault.Fault{Code: fault.Foreign, Type: info.named, Err: err}
		}
		if err != nil {
			return "", &fault.Fault{Code: fault.AppendText, Type: info.named, Err: err}
		}
		return m.named(info, b), nil
	}
	b, err := info.holder(k).(encoding.TextMarshaler).MarshalText()
	switch {
	case err != nil && toolchain.AlwaysNamesPointers:
		return "", &fault.Fault{Code: fault.MarshalText, Type: info.named, Err: err}
	case err != nil:
		return "", &fault.Fault{Code: fault.KeyText, Type: info.typ, Err: err}
	}
	return m.named(info, b), nil
}

// holder returns the value whose methods are called for the key k: the address of k, which needs no copy of k on the
// heap, or for pointer and interface types k.
func (info *mapInfo) holder(k reflect.Value) any {
	if info.keyWord == nil {
		return k.Interface()
	}
	return mem.Interface(info.keyWord, k.Addr().UnsafePointer())
}

// named returns a copy of the name b, which a method has returned and may overwrite.
func (m *machine) named(info *mapInfo, b []byte) string {
	from := len(m.maps.names)
	m.maps.names = append(m.maps.names, b...)
	return info.clean(mem.Frozen(m.maps.names[from:]))
}

// clean replaces invalid UTF-8 in a name, in releases that do so before names are sorted. Other releases sort "\xff" by
// its byte, and replace it when the name is written.
func (info *mapInfo) clean(s string) string {
	if info.cleans && !utf8.ValidString(s) {
		return string([]rune(s))
	}
	return s
}
