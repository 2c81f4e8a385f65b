package loan

import (
	"reflect"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// Two tables lead to package codec, which fills them in as the program starts: a Lender has what the machines do with
// codecs, and a Desk what the packages above them do with readers and writers. So programs without codecs link nothing
// of package codec, whose types stand in neither table's own type.

// A Reader and a Writer are those of package codec, for the machines, which must not know it: it is linked only in
// programs that have codecs. There is none of these types; pointers to them are those to codec's.
type (
	Reader struct{ _ [0]func() }
	Writer struct{ _ [0]func() }
)

// A Codec is what a codec for values of one type is made of. Functions that it does not have are nil.
type Codec struct {
	Type        reflect.Type
	Write       func(w *Writer, v mem.Ptr) // v leads to a value of the type
	Read        func(r *Reader, v mem.Ptr)
	Empty, Zero func(v any) bool // of a pointer to a value

	// Check returns what is wrong with the codec under the configuration owner, and calls look with the types that it
	// writes and reads as ever.
	Check func(owner any, look func(t reflect.Type)) []error
}

// A Key is what a codec for map keys of one type is made of. Its functions take a pointer to a key; what they panic
// with is their error.
type Key struct {
	Type   reflect.Type
	Append func(dst []byte, k any) ([]byte, error)
	Parse  func(name string, k any) error
}

// A Field is a codec for one field of a struct type.
type Field struct {
	Struct reflect.Type // the type that declares the field
	Name   string       // in Go
	Type   reflect.Type // of the field
	Codec  *Codec       // for values of the field's type, or of what that points to
	Err    error        // why there is no such field, or nil
}

// Terms are what a Reader or Writer knows of whoever has lent it: the configuration at work, how deep within a value
// it is, and how many bytes values may still take. Of others they are zero.
type Terms struct {
	Owner any // a *plan.Config
	Level int
	Left  *int64
}

// A Lender is where the machines borrow readers and writers for codecs. Functions of the caller's may panic in Write
// and Read.
type Lender struct {
	NewWriter func() *Writer
	NewReader func() *Reader

	// Write lends w to write, which is to append the value at v to dst, and takes it back: it returns dst with all
	// that was appended, and what is wrong with that. Where write panics TakeWriter takes w back; it returns as
	// much of dst as there is.
	Write      func(w *Writer, write func(*Writer, mem.Ptr), dst []byte, set *kernel.EscapeSet, owner any, level int, v mem.Ptr) ([]byte, error)
	TakeWriter func(w *Writer) []byte

	// Read lends r to read, which is to read the value at start of in into what v leads to, and returns the
	// position behind it, or -1 where it can't tell, and what is wrong. in is not copied, and nothing of the value
	// has been checked: where it ends is found by reading it. It may have deepest containers within one another. r
	// sees in until TakeReader is called or r is lent again.
	Read       func(r *Reader, read func(*Reader, mem.Ptr), in *wire.Input, start int, t Terms, deepest, digits int, v mem.Ptr) (end int, err error)
	TakeReader func(r *Reader)

	// Types that write themselves implement Marshaler, and those that read themselves Unmarshaler: Marshal and
	// Unmarshal call their methods.
	Marshaler, Unmarshaler reflect.Type
	Marshal                func(w *Writer, v any)
	Unmarshal              func(r *Reader, v any)

	// Failed makes the error of a codec of t, for the field of that name or "". Failure returns the innermost such
	// error in err, or nil; both return where its offset stands, too. Panicked makes the error of a codec that
	// panicked with v.
	Failed   func(t reflect.Type, field string, writing bool, err error) (offset *int64, failure error)
	Failure  func(err error) (offset *int64, failure error)
	Panicked func(v any) error
}

// Codecs returns the Lender of package codec, or an empty one in programs without it, which have no codecs.
func Codecs() *Lender {
	if l := lender.Load(); l != nil {
		return l
	}
	return &noLender
}

// Goroutines that another package has started at its own beginning may ask while package codec makes its Lender known.
var (
	lender   atomic.Pointer[Lender]
	noLender Lender
)

// A Desk is what the packages above the machines do with readers R and writers W, of codecs C, for keys K and fields F.
type Desk[R, W, C, K, F any] struct {
	// The parts of a codec, of a codec for keys and of one for a field.
	Codec func(c *C) *Codec
	Key   func(k *K) *Key
	Field func(f *F) *Field

	// Behind returns the codec of pointers of type t to values of cd: nil is null, and null is nil. SkipsNull returns
	// a codec that passes null, and else does what cd does, which reads. Failing returns the codec of a t that always
	// fails with err.
	Behind    func(t reflect.Type, cd *Codec) *Codec
	SkipsNull func(cd *Codec) *Codec
	Failing   func(t reflect.Type, err error) *Codec

	// BeginValue gets w ready for a value that the caller appends to buf, and hands back by EndValue; it is not
	// checked. Where no value can stand ok is false, and nothing is to be handed back. Until then w is at work, and
	// calls of it are a misuse. With an error the buffer comes back as it was.
	BeginValue func(w *W) (buf []byte, owner any, level int, set *kernel.EscapeSet, ok bool)
	EndValue   func(w *W, buf []byte, err error)

	// Owner is who has lent w, a *plan.Config, or nil.
	Owner func(w *W) any
	// Terms are those of r, with the level of the next value in it, and whether it reads in memory that stays as it
	// is while it is lent, so that others may walk over it at the same time.
	Terms func(r *R) (t Terms, lent bool)
	// Window shows what r has in memory, and where its first unread value starts: one that ends before edge is
	// whole, and is passed by Advance. Where no value can start ok is false.
	Window  func(r *R) (in *wire.Input, start, edge int, ok bool)
	Advance func(r *R, end int)
	// Whole makes the value that comes next whole in memory and returns its text, without passing it.
	Whole func(r *R) []byte
	// Suspend makes r refuse calls until Resume, while functions of the caller's run that r is not for. Where they
	// call it, it fails.
	Suspend func(r *R)
	Resume  func(r *R)

	// View shows what r has in memory, and where in it the next value starts. first is the place of the first byte,
	// but for its Pointer, which is that to the value. Of readers that are lent it shows nothing. FailAt makes err,
	// about that value, r's error.
	View   func(r *R) (seen []byte, start int, first Placed, ok bool)
	FailAt func(r *R, err error, at Placed)
	// Explain makes err, which tells the place too, the cause of the error that r has.
	Explain func(r *R, err error)
}

// Placed is the place that an error tells.
type Placed struct {
	Offset  int64
	Line    int
	Column  int
	Pointer string
	Excerpt string
	Caret   int // characters of the excerpt before the place
}

var desk any

// Open makes d, a pointer to a Desk, the one that Get returns, and l that of Codecs. Package codec calls it.
func Open(d any, l *Lender) {
	desk = d
	lender.Store(l)
}

// Get returns the Desk of that type.
func Get[D any]() *D { return desk.(*D) }
