package encode

import "github.com/zetes-json/zetes/internal/mem"

// Machine is the state of one encoding, for callers of Lend: its memory has the text that Lend has returned.
type Machine = machine

// Lend returns the JSON of v in the memory of a machine, and that machine. The caller must call TakeBack when it no
// longer uses the text. It may also write to the text, up to its capacity.
//
// For nil, and for types whose results are expected to be large, text and by are nil. The caller must then use
// Marshal.
func (c *Call) Lend(v any) (text []byte, by *Machine, err error) {
	typ := mem.TypeWord(v)
	if typ == nil {
		return nil, nil, nil
	}
	p := lookup(c.Config, typ, v)
	if min(p.sizes.last.Load(), p.sizes.before.Load()) > bigResult {
		return nil, nil, nil
	}
	m := get(c)
	m.expect(p, 0)
	m.use(m.own)
	n := m.encode(p, nil, mem.DataWord(v), 0)
	if n < 0 {
		return nil, nil, m.abandon()
	}
	p.sizes.note(n)
	return m.bytes(n), m, nil
}

// TakeBack returns m to the pool after its text was lent. The text must not be used afterwards.
func (m *machine) TakeBack() {
	if m.base != mem.Data(m.own) && m.size <= keepBuffer {
		m.own = m.bytes(m.size)
	}
	m.put()
}
