package stream

import (
	"io"
	"runtime"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/bridge"
	"github.com/zetes-json/zetes/internal/frame"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/encode"
)

// root is what the root package does for this one.
var root = bridge.Get[bridge.Bridge[zetes.API, zetes.Error]]()

// standard is the configuration of package zetes' own functions.
var standard, _, _ = root.Config(zetes.Standard())

// DefaultMaxValueSize is how many bytes a value in a stream may have unless [MaxValueSize] says otherwise.
const DefaultMaxValueSize = 64 << 20

// ErrValueTooLarge is the cause of the [*zetes.Error] for a value in a stream that has more bytes than allowed. It
// ends the stream, but for [Lines], which goes on with the next line.
var ErrValueTooLarge = frame.ErrTooLarge

// Option is a choice about reading or writing a stream of values.
type Option func(*options)

type options struct {
	max            int
	api            *zetes.API
	c              *plan.Config // of api, as what follows
	prefix, indent string
	parallel       int // goroutines; 0: those of the caller
	piece          int // bytes that are written at once, also of a part of a value, or 0
}

// MaxValueSize limits each value of a stream to n bytes; to those of [Lines] the white space of their line counts.
// A stream takes memory for its largest value, up to four times its size.
func MaxValueSize(n int) Option { return func(o *options) { o.max = n } }

// Using reads and writes with the meaning of a instead of that of package zetes' own functions. A limit of a's on
// bytes holds for each value. [Encoder] and [WriteArray] indent as a does, others write compact values. A nil a stands
// for package zetes' own functions.
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

// FlushAt has an [Encoder], [WriteLines], [WriteArray] and [Send] write as soon as n bytes are there or somewhat more,
// also in the midst of a value: memory does not grow with the value. Where n is not positive it is 32 KB.
//
// If a value turns out to have no JSON when a part of it is written already, that part stays: the output is cut, and an
// Encoder returns the error from all further calls too. Such an error of a codec does not tell where in the value it
// was.
//
// Strings, and what methods, codecs and generated code write, are whole in memory all the same. So are values that are
// indented, those of an API whose choices are about the text as a whole, such as [zetes.Config].Canonical, lines of an
// API with UncheckedRaw or UncheckedMethods, and the lines of [Parallel].
func FlushAt(n int) Option {
	if n <= 0 {
		n = writeSize
	}
	n = min(n, mostPiece)
	return func(o *options) { o.piece = n }
}

const mostPiece = 1 << 30

const mostParallel = 1000

// Parallel has [Lines] decode and [WriteLines] encode on n goroutines, 1,000 at most, or as many as run at once where n
// is not positive. What comes out, and its order, is the same, and so are errors. Others than these two know nothing
// of it.
//
// Lines then reads ahead: 2n pieces of the input at most are in memory, each of 128 KB or one line, with what has been
// made of them. The reader is called from another goroutine, one call at a time; a last one may still be at work when
// the loop has been left, and what it brings is for the next loop. Methods and codecs are called from several
// goroutines at a time, also for lines that the loop does not get to.
//
// WriteLines takes values ahead of those it writes, which must not change before it returns; what they lead to neither.
func Parallel(n int) Option {
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	n = min(n, mostParallel)
	return func(o *options) { o.parallel = n }
}

// sink returns what takes pieces of values for w, or nil if values are to be whole.
func (o *options) sink(w io.Writer) *encode.Sink {
	if o.piece == 0 || o.parallel > 0 || o.c.Finish != nil {
		return nil
	}
	return &encode.Sink{W: w, Size: o.piece}
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
