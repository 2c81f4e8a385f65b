package loan

import (
	"reflect"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// Two tables of functions are filled in by package codec at the start of a program: a Lender, with what plans do with
// codecs, and a Desk, with what the packages above them do with readers and writers. Programs without codecs link
// nothing of package codec, since its types are in neither table's type.

// Reader and Writer are package codec's, for plans, which must not import it: it is linked only in programs with
// codecs. There are no values of these types; pointers to them are pointers to codec's.
type (
	Reader struct{ _ [0]func() }
	Writer struct{ _ [0]func() }
)

// A Codec is the plan's form of a codec for values of one type. Functions that it does not have are nil.
type Codec struct {
	Type        reflect.Type
	Write       func(w *Writer, v mem.Ptr) // v points to a value of the type
	Read        func(r *Reader, v mem.Ptr)
	Empty, Zero func(v any) bool // v is a pointer to a value

	// Check returns what is wrong with the codec under the configuration owner, and calls look for the types that it
	// writes and reads without a codec.
	Check func(owner any, look func(t reflect.Type)) []error
}

// A Key is the plan's form of a codec for map keys of one type. Its functions take a pointer to a key. Their panics
// become errors.
type Key struct {
	Type   reflect.Type
	Append func(dst []byte, k any) ([]byte, error)
	Parse  func(name string, k any) error
}

// A Field is a codec for one field of a struct type.
type Field struct {
	Struct reflect.Type // the type that declares the field
	Name   string       // the Go name
	Type   reflect.Type // of the field
	Codec  *Codec       // for values of the field's type, or of the type that it points to
	Err    error        // why there is no such field, or nil
}

// Terms describe the lender of a Reader or Writer: the configuration, the depth within a value, and the bytes that
// values may still take. For a Reader or Writer without a lender they are zero.
type Terms struct {
	Owner any // a *plan.Config
	Level int
	Left  *int64
}

// A Lender lends readers and writers to codecs. Functions of the caller's may panic in Write and Read.
type Lender struct {
	NewWriter func() *Writer
	NewReader func() *Reader

	// Write lends w to write, which appends the value at v to dst, and takes it back. It returns dst with all that was
	// appended, and an error if that is wrong. If write panics, TakeWriter takes w back and returns as much of dst as
	// there is.
	Write      func(w *Writer, write func(*Writer, mem.Ptr), dst []byte, set *kernel.EscapeSet, owner any, level int, v mem.Ptr) ([]byte, error)
	TakeWriter func(w *Writer) []byte

	// Read lends r to read, which reads the value at start of in into the value that v points to. It returns the
	// position after the value, or -1 if that is not known, and an error. in is not copied, and nothing of the value
	// has been checked: reading it finds its end. It may have at most deepest nested containers. r sees in until
	// TakeReader is called or r is lent again.
	Read       func(r *Reader, read func(*Reader, mem.Ptr), in *wire.Input, start int, t Terms, deepest, digits int, v mem.Ptr) (end int, err error)
	TakeReader func(r *Reader)

	// Types that write themselves implement Marshaler, and those that read themselves Unmarshaler. Marshal and
	// Unmarshal call their methods.
	Marshaler, Unmarshaler reflect.Type
	Marshal                func(w *Writer, v any)
	Unmarshal              func(r *Reader, v any)

	// Failed makes the error of a codec of t, for the field with that name or "". Failure returns the innermost such
	// error in err, or nil. Both also return the address of its offset. Panicked makes the error of a codec that
	// panicked with v.
	Failed   func(t reflect.Type, field string, writing bool, err error) (offset *int64, failure error)
	Failure  func(err error) (offset *int64, failure error)
	Panicked func(v any) error
}

// Codecs returns the Lender of package codec, or an empty one in programs without codecs.
func Codecs() *Lender {
	if l := lender.Load(); l != nil {
		return l
	}
	return &noLender
}

// Goroutines that another package starts in its initialization may read the Lender while package codec stores it.
var (
	lender   atomic.Pointer[Lender]
	noLender Lender
)

// A Desk has the functions for packages above the plans, for readers R and writers W, codecs C, keys K and fields F.
type Desk[R, W, C, K, F any] struct {
	// The plan's forms of a codec, of a codec for keys and of one for a field.
	Codec func(c *C) *Codec
	Key   func(k *K) *Key
	Field func(f *F) *Field

	// Behind returns the codec for pointers of type t to values of cd: nil is written as null, and null is read as nil.
	// SkipsNull returns a codec that skips null, and otherwise does the same as cd, which must read. Failing returns a
	// codec of t that always fails with err.
	Behind    func(t reflect.Type, cd *Codec) *Codec
	SkipsNull func(cd *Codec) *Codec
	Failing   func(t reflect.Type, err error) *Codec

	// BeginValue prepares w for a value that the caller appends to buf, and gives back by EndValue; the value is not
	// checked. If no value is allowed, ok is false, and nothing is to be given back. Until EndValue calls of w are a
	// misuse. With an error EndValue gets the buffer unchanged.
	BeginValue func(w *W) (buf []byte, owner any, level int, set *kernel.EscapeSet, ok bool)
	EndValue   func(w *W, buf []byte, err error)

	// Owner returns the lender of w, a *plan.Config, or nil.
	Owner func(w *W) any
	// Terms returns the terms of r, with the level of the next value, and whether r reads memory that does not change
	// while it is lent, so that other code may walk over it at the same time.
	Terms func(r *R) (t Terms, lent bool)
	// Window returns what r has in memory, and where its first unread value starts. A value that ends before edge is
	// complete; Advance passes it. If no value can start here, ok is false.
	Window  func(r *R) (in *wire.Input, start, edge int, ok bool)
	Advance func(r *R, end int)
	// Whole reads until the next value is complete in memory and returns its text, without passing it.
	Whole func(r *R) []byte
	// Suspend makes r refuse calls until Resume, while functions of the caller's run that must not use r. If they call
	// it, it fails.
	Suspend func(r *R)
	Resume  func(r *R)

	// View returns what r has in memory, and where in it the next value starts. first is the place of the first byte,
	// except that its Pointer is that of the value. For readers that are lent it returns nothing. FailAt makes err,
	// about that value, r's error.
	View   func(r *R) (seen []byte, start int, first Placed, ok bool)
	FailAt func(r *R, err error, at Placed)
	// Explain makes err, which also has the place, the cause of r's error.
	Explain func(r *R, err error)
}

// Placed is the place in an error.
type Placed struct {
	Offset  int64
	Line    int
	Column  int
	Pointer string
	Excerpt string
	Caret   int // characters of the excerpt before the place
}

var desk any

// Open makes d, a pointer to a Desk, the result of Get, and l that of Codecs. Package codec calls it.
func Open(d any, l *Lender) {
	desk = d
	lender.Store(l)
}

// Get returns the Desk of type D.
func Get[D any]() *D { return desk.(*D) }
