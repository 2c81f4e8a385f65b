package decode

import (
	"encoding/base64"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/wire"
)

// Documents of a few bytes are decoded without a state if they are one scalar, one short string, [] or {}: 12, "ab",
// true and null, if they fit, and base64 into bytes. Getting a state from the pool and making masks would take several
// times as long as reading them. The target is written only after the whole document has been read. All other documents
// are decoded in the usual way. encoding/json/v2 (option.EndAtFault) stores null, [], base64, and values for an
// interface that is not nil in another way, so tiny does not decode these under its meaning.

// mostTiny is the length of the longest document that tiny decodes.
const mostTiny = 40

// tiny decodes the document data into the t at dst. If it returns false, nothing has changed, and the document must
// be decoded in the usual way.
func tiny(c *plan.Dialect, t *node, data []byte, dst unsafe.Pointer) bool {
	if c.Own || c.Options.Has(option.StringNumbers) {
		return false
	}
	for len(data) > 0 && wire.IsSpace(data[len(data)-1]) {
		data = data[:len(data)-1]
	}
	for len(data) > 0 && wire.IsSpace(data[0]) {
		data = data[1:]
	}
	if len(data) < 1 {
		return false
	}
	switch data[0] {
	case '"':
		return tinyText(c, t, data, dst)
	case 't', 'f', 'n':
		return tinyWord(c, t, data, dst)
	// In ASCII the code of a closing bracket is the code of the opening bracket plus 2.
	case '[', '{':
		return len(data) == 2 && data[1] == data[0]+2 && tinyEmpty(c, t, data[0], dst)
	}
	return tinyNumber(c, t, data, dst)
}

// fresh reports whether a new value may simply replace the content of the interface at dst. That is so if the interface
// is nil or holds a value that is not a pointer; if it holds a pointer, the value must be decoded into the pointee.
// Under encoding/json/v2 the interface must be nil, since any other content is decoded into.
func fresh(c *plan.Dialect, dst unsafe.Pointer) bool {
	v := *(*any)(dst)
	return v == nil || !c.Options.Has(option.EndAtFault) && reflect.TypeOf(v).Kind() != pointerKind
}

// tinyText is the part of tiny for a string of ASCII without escapes. The string is a copy in memory of its own, not
// from the arena.
func tinyText(c *plan.Dialect, t *node, data []byte, dst unsafe.Pointer) bool {
	n := len(data) - 1
	if t.op != opString && t.op != opAny && t.op != opBytes || n < 1 || data[n] != '"' {
		return false
	}
	if !kernel.EscapeMinimal.Plain(mem.Frozen(data[1:n])) {
		return false
	}
	switch {
	case t.op == opString:
		*(*string)(dst) = string(data[1:n])
	case t.op == opBytes:
		return tinyBytes(c, data[1:n], dst)
	case fresh(c, dst):
		*(*any)(dst) = string(data[1:n])
	default:
		return false
	}
	return true
}

// tinyBytes is the part of tiny for base64, which it decodes into new memory. It returns false in releases that decode
// later values over the same memory: there the capacity must be the same as with encoding/json, and newBytes takes care
// of that.
func tinyBytes(c *plan.Dialect, text []byte, dst unsafe.Pointer) bool {
	to := (*[]byte)(dst)
	if c.Release.Has(option.ReuseBase64) || c.Options.Has(option.EndAtFault) {
		return false
	}
	b, err := kernel.AppendDecodeBase64(make([]byte, 0, base64.StdEncoding.DecodedLen(len(text))), text)
	if err == nil {
		*to = b
	}
	return err == nil
}

// tinyWord is the part of tiny for true and false, and for null if null leaves the target unchanged.
func tinyWord(c *plan.Dialect, t *node, data []byte, dst unsafe.Pointer) bool {
	switch string(data) {
	case "true", "false":
		switch {
		case t.op == opBool:
			*(*bool)(dst) = data[0] == 't'
		case t.op == opAny && fresh(c, dst):
			*(*any)(dst) = data[0] == 't'
		default:
			return false
		}
		return true
	case "null":
		return !c.Options.Has(option.EndAtFault) && (t.op.isScalar() || t.op == opString)
	}
	return false
}

// tinyEmpty is the part of tiny for [] and {}. It decodes only types that are decoded by their kind and not by a
// method. An array type is such a type if it has nullKeeps, a map type if it has a storer.
func tinyEmpty(c *plan.Dialect, t *node, opening byte, dst unsafe.Pointer) bool {
	switch {
	case opening == '[' && c.Options.Has(option.EndAtFault):
		return false
	case opening == '[' && (t.op == opSlice || t.op == opBytes):
		*(*mem.SliceHeader)(dst) = mem.SliceHeader{Data: unsafe.Pointer(&zeroSized)}
	case opening == '[' && t.Type.Kind() == reflect.Array && t.op == opOther && t.nullKeeps:
		t.Zero(dst)
	case opening == '{' && (t.op == opStruct || t.op == opOther && t.fields != nil && t.fields.rules == nil && t.fields.rest == nil && t.problem.Load() == nil):
	case opening == '{' && t.Type.Kind() == reflect.Map && t.store != nil:
		if *(*unsafe.Pointer)(dst) == nil {
			reflect.NewAt(t.Type, dst).Elem().Set(reflect.MakeMap(t.Type))
		}
	default:
		return false
	}
	return true
}

// tinyNumber is the part of tiny for a number. It reads a copy with zeros after it, which end the number and allow
// loads of eight bytes.
func tinyNumber(c *plan.Dialect, t *node, data []byte, dst unsafe.Pointer) bool {
	if opInt <= t.op && t.op <= opUint {
		if v, ok := tinyInteger(data); ok {
			if t.op == opUint {
				return data[0] != '-' && storeUint(dst, t.Size, uint64(v))
			}
			return storeInt(dst, t.Size, v)
		}
	}
	var text [mostTiny + num.Room]byte
	n, at := copy(text[:mostTiny], data), unsafe.Pointer(&text)
	if t.op != opAny {
		var v uint64
		if t.op.read(at, unsafe.Pointer(&v), t.Size) != n {
			return false
		}
		t.setBytes(dst, &v)
		return true
	}
	v, e, ok := num.ReadFloat64(at)
	if !ok || e != n || c.Options&(option.UseNumber|option.ExactNumbers) != 0 || !fresh(c, dst) {
		return false
	}
	*(*any)(dst) = v
	return true
}

// tinyInteger parses data as an integer. ok is false if data is not an integer, or has too many digits for
// num.Digits.
func tinyInteger(data []byte) (v int64, ok bool) {
	if data[0] == '-' {
		u, ok := num.Digits(data[1:])
		return -int64(u), ok
	}
	u, ok := num.Digits(data)
	return int64(u), ok
}
