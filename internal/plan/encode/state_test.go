package encode

import (
	"bytes"
	"testing"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// TestBuffer holds that a margin follows the limit of the buffer, and that the text so far stays when the buffer is
// replaced.
func TestBuffer(t *testing.T) {
	m := get(&Call{Config: plan.V1})
	defer m.put()
	m.use(make([]byte, minRoom))
	if m.limit != minRoom-margin {
		t.Errorf("the limit is %d of %d", m.limit, m.size)
	}
	n := copy(m.bytes(m.size), "text")
	if got := m.room(n, m.limit-n); got != n || m.size != minRoom {
		t.Errorf("room that there is: position %d, size %d", got, m.size)
	}
	before := m.base
	if m.room(n, m.limit-n+1); m.base == before || m.size < minRoom+1 || string(m.bytes(n)) != "text" {
		t.Errorf("room that there is not: %d bytes with %q", m.size, m.bytes(n))
	}
	b := append(m.bytes(n), " and more"...)
	if n = m.adopt(b); m.base != mem.Data(b) || string(m.bytes(n)) != "text and more" {
		t.Errorf("%q is adopted", m.bytes(n))
	}
	if n = m.adopt([]byte("of its own")); string(m.bytes(n)) != "of its own" || m.size < minRoom || n > m.limit {
		t.Errorf("a small buffer becomes one of %d bytes with %q", m.size, m.bytes(n))
	}
	if n = m.null(n); string(m.bytes(n)) != "of its ownnull" {
		t.Errorf("null makes it %q", m.bytes(n))
	}
	m.use(m.own)
}

// TestPutForgets holds that a machine in the pool keeps neither the memory of a result nor buffers that a large value
// has enlarged.
func TestPutForgets(t *testing.T) {
	for _, size := range []int{8 << 10, keepBuffer, keepBuffer + 1} {
		m := get(&Call{Config: plan.V1})
		m.own, m.deep = make([]byte, size), &ancestors{}
		m.maps.names, m.scratch = make([]byte, 0, size/2), make([]byte, 0, size-size/2)
		m.use(make([]byte, minRoom)) // a result
		m.put()
		if m.base != mem.Data(m.own) || m.size != len(m.own) || m.deep != nil {
			t.Errorf("%d bytes: the buffer of the result is kept, or the values under way", size)
		}
		kept := size
		if size > keepBuffer {
			kept = 0
		}
		if (len(m.own) == size) != (kept > 0) || cap(m.maps.names)+cap(m.scratch) != kept {
			t.Errorf("of %d bytes %d are kept, and %d of keys", size, len(m.own), cap(m.maps.names)+cap(m.scratch))
		}
	}
}

// TestGetAdapts holds that the rules of a machine follow from the configuration of its call, whatever configuration it
// had before.
func TestGetAdapts(t *testing.T) {
	m := &machine{}
	for _, c := range []*plan.Dialect{plan.V1, plan.V1Plain(), plan.Of(option.NilSliceAsNull), plan.Of(option.SortMapKeys), plan.New(codecs(raw)), plan.Of(0)} {
		m.adapt(c)
		o := c.Options
		if m.rules.html != o.Has(option.EscapeHTML) || m.rules.nullSlices != o.Has(option.NilSliceAsNull) || m.rules.coded != (len(c.Codecs) > 0) {
			t.Errorf("under %b: HTML %v, nil slices %v, codecs %v", o, m.rules.html, m.rules.nullSlices, m.rules.coded)
		}
		if m.rules.anyMap.null != o.Has(option.NilMapAsNull) || m.rules.anyMap.sorted != o.Has(option.SortMapKeys) || m.rules.anyMap.gather != gatherAny {
			t.Errorf("under %b: maps %+v", o, m.rules.anyMap)
		}
	}
	for _, depth := range []int{0, 3} {
		m := get(&Call{Config: plan.V1, Depth: depth})
		if m.depth != depth || m.nested != (depth > 0) || m.start != 0 || m.optional.ready != 0 {
			t.Errorf("within %d levels: %+v", depth, m.call)
		}
		m.put()
	}
}

// TestRoomAtEveryPlace holds that room makes space for any number of bytes at any position, and keeps the bytes before
// that position.
func TestRoomAtEveryPlace(t *testing.T) {
	m := get(&Call{Config: plan.V1})
	defer m.put()
	for _, need := range []int{0, 1, margin - 1, margin, minRoom, 10 * minRoom} {
		for n := minRoom - margin - 2; n <= minRoom; n += 17 {
			m.use(bytes.Repeat([]byte("."), minRoom))
			if got := m.room(n, need); got != n || m.limit-n < need || m.size-m.limit != margin || string(m.bytes(n)) != string(bytes.Repeat([]byte("."), n)) {
				t.Fatalf("position %d, %d bytes needed: position %d of %d, limit %d", n, need, got, m.size, m.limit)
			}
		}
	}
	m.use(m.own)
}
