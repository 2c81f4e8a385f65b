package zetes

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/zetes-json/zetes/codec"
)

// The package's own functions belong to an API, which is frozen at the first use of any of them, with the codecs that
// are registered by then.
var (
	frozen     atomic.Pointer[API]
	registry   sync.Mutex // guards registered and the freezing
	registered Config
)

// standard returns the API of the package's functions.
func standard() *API {
	if a := frozen.Load(); a != nil {
		return a
	}
	return freeze()
}

// Standard returns the API of the package's own functions: encoding/json's meaning and the codecs of [Register]. After
// the first call of Standard no codec can be registered.
func Standard() *API { return standard() }

func freeze() *API {
	registry.Lock()
	defer registry.Unlock()
	if a := frozen.Load(); a != nil {
		return a
	}
	a := registered.Freeze()
	frozen.Store(a)
	return a
}

// Register adds codecs to the package's own functions, such as [Marshal] and [Append], and to values made without an
// [API], such as by [NewTypedEncoder]. Call it from init functions: after the first use of any of these functions it
// returns an error, and so does a second codec for one type. Either all of the codecs are registered or none. An API
// has the codecs of its [Config] only, and package json has none.
func Register(codecs ...codec.Codec) error {
	registry.Lock()
	defer registry.Unlock()
	if frozen.Load() != nil {
		return fmt.Errorf("zetes: register: the package has been used already")
	}
	types := map[reflect.Type]bool{}
	all := append(registered.Codecs[:len(registered.Codecs):len(registered.Codecs)], codecs...)
	for _, cd := range all {
		if err := checkCodec(cd, types); err != nil {
			return fmt.Errorf("zetes: register: %w", err)
		}
	}
	registered.Codecs = all
	return nil
}
