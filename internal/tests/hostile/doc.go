// Package hostile holds that memory stays intact and pools stay sound, whatever methods, codecs, readers and
// writers of the caller's do.
//
// Its tests run random programs of such methods: they replace, shorten, grow, clear or drop what they are part of, call
// the module again on the same target, keep what they were given and write to it, panic, or end their goroutine. The
// result of such a call is not checked, except that output is JSON. The tests check what must not change: memory beside
// that of slices and fields, results of other calls, and all calls that follow.
//
// TestArguments calls every exported function and method with arguments that make no sense, and finds those that
// have no row by reading the source.
package hostile
