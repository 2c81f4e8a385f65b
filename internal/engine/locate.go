package engine

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// Located is one of several things that did not fit: the fact, and encoding/json's error about it.
type Located struct {
	Fault *fault.Fault
	Err   error
}

// Several errors about one document. encoding/json tells the first; of each further one it is asked about a document in
// which nothing else is wrong: of {"a":1,"b":[true,"x"]}, where "x" does not fit, that is {"b":["x"]}. So it knows the
// way to the value, and its offset is moved by what was left out.

// Errors that would take many times the document's memory are left out: the names that lead to a place have longName
// bytes free, and longNames is how often the rest of all places' names may be as long as the document. A name of 400 KB
// with a thousand wrong values under it would be written some eight thousand times.
const (
	longName  = 256
	longNames = 4
)

// UnmarshalAll decodes data into v, passes over all that does not fit, and returns the first limit of that.
func UnmarshalAll(c *decode.Call, data []byte, v any, limit int) []Located {
	if most := c.Config.Limits.Bytes; most > 0 && len(data) > most {
		f, err := tooLong(most)
		return []Located{{f, err}}
	}
	call := *c
	call.All = &decode.Findings{Most: limit}
	faults := call.All.Faults(call.Unmarshal(data, v).Take())
	all := make([]Located, 0, len(faults))
	walk := locate.Walk{Data: data}
	for i, left := 0, longNames*len(data); i < len(faults) && left >= 0; i++ {
		f := &faults[i]
		names, err := alone(c, &walk, v, f)
		all = append(all, Located{f, err})
		left -= max(names-longName, 0)
	}
	return all
}

// alone returns how long the names are that lead to the place of f, and what encoding/json says of f if nothing else is
// wrong with the document that walk walks through.
func alone(c *decode.Call, walk *locate.Walk, v any, f *fault.Fault) (names int, err error) {
	if f.Code == fault.Syntax || f.Code == fault.BadTarget {
		return 0, UnmarshalError(c, walk.Data, v, f)
	}
	// One walk serves all faults: it goes on from one place to the next.
	at := walk.Find(int(f.Offset))
	for _, s := range at.Steps {
		names += len(s.Name)
	}
	return names, aloneAt(c, walk.Data, v, f, at)
}

// aloneAt is alone for a value that does not fit, which is at the end of the path at.
func aloneAt(c *decode.Call, data []byte, v any, f *fault.Fault, at locate.Path) error {
	t := reflect.TypeOf(v).Elem()
	if f.Code == fault.Method {
		f.Path = locate.Type(t, at.Steps, &c.Config.Shape).Fields
	}
	if c.Config.Own && f.Code == fault.Mismatch {
		return toolchain.OwnMismatchError(at.Steps, v, f)
	}
	if c.Config.Own || f.Code == fault.Method || f.Code == fault.Codec {
		return UnmarshalError(c, data, v, f)
	}
	doc, moved := locate.Alone(data, int(f.Offset), at)
	if err := toolchain.Decode(doc, reflect.New(t).Interface(), c.Config.Options); err != nil {
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
