package encode

import (
	"bytes"
	"math"
	"reflect"
	"strconv"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
)

// Options that encoding/json does not have are implemented by Go functions, which ops call. The compiler chooses the
// functions, so the machine's loop does not test for options.
//
// Each fast way to write values ignores these options. Three methods test whether it must be avoided: builder.chosen
// for values, changesElem for elements and pointers, changesAny for values in interfaces.

const (
	floatOptions = option.NonFiniteAsNull | option.NonFiniteAsString | option.ShortFloats
	intOptions   = option.LargeIntAsString
	// Up to exactInt a float64 holds all integers. JavaScript reads 9007199254740993 as 9007199254740992.
	exactInt = 1 << 53
)

// anyTypes are the types of values in interfaces that machine.any writes without looking up a program.
var anyTypes = []reflect.Type{
	reflect.TypeFor[string](), reflect.TypeFor[float64](), reflect.TypeFor[bool](), reflect.TypeFor[int](),
	reflect.TypeFor[map[string]any](), reflect.TypeFor[[]any](), reflect.TypeFor[any](),
}

// changesAny reports whether an option or codec may change how machine.any writes values of anyTypes.
func (c *compiler) changesAny() bool {
	if c.cfg.Options&(floatOptions|intOptions|option.StringNumbers) != 0 {
		return true
	}
	for _, t := range anyTypes {
		if c.codecOf(t) != nil {
			return true
		}
	}
	return c.cfg.Keys[reflect.TypeFor[string]()] != nil
}

func (c *compiler) departs() bool {
	return c.cfg.Own || c.cfg.Options.Has(option.StringNumbers) || c.cfg.Chosen != nil
}

// changesElem reports whether a codec or an option changes how values of type t are written.
func (c *compiler) changesElem(t reflect.Type) bool {
	if !c.departs() {
		return false
	}
	if k := t.Kind(); c.codecOf(t) != nil || reflect.Int <= k && k <= reflect.Float64 && c.cfg.Options.Has(option.StringNumbers) {
		return true
	}
	switch t.Kind() {
	case reflect.Float32, reflect.Float64:
		return c.cfg.Options&floatOptions != 0
	}
	return c.quotesInt(t.Kind())
}

// quotesInt reports whether integers of kind k may be strings: all by IntAsString, large ones by LargeIntAsString.
func (c *compiler) quotesInt(k reflect.Kind) bool {
	switch k {
	case reflect.Int, reflect.Int64, reflect.Uint, reflect.Uint64, reflect.Uintptr:
		return c.cfg.Options&intOptions != 0
	}
	return reflect.Int <= k && k <= reflect.Uintptr && c.cfg.Options.Has(option.IntAsString)
}

// chosen adds an op for a value if the configuration has a codec or an option for the value. Otherwise it returns
// false, as for special types and types with methods, to which the options for kinds do not apply.
func (w *builder) chosen(key blockKey, offset uintptr) bool {
	t, o := key.typ, w.cfg.Options
	if w.calls(t) {
		w.function(w.codecOf(t), key, offset)
		return true
	}
	if cd := w.codecOf(t); cd != nil && !key.bare {
		w.codec(cd, "", offset)
		return true
	}
	x := exitInfo{typ: t, flag: key.quoted}
	switch k := t.Kind(); {
	case w.isSpecial(t, key.addr) || w.methodOf(t, key.addr) != none:
		return false
	case (k == reflect.Float32 || k == reflect.Float64) && o&floatOptions != 0:
		x.run = runFloat
	// With x.flag every integer is a string, otherwise only integers that a float64 may not hold.
	case w.quotesInt(k):
		x.flag = x.flag || o.Has(option.IntAsString)
		x.run = runLargeInt
	// An option may apply to the value in an interface.
	case k == reflect.Interface && w.changesAny():
		x.run = runByProgram
	default:
		return false
	}
	w.exit(&x, offset)
	return true
}

// runByProgram writes the value in an interface of type x.typ by the program of the value's type, unlike machine.any.
func runByProgram(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	var v any
	if x.typ.NumMethod() > 0 {
		v = heldAt(p)
	} else {
		v = *(*any)(p)
	}
	if v == nil {
		return m.null(n)
	}
	return m.root(lookup(m.cfg, v), mem.DataWord(v), n)
}

// runFloat writes a float under an option: 1/3 as 0.333333, NaN as null or "NaN". With x.flag numbers are in quotes.
func runFloat(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	size := 64
	var f float64
	if x.typ.Kind() == reflect.Float32 {
		size, f = 32, float64(*(*float32)(p))
	} else {
		f = *(*float64)(p)
	}
	o := m.cfg.Options
	if !finite(f) {
		text := "NaN"
		switch {
		case o.Has(option.NonFiniteAsNull):
			return m.null(n)
		case !o.Has(option.NonFiniteAsString):
			return m.fail(&fault.Fault{Code: fault.UnsupportedValue, Type: x.typ, Value: reflect.ValueOf(f)})
		case f > 0:
			text = "Infinity"
		case f < 0:
			text = "-Infinity"
		}
		return m.quoted(text, n)
	}
	if x.flag {
		n = m.put1(n, '"')
	}
	// The longest text is a sign, 21 digits, a point and six more digits.
	switch at := unsafe.Add(m.base, n); {
	case o.Has(option.ShortFloats):
		n += shortFloat(mem.Slice(at, 40), f, size)
	case size == 32:
		n += num.WriteFloat32(at, float32(f))
	default:
		n += num.WriteFloat64(at, f)
	}
	if x.flag {
		n = m.put1(n, '"')
	}
	return m.room(n, 0)
}

// shortFloat writes f to b, which has 40 bytes, with at most six digits after the point, and returns the length: 0.1
// stays 0.1, 1/3 is 0.333333, 1e-9 and -1e-9 are 0. From 1e21 on it writes what encoding/json does: 2.5e+21.
func shortFloat(b []byte, f float64, size int) int {
	// If the shortest number that is read as f has at most six digits after the point, it is f rounded to six digits:
	// below 1<<32 it differs from f by less than half of 1e-6.
	if a := math.Abs(f); size == 64 && a < 1<<32 && a >= 1e-6 {
		n := num.WriteFloat64(mem.Data(b), f)
		if point := bytes.IndexByte(b[:n], '.'); point < 0 || n-point <= 1+6 {
			return n
		}
	}
	if f >= 1e21 || f <= -1e21 {
		return len(strconv.AppendFloat(b[:0], f, 'e', -1, size))
	}
	text := strconv.AppendFloat(b[:0], f, 'f', 6, size)
	n := len(text)
	for text[n-1] == '0' {
		n--
	}
	if text[n-1] == '.' {
		n--
	}
	if string(text[:n]) == "-0" {
		text[0], n = '0', 1
	}
	return n
}

// runLargeInt writes an integer of any type, as a string if flag is set or if a float64 may not hold it.
func runLargeInt(m *machine, x *exitInfo, p unsafe.Pointer, n int) int {
	size, signed := x.typ.Size(), x.typ.Kind() <= reflect.Int64
	u := uintAt(p, size)
	quoted := x.flag || u > exactInt
	if signed {
		u = uint64(intAt(p, size))
		quoted = x.flag || u+exactInt > 2*exactInt
	}
	if quoted {
		n = m.put1(n, '"')
	}
	if at := unsafe.Add(m.base, n); signed {
		n += num.WriteInt(at, int64(u))
	} else {
		n += num.WriteUint(at, u)
	}
	if quoted {
		n = m.put1(n, '"')
	}
	return m.room(n, 0)
}
