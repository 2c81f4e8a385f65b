package encode

import "github.com/zetes-json/zetes/internal/mem"

// Machine is what has lent a text.
type Machine = machine

// Lend returns the JSON of v in memory of the machine that has written it, and that machine, which TakeBack puts back.
// Behind the text, up to its capacity, the borrower may write too.
//
// There is no machine, and no text, for nil and for types whose results are expected to be large: those belong in
// memory that is kept for them.
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

// TakeBack puts back the machine of a text that was lent. The text must not be used afterwards.
func (m *machine) TakeBack() {
	if m.base != mem.Data(m.own) && m.size <= keepBuffer {
		m.own = m.bytes(m.size)
	}
	m.put()
}
