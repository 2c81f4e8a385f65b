package foobar

import zetesjson "github.com/zetes-json/zetes/json"

func init() {
	contenders = append(contenders, contender{
		"zetes", func() ([]byte, error) { vOfZetes := newPlain(); return zetesjson.Marshal(&vOfZetes) },
		func() func() ([]byte, error) {
			v := newPlain()
			return func() ([]byte, error) { return zetesjson.Marshal(&v) }
		},
		func(b []byte) (Plain, error) { var v Plain; err := zetesjson.Unmarshal(b, &v); return v, err },
	}, contender{
		"zetes-gen", func() ([]byte, error) { vOfZetesGen := Zetes(newPlain()); return vOfZetesGen.MarshalJSON() },
		func() func() ([]byte, error) {
			v := Zetes(newPlain())
			return v.MarshalJSON
		},
		func(b []byte) (Plain, error) { var v Zetes; err := v.UnmarshalJSON(b); return Plain(v), err },
	})
}
