package encode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// Values of types whose MarshalJSON zetes gen has written: what that calls writes straight into the buffer, under its
// own configuration. It is what MarshalJSON would return, which needs no second look where no method of people's and no
// value of unknown depth takes part ([plan.GeneratedWriter]). Where it gives up, MarshalJSON is called after all, and
// says why.

// generatedEncoder has what generated code consists of.
type generatedEncoder interface {
	EncodeZetes(m *Machine, n int) int
}

// generatedExit is the exitInfo of runGenerated. cfg is the generated code's own configuration: what the file was
// generated with says what its types mean, whoever writes them.
type generatedExit struct {
	exitInfo
	cfg     *plan.Config
	encoder unsafe.Pointer // the table of a generatedEncoder
}

// compiled are the choices that the machine itself does not look at, the compiler having done so.
const compiled = option.MoreTags | option.BytesAsText | option.ResetAbsent

// generated adds a value with generated code, of which x knows the type.
func (w *builder) generated(x exitInfo, c *plan.Config, offset uintptr) {
	x.run = runGenerated
	w.exit(&(&generatedExit{x, c, tableOf[generatedEncoder](x.word)}).exitInfo, offset)
}

// runGenerated has generated code write the value at p. Its run is one on the same machine: the buffer, the scratch and
// the maps under way go on. Where it gives up they are put back to where they were.
func runGenerated(m *machine, info *exitInfo, p unsafe.Pointer, n int) int {
	x := (*generatedExit)(unsafe.Pointer(info))
	if m.within > 0 {
		return runMarshalJSON(m, info, p, n) // what it returns is counted
	}
	keys, maps, outer := len(m.keys), m.maps.lengths(), m.cfg
	end := 0
	m.held++
	if (m.cfg.Options^x.cfg.Options)&^compiled == 0 && !m.coded {
		depth := m.depth
		m.cfg = x.cfg
		end = mem.WithTable[generatedEncoder](x.encoder, p).EncodeZetes(m, m.Room(n))
		m.cfg, m.depth = outer, depth
	} else {
		end = m.generatedUnder(x, p, n)
	}
	if end = m.letGo(end); end >= 0 {
		return end
	}
	m.err, m.keys = nil, m.keys[:keys]
	m.maps.cut(maps)
	return runMarshalJSON(m, info, p, n)
}

// generatedUnder is the part of runGenerated for a configuration with other choices than that of the run.
func (m *machine) generatedUnder(x *generatedExit, p unsafe.Pointer, n int) int {
	outer := m.call
	m.adapt(x.cfg)
	end := mem.WithTable[generatedEncoder](x.encoder, p).EncodeZetes(m, m.Room(n))
	m.call = outer
	return end
}

// adapt makes c the configuration of m.
func (m *machine) adapt(c *plan.Config) {
	m.cfg = c
	m.set, m.html = escapeSet(c)
	m.coded = c.HasCodecs()
	m.members, m.chosen = c.Members, plan.AsNamed
	m.nullSlices = c.Options.Has(option.NilSliceAsNull)
	m.anyMap = mapInfo{gather: gatherAny, null: c.Options.Has(option.NilMapAsNull), sorted: c.Options.Has(option.SortMapKeys)}
	if m.anyMap.sorted {
		m.anyMap.known = gatherAny
	}
}
