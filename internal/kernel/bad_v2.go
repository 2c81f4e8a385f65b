//go:build goexperiment.jsonv2

package kernel

// replacement stands for a byte that is not valid UTF-8: the v2-based encoding/json writes U+FFFD itself.
const replacement = 0xef | 0xbf<<8 | 0xbd<<16 | 3<<56
