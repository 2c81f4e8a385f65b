package plan

import (
	"sync"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// Config is one meaning of JSON together with the programs compiled for it. Its exported choices are set before first
// use and never changed afterwards; from then on it is safe for concurrent use. It must not be copied.
type Config struct {
	Options option.Set
	Shape   shape.Options

	// Encoders and Decoders belong to the two machines, which alone know what lies behind a Program.
	Encoders Table[Program]
	Decoders Table[Program]

	// EncoderLock guards Codes, what the encoder's compiler has made so far.
	EncoderLock sync.Mutex
	Codes       any
}

// Program is an entry of Encoders or Decoders before its machine looks at it: the address of the machine's own type.
type Program struct{ _ byte }
