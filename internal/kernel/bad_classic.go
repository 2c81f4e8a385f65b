//go:build !goexperiment.jsonv2

package kernel

// replacement stands for a byte that is not valid UTF-8: the classic encoding/json writes U+FFFD as an escape.
const replacement = '\\' | 'u'<<8 | 'f'<<16 | 'f'<<24 | 'f'<<32 | 'd'<<40 | 6<<56
