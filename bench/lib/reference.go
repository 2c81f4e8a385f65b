package lib

import stdjson "encoding/json"

// Reference is what results are proven against.
type Reference struct {
	Name      string
	Marshal   func(v any) ([]byte, error) // with map keys in order
	Unmarshal func(data []byte, v any) error
}

var refStd = &Reference{"encoding/json", stdjson.Marshal, stdjson.Unmarshal}

// Reference returns the judge of the library's results: encoding/json, or encoding/json/v2 for what is configured
// for that.
func (l *Lib) Reference() *Reference {
	if l.Level == V2 {
		return refV2
	}
	return refStd
}
