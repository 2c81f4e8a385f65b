package codec

import (
	"reflect"

	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
)

// Codecs that are made from others, for a [loan.Desk].

// behind returns the codec of pointers of type t to values of cd. It writes nil as null, and reads null as nil.
func behind(t reflect.Type, cd *loan.Codec) *loan.Codec {
	p := &loan.Codec{Type: t}
	if cd.Write != nil {
		p.Write = func(w *loan.Writer, v mem.Ptr) {
			if value := *(*mem.Ptr)(v); value != nil {
				cd.Write(w, value)
			} else {
				writerOf(w).Null()
			}
		}
	}
	if cd.Read != nil {
		p.Read = func(r *loan.Reader, v mem.Ptr) {
			pointer := reflect.NewAt(t, v).Elem()
			if readerOf(r).Null() {
				pointer.SetZero()
				return
			}
			if pointer.IsNil() {
				pointer.Set(reflect.New(t.Elem()))
			}
			cd.Read(r, pointer.UnsafePointer())
		}
	}
	return p
}

// skipsNull returns a codec that skips null, and otherwise does the same as cd, which must read.
func skipsNull(cd *loan.Codec) *loan.Codec {
	skips := *cd
	skips.Read = func(r *loan.Reader, v mem.Ptr) {
		if !readerOf(r).Null() {
			cd.Read(r, v)
		}
	}
	return &skips
}

// failing returns the codec of a t that always fails with err.
func failing(t reflect.Type, err error) *loan.Codec {
	return &loan.Codec{
		Type:  t,
		Write: func(w *loan.Writer, _ mem.Ptr) { writerOf(w).Fail(err) },
		Read:  func(r *loan.Reader, _ mem.Ptr) { readerOf(r).Fail(err) },
	}
}
