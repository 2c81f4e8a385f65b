package engine

import (
	"encoding/json"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan/decode"
)

// Located is one of several faults, with encoding/json's error about it.
type Located struct {
	Fault *fault.Fault
	Err   error
}

// Several errors about one document. encoding/json returns the first one. Each further one is the error that it would
// return if no other value were wrong.

// UnmarshalAll decodes data into v, skips all values that do not fit, and returns the first limit faults.
func UnmarshalAll(c *decode.Call, data []byte, v any, limit int) []Located {
	if most := c.Config.Limits.Bytes; most > 0 && len(data) > most {
		f, err := tooLong(most)
		return []Located{{f, err}}
	}
	call := *c
	call.All = limit
	faults := call.Unmarshal(data, v).Faults()
	if len(faults) == 0 {
		return nil
	}
	all := make([]Located, 0, len(faults))
	walk := locate.Walk{Data: data}
	for i, left := 0, decode.LongNames*len(data); i < len(faults) && left >= 0; i++ {
		f := &faults[i]
		var at locate.Path
		if _, typed := f.Err.(*json.UnmarshalTypeError); f.Code != fault.BadTarget && (c.Config.Own && f.Code != fault.Syntax || f.Code == fault.Method && typed) {
			// One walk serves all faults: it goes on from one place to the next.
			at = walk.Find(int(f.Offset))
		}
		if len(at.Route) > decode.LongName {
			names := 0
			for _, s := range at.Steps() {
				names += len(s.Name)
			}
			left -= max(names-decode.LongName, 0)
		}
		all = append(all, Located{f, explained(c, data, v, f, at.Steps())})
	}
	return all
}
