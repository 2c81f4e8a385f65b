package beamjson

import "github.com/zetes-json/zetes/stream"

// Option is a choice for reading or writing files.
type Option func(*options)

type options struct {
	max    int
	block  int64
	shards int
}

func newOptions(opts []Option) options {
	o := options{max: stream.DefaultMaxValueSize, block: 64 << 20, shards: 1}
	for _, opt := range opts {
		opt(&o)
	}
	return o
}

// MaxValueSize limits each line or element that is read to n bytes, in place of [stream.DefaultMaxValueSize]. A line
// that is longer goes to the bad ones, and the next line follows. A reader takes memory for its largest value.
func MaxValueSize(n int) Option { return func(o *options) { o.max = n } }

// BlockSize says into how large ranges ReadLines divides plain files at first: n bytes each, in place of 64 MB. Beam may
// divide them further while they are read.
func BlockSize(n int64) Option {
	return func(o *options) {
		if n > 0 {
			o.block = n
		}
	}
}

// Shards says how many files are written: n, in place of one. The name must then have a * in its last part.
func Shards(n int) Option {
	return func(o *options) {
		if n > 0 {
			o.shards = n
		}
	}
}
