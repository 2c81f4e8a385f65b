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
// true and null, if they fit, and base64 into bytes. Getting a state and making masks would take several times as long.
// The target is written only after the whole document has been read. encoding/json/v2 (option.EndAtFault) stores null,
// [], base64, and values for an interface that is not nil in another way, so tiny leaves these.

const mostTiny = 40 // the length of the longest document that tiny decodes

// tiny decodes the document data into the t at dst. If it returns false, nothing has changed.
func tiny(c *plan.Dialect, t *node, data []byte, dst unsafe.Pointer) bool {
	if c.Own || c.Options.Has(option.StringNumbers) {
		return false
	}
	for len(data) > 0 && wire.IsSpace(data[len(data)-1]) {
		data = data[:len(data)-1]
	}
	if data = data[wire.Space(data):]; len(data) == 0 {
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

// fresh reports whether a new value may simply replace the content of the interface at dst. If it holds a pointer, the
// value must be decoded into the pointee; under encoding/json/v2 any content is decoded into.
func fresh(c *plan.Dialect, dst unsafe.Pointer) bool {
	v := *(*any)(dst)
	return v == nil || !c.Options.Has(option.EndAtFault) && reflect.TypeOf(v).Kind() != pointerKind
}

// tinyText is the part of tiny for a string of ASCII without escapes. It decodes no base64 in releases with
// ReuseBase64, where the capacity of the bytes must be the same as with encoding/json.
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
	case t.op == opAny && fresh(c, dst):
		*(*any)(dst) = string(data[1:n])
	case t.op == opAny || c.Release.Has(option.ReuseBase64) || c.Options.Has(option.EndAtFault):
		return false
	default:
		b, err := kernel.AppendDecodeBase64(make([]byte, 0, base64.StdEncoding.DecodedLen(n-1)), data[1:n])
		if err != nil {
			return false
		}
		*(*[]byte)(dst) = b
	}
	return true
}

// tinyWord is the part of tiny for true and false, and for null if null leaves the target unchanged.
func tinyWord(c *plan.Dialect, t *node, data []byte, dst unsafe.Pointer) bool {
	word := mem.Frozen(data)
	switch {
	case word == "null":
		return !c.Options.Has(option.EndAtFault) && (t.op.isScalar() || t.op == opString)
	case word != "true" && word != "false":
		return false
	case t.op == opBool:
		*(*bool)(dst) = word == "true"
	case t.op == opAny && fresh(c, dst):
		*(*any)(dst) = word == "true"
	default:
		return false
	}
	return true
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

// tinyNumber is the part of tiny for a number. It reads a copy with zeros after it, since num loads whole words.
func tinyNumber(c *plan.Dialect, t *node, data []byte, dst unsafe.Pointer) bool {
	if opInt <= t.op && t.op <= opUint {
		digits, negative := data, data[0] == '-'
		if negative {
			digits = data[1:]
		}
		if u, ok := num.Digits(digits); ok {
			switch {
			case t.op == opUint:
				return !negative && storeUint(dst, t.Size, u)
			case negative:
				return storeInt(dst, t.Size, -int64(u))
			}
			return storeInt(dst, t.Size, int64(u))
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
