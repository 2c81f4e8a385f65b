package codec

import "github.com/zetes-json/zetes/internal/scan"

// A strict Writer does not check each string as it is written. In place of invalid UTF-8 it writes a byte that never
// occurs in UTF-8. It looks for that byte when Bytes, Err, Flush or Close is called. So calls that write take no
// additional time.

// SetStrictUTF8 says whether text that is not UTF-8 is an error. Otherwise it is written as U+FFFD. The choice applies
// to strings and names, to values that WriteValue of package zetes writes, and to raw JSON, in which half of a
// surrogate pair is an error too. The error has the code [Unsupported] and the place of the string. Err, Bytes, Flush
// and Close report it, and so does the Writer when it flushes because its memory is full. The output then ends before
// that string.
//
// The choice applies to everything that is written from now on, until a Reset. A Writer that a codec gets ignores the
// call. It is strict if Config.StrictUTF8 of package zetes is set, or if the codec runs in a WriteValue to a strict
// Writer.
func (w *Writer) SetStrictUTF8(on bool) {
	switch {
	case w.hold != made:
	case w.place == writeBusy:
		w.atWork()
	default:
		w.look()
		w.strict, w.looked = on, len(w.buf)
		w.set = w.set.WithMarks(on)
	}
}

// look checks the output of a strict writer, between tokens. If the memory has a string that is not UTF-8, w fails, and
// the output is cut before that string.
func (w *Writer) look() {
	if !w.strict || w.self != w || w.busy || w.err != nil {
		return
	}
	at := scan.Inexact(w.buf[w.looked:])
	if at < 0 {
		w.looked = len(w.buf)
		return
	}
	w.buf = w.buf[:w.looked+at]
	w.place = writeNothing
	w.err = &Error{Code: Unsupported, Offset: w.base + int64(len(w.buf)), What: "text that is not UTF-8", Pointer: w.pointer()}
}
