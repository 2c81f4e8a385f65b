package zetes

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/zetes-json/zetes/codec"
)

// The package's own functions are those of an API. It is frozen at their first use, with the codecs registered by then.
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

// Standard returns the API of the package's own functions: encoding/json's meaning with the codecs of [Register],
// which is over with the first call.
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

// Register makes codecs part of the package's own functions, such as [Marshal] and [Append], and of what is made
// without an [API], such as [NewTypedEncoder]. It is for init functions: once the first of these has been called,
// registering is an error, and so is a second codec for one type. Either all of the codecs are registered or none.
// An API has the codecs of its [Config] only, and the package json has none.
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
