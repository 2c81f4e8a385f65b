package buffer

import (
	"io"
	"net"
	"sync"

	"github.com/zetes-json/zetes/internal/transfer"
)

// vecLen is the number of chunks in one call of writev: 2 MB if they have the largest default size.
const vecLen = 64

// vec has the argument of one call of writev. It comes from a pool, because net.Buffers escapes to the heap.
type vec struct {
	all  [vecLen][]byte
	bufs net.Buffers
}

var vecs = sync.Pool{New: func() any { return new(vec) }}

// writeTo writes the content to w and drops the bytes that were written.
func (l *list) writeTo(w io.Writer) (n int64, err error) {
	many := l.head != nil && l.head.next != nil
	switch w.(type) {
	case *net.TCPConn, *net.UnixConn:
		if many {
			return l.writev(w)
		}
	}
	for c := l.head; c != nil; c = l.head {
		p := c.unsent()
		var k int
		if len(p) > 0 {
			k, err = transfer.Write(w, p)
		}
		n += int64(k)
		l.advance(k)
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// writev writes the content to a connection, up to vecLen chunks in one call.
func (l *list) writev(w io.Writer) (n int64, err error) {
	v := vecs.Get().(*vec)
	// The connection removes the entries that it has sent. After an error some are left, which must not keep chunks
	// alive.
	defer func() { clear(v.all[:]); v.bufs = nil; vecs.Put(v) }()
	for l.head != nil && err == nil {
		v.bufs = v.all[:0]
		for c := l.head; c != nil && len(v.bufs) < vecLen; c = c.next {
			v.bufs = append(v.bufs, c.unsent())
		}
		var k int64
		k, err = v.bufs.WriteTo(w)
		n += k
		l.advance(int(k))
	}
	return n, err
}
