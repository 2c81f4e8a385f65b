package foobar

import (
	"encoding/json"

	"github.com/mailru/easyjson"
	"github.com/pquerna/ffjson/ffjson"
)

// contender is a way to write and to read the struct.
type contender struct {
	name string
	// once is what a person writes who has one value. Its variable has a name of its own, by which the report of the
	// compiler is searched for what becomes of it.
	once      func() ([]byte, error)
	marshal   func() func() ([]byte, error)
	unmarshal func(b []byte) (Plain, error)
}

var contenders = []contender{
	{
		"std", func() ([]byte, error) { vOfStd := newPlain(); return json.Marshal(&vOfStd) },
		func() func() ([]byte, error) {
			v := newPlain()
			return func() ([]byte, error) { return json.Marshal(&v) }
		},
		func(b []byte) (Plain, error) { var v Plain; err := json.Unmarshal(b, &v); return v, err },
	},
	{
		"ffjson", func() ([]byte, error) { vOfFFJSON := FF(newPlain()); return ffjson.MarshalFast(&vOfFFJSON) },
		func() func() ([]byte, error) {
			v := FF(newPlain())
			return func() ([]byte, error) { return ffjson.MarshalFast(&v) }
		},
		func(b []byte) (Plain, error) { var v FF; err := ffjson.UnmarshalFast(b, &v); return Plain(v), err },
	},
	{
		"easyjson", func() ([]byte, error) { vOfEasyJSON := Easy(newPlain()); return easyjson.Marshal(&vOfEasyJSON) },
		func() func() ([]byte, error) {
			v := Easy(newPlain())
			return func() ([]byte, error) { return easyjson.Marshal(&v) }
		},
		func(b []byte) (Plain, error) { var v EasyCamel; err := easyjson.Unmarshal(b, &v); return Plain(v), err },
	},
}
