package foobar

import goccy "github.com/goccy/go-json"

func init() {
	contenders = append(contenders, contender{
		"goccy", func() ([]byte, error) { vOfGoccy := newPlain(); return goccy.Marshal(&vOfGoccy) },
		func() func() ([]byte, error) {
			v := newPlain()
			return func() ([]byte, error) { return goccy.Marshal(&v) }
		},
		func(b []byte) (Plain, error) { var v Plain; err := goccy.Unmarshal(b, &v); return v, err },
	})
}
