package loan

import (
	"io"
	"reflect"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/wire"
)

// Reader and Writer replace codec.Reader and codec.Writer in packages that must not import codec. There are no values
// of these types: a *Reader is in fact a pointer to a codec.Reader, and a *Writer to a codec.Writer.
type (
	Reader struct{ _ [0]func() }
	Writer struct{ _ [0]func() }
)

// A Codec is a codec for values of one type, in the form that plans use. Functions that the codec does not have are
// nil.
type Codec struct {
	Type  reflect.Type
	Write func(w *Writer, v mem.Ptr) // v points to a value of the type
	// Append does what Write does, but appends to dst. It uses w only for the Kept value of the codec.
	Append      func(w *Writer, dst []byte, owner any, level int, v mem.Ptr) ([]byte, error)
	Read        func(r *Reader, v mem.Ptr)
	Empty, Zero func(v any) bool // v is a pointer to a value of the type
	Pieces      bool             // Read may read the value from a source while the value arrives: the type is an io.Writer

	// Call calls a function that WithMarshalers or WithUnmarshalers of encoding/json/v2 has set, with v, a pointer to a
	// value. A function that writes returns JSON, which the caller of Call checks; text is nil then. A function that
	// reads gets the value's JSON as text. A Codec with Call has only this function.
	Call func(context any, text []byte, v any) ([]byte, error)

	// Check returns the faults of the codec under the configuration owner. It calls look with each type that the codec
	// writes or reads without a codec.
	Check func(owner any, look func(t reflect.Type)) []error
}

// InPieces reports whether codecs of t may read a value from a source before all of it has arrived: they may if t or *t
// is an io.Writer.
func InPieces(t reflect.Type) bool {
	writer := reflect.TypeFor[io.Writer]()
	return t.Implements(writer) || reflect.PointerTo(t).Implements(writer)
}

// Kept is a value that a codec stores in a Reader or Writer for its next call. Drop makes the value release memory that
// was lent to the codec.
type Kept interface{ Drop() }

// A Key is a codec for map keys of one type, in the form that plans use. Its functions take a pointer to a key. If they
// panic, the panic becomes an error.
type Key struct {
	Type   reflect.Type
	Append func(dst []byte, k any) ([]byte, error)
	Parse  func(name string, k any) error
}

// A Field is a codec for one field of a struct type.
type Field struct {
	Struct reflect.Type // the type that declares the field
	Name   string       // the Go name of the field
	Type   reflect.Type // the type of the field
	Codec  *Codec       // for values of the field's type, or of the type that it points to
	Err    error        // the error if there is no such field, or nil
}

// Terms are the conditions under which a Reader is lent to a codec. They hold for decodings that the codec starts
// through the Reader. For a Reader without a lender they are zero.
type Terms struct {
	Owner  any    // the configuration, a *plan.Dialect; or nil
	Level  int    // the number of arrays, objects and codecs around the value
	Left   *int64 // the bytes that values may still take, if the configuration limits memory; or nil
	Origin int64  // offset in the document from which the offsets of a Reader count
}

// A Lender lends readers and writers to codecs. Write and Read call the user's functions, which may panic.
type Lender interface {
	// While a long string is written, a Writer calls drain with the output in memory, which ends within the string. The
	// Writer continues in the memory that drain returns, and fails after an error of drain.
	NewWriter(drain func(buf []byte) ([]byte, error)) *Writer
	NewReader() *Reader

	// Write lends w to write, which appends the value at v to dst, and ends the loan. It returns dst with all that was
	// appended, and an error if write has not written exactly one value. If write panics, the caller calls TakeWriter,
	// which ends the loan and returns dst with all that was appended before the panic.
	Write(w *Writer, write func(*Writer, mem.Ptr), dst []byte, set *kernel.EscapeSet, owner any, level int, v mem.Ptr) ([]byte, error)
	TakeWriter(w *Writer) []byte

	// Read lends r to the function read, which reads the value at position start of in into the value that v points to.
	// It returns the position after the value, or -1 if that is not known, and an error. The value need not have been
	// checked, and its end need not be known. deepest limits the levels of arrays and objects in it, and digits the
	// length of numbers for package big. in is not copied: r uses it until TakeReader is called or r is lent again.
	Read(r *Reader, read func(*Reader, mem.Ptr), in *wire.Input, start int, t Terms, deepest, digits int, v mem.Ptr) (end int, err error)
	TakeReader(r *Reader)

	// Types that write themselves implement Marshaler, and those that read themselves Unmarshaler. Marshal and
	// Unmarshal call their methods.
	Marshaler() reflect.Type
	Unmarshaler() reflect.Type
	Marshal(w *Writer, v any)
	Unmarshal(r *Reader, v any)

	// Failed makes the error of a codec of type t, for the field with that name or "". Failure returns the innermost
	// such error in err, or nil. Both also return the address of the error's offset. Panicked makes the error of a
	// codec that panicked with v.
	Failed(t reflect.Type, field string, writing bool, err error) (offset *int64, failure error)
	Failure(err error) (offset *int64, failure error)
	Panicked(v any) error
}

// lender is atomic, since goroutines that a package starts in its initialization may read it while package codec stores
// it.
var lender atomic.Pointer[Lender]

// Open stores l, so that Codecs returns it. Package codec calls it.
func Open(l Lender) { lender.Store(&l) }

// Codecs returns the Lender of package codec, or nil in programs without codecs.
func Codecs() Lender {
	if l := lender.Load(); l != nil {
		return *l
	}
	return nil
}

// A Caller is the argument of codec.Inside and zetes.Inside. These functions give packages of this module access to
// more than codec and zetes export. Other programs can't call them: they can't import this package, and the zero
// Caller, which package reflect can make, is refused.
type Caller struct{ within bool }

// Within returns the Caller for packages of this module.
func Within() Caller { return Caller{true} }

// Check panics if c was not made by Within.
func (c Caller) Check() {
	if !c.within {
		panic("zetes: Inside is for packages of its module alone")
	}
}
