package stream

import (
	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/bridge"
	"github.com/zetes-json/zetes/internal/frame"
	"github.com/zetes-json/zetes/internal/plan"
)

// root is what the root package does for this one.
var root = bridge.Get[bridge.Bridge[zetes.API, zetes.Error]]()

// DefaultMaxValueSize is how many bytes a value in a stream may have unless [MaxValueSize] says otherwise.
const DefaultMaxValueSize = 64 << 20

// ErrValueTooLarge is the cause of the [*zetes.Error] for a value in a stream that has more bytes than allowed. It
// ends the stream.
var ErrValueTooLarge = frame.ErrTooLarge

// Option is a choice about reading or writing a stream of values.
type Option func(*options)

type options struct {
	max            int
	api            *zetes.API
	c              *plan.Config // of api, as what follows
	prefix, indent string
}

// MaxValueSize limits each value of a stream to n bytes; to those of [Lines] the white space of their line counts.
// A stream takes memory for its largest value, up to four times its size.
func MaxValueSize(n int) Option { return func(o *options) { o.max = n } }

// Using reads and writes with the meaning of a instead of that of package zetes' own functions. A limit of a's on
// bytes holds for each value. Of what writes only [Encoder] indents as a does. A nil a stands for package zetes' own
// functions.
func Using(a *zetes.API) Option {
	return func(o *options) {
		o.api = a
		if a == nil {
			return
		}
		c, _, _ := root.Config(a)
		if most := c.Limits.Bytes; most > 0 {
			o.max = most
		}
	}
}

// newOptions returns what opts choose. A value may have most bytes where they do not say it.
func newOptions(most int, opts []Option) options {
	o := options{max: most}
	for _, opt := range opts {
		opt(&o)
	}
	if o.api == nil {
		o.api = zetes.Standard()
	}
	o.c, o.prefix, o.indent = root.Config(o.api)
	return o
}
