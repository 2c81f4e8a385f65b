package stream

import (
	"io"
	"runtime"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/frame"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
)

// root has the functions of the root package that this package needs.
var root = zetes.Inside(loan.Within())

// DefaultMaxValueSize is the largest size in bytes of a value in a stream unless [MaxValueSize] changes it.
const DefaultMaxValueSize = 64 << 20

// ErrValueTooLarge is the cause of the [*zetes.Error] for a value in a stream that is too long. It ends the stream,
// except for [Lines], [LinesAt], [Events] and [Records], which continue with the next line, event or text.
var ErrValueTooLarge = frame.ErrTooLarge

// Option is a choice for reading or writing a stream of values.
type Option func(*options)

type options struct {
	max            int
	api            *zetes.API
	c              *plan.Dialect // the configuration of api; prefix and indent are its indentation
	prefix, indent string
	query          *jsonpath.Query // selects values in each value that is read, or nil
	inPlace        bool
	parallel       int // number of goroutines; 0 means the caller's only
	piece          int // FlushAt: write once this many bytes are encoded; 0 if not set
}

// MaxValueSize limits each value of a stream to n bytes. For [Lines] the white space of the line counts too. A stream
// takes memory for its largest value, up to four times its size.
func MaxValueSize(n int) Option { return func(o *options) { o.max = n } }

// Using makes a function read and write with a instead of package zetes' own functions. A limit of a on bytes holds for
// each value. [Encoder] and [WriteArray] indent if a does; other functions write compact values. A nil a means package
// zetes' own functions.
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

// Selecting makes [Values], [Lines], [LinesAt] and [Elements] return, in place of each value, the values that query
// selects in it, in the order of RFC 9535: none, one or several. With [Parallel] the lines are searched on several
// goroutines. If a query takes more steps in a value than the default budget of package jsondoc, there is an error
// about that value. One part of the budget grows with the length of the value; all values of the stream share the other
// part.
func Selecting(query *jsonpath.Query) Option { return func(o *options) { o.query = query } }

// InPlace makes [Lines] and [LinesAt] return each [jsondoc.Value] or json.RawMessage as a part of the reader's buffer.
// The value and all parts of it are valid until the next line is read; Clone copies a Value. The line is not checked:
// as with [jsondoc.Options].Unchecked, a Value of a line that is not JSON may have any part of it, or any error.
// jsondoc.Get of v.Raw() checks the text up to the value that it returns. The speed is that of a bufio.Scanner with
// jsondoc.Get. InPlace has no effect on other types, together with [Parallel] or [Selecting], or if the API has rules
// or limits for the text.
//
// [jsondoc.Value]: https://pkg.go.dev/github.com/zetes-json/zetes/jsondoc#Value
// [jsondoc.Options]: https://pkg.go.dev/github.com/zetes-json/zetes/jsondoc#Options
func InPlace() Option { return func(o *options) { o.inPlace = true } }

// FlushAt makes an [Encoder], [WriteLines] and [WriteArray] write as soon as n bytes or a few more are encoded, also in
// the middle of a value, so that memory does not grow with the value. If n is not positive, 32 KB is used.
//
// If a value can't be encoded and a part of it is written already, that part stays: the output is cut, and an Encoder
// returns the error from all further calls. Such an error of a codec does not say where in the value it was.
//
// Some texts are not split, and are in memory as a whole before they are written:
//
//   - strings;
//   - the output of methods, codecs and generated code, except for the bytes that CopyString of a codec's Writer reads
//     from a source;
//   - indented values;
//   - values of an API with choices about the whole text, such as [zetes.Config].Canonical;
//   - lines of an API with UncheckedRaw or UncheckedMethods;
//   - the lines of [Parallel].
func FlushAt(n int) Option {
	if n <= 0 {
		n = writeSize
	}
	n = min(n, mostPiece)
	return func(o *options) { o.piece = n }
}

const mostPiece = 1 << 30

const mostParallel = 1000

// Parallel makes [Lines] decode and [WriteLines] encode on n goroutines, at most 1,000. If n is not positive,
// runtime.GOMAXPROCS(0) is used. The values, their order and the errors are the same. Other functions ignore it.
//
// Lines then reads ahead: at most 2n pieces of the input are in memory, each of 128 KB or one line, with their values.
// The reader is called from another goroutine, one call at a time. A last call may still run when the loop has been
// left; the bytes that it reads are for the next loop. Methods and codecs are called from several goroutines at a time,
// also for lines that the loop does not reach.
//
// WriteLines takes values ahead of those that it writes. They, and the values that they point to, must not change
// before it returns.
func Parallel(n int) Option {
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	n = min(n, mostParallel)
	return func(o *options) { o.parallel = n }
}

// sink returns the sink for parts of values that go to w, or nil if values must not be split.
func (o *options) sink(w io.Writer) *encode.Sink {
	if o.piece == 0 || o.parallel > 0 || o.c.Finish != nil {
		return nil
	}
	return &encode.Sink{W: w, Size: o.piece}
}

// newOptions returns the options in opts. The parameter most is the largest size of a value in bytes, unless opts set
// another one.
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
