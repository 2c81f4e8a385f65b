package engine

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Decode is Unmarshal, or UnmarshalBorrowed, that besides encoding/json's error returns the fact behind it: where in data it is.
func Decode(data []byte, v any, bits option.Set, borrowed bool) (*fault.Fault, error) {
	var err error
	if borrowed {
		err = decode.UnmarshalBorrowed(plan.V1, bits, data, v)
	} else {
		err = decode.Unmarshal(plan.V1, bits, data, v)
	}
	if err == nil {
		return nil, nil
	}
	if borrowed {
		data = bytes.Clone(data)
	}
	f := err.(*fault.Fault)
	return f, toolchain.UnmarshalError(data, v, bits, f)
}

// Located is one of several things that did not fit: the fact, and encoding/json's error about it.
type Located struct {
	Fault *fault.Fault
	Err   error
}

// DecodeAll decodes data into v, passes over all that does not fit, and returns the first limit of that.
func DecodeAll(data []byte, v any, bits option.Set, limit int) []Located {
	faults := decode.UnmarshalAll(plan.V1, bits, data, v, limit)
	all := make([]Located, 0, len(faults))
	for i := range faults {
		f := &faults[i]
		var err error
		switch f.Code {
		case fault.Syntax, fault.BadTarget:
			err = toolchain.UnmarshalError(data, v, bits, f)
		default:
			err = alone(data, v, bits, f)
		}
		all = append(all, Located{f, err})
	}
	return all
}

// alone returns what encoding/json says of f if nothing else is wrong with data.
func alone(data []byte, v any, bits option.Set, f *fault.Fault) error {
	t := reflect.TypeOf(v).Elem()
	at := locate.Find(data, int(f.Offset))
	if f.Code == fault.Method {
		f.Path = locate.Type(t, at.Steps, &plan.V1.Shape).Fields
		return toolchain.UnmarshalError(data, v, bits, f)
	}
	doc, moved := locate.Alone(data, int(f.Offset), at)
	if err := toolchain.Decode(doc, reflect.New(t).Interface(), bits); err != nil {
		if te, ok := err.(*json.UnmarshalTypeError); ok {
			// Version 2 names elements by their index, and there was but one.
			if rest, ok := strings.CutPrefix(te.Field, locate.Dotted(at.Steps, true)); ok {
				te.Field = locate.Dotted(at.Steps, false) + rest
			}
		}
		return toolchain.Shift(err, moved)
	}
	if f.Err != nil {
		return f.Err
	}
	return f
}
