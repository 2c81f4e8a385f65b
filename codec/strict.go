package codec

import "github.com/zetes-json/zetes/internal/wire"

// A strict Writer does not check each string. In place of text that is not UTF-8 it writes a byte that never occurs in
// UTF-8. It looks for that byte when the memory or the error is asked for, so calls that write cost nothing more.

// SetStrictUTF8 says whether text that is not UTF-8 is an error. Otherwise U+FFFD is written for it. The choice holds
// for strings and names, for values that WriteValue of package zetes writes, and for raw JSON, where half of a
// surrogate pair is an error too. The error has the code [Unsupported] and the place of the string. Err, Bytes, Flush
// and Close report it, and so does a flush of full memory. The output then ends before that string.
//
// It holds for all that is written from now on. A Reset undoes the choice. A Writer that a codec gets ignores it: it
// has the choice of Config.StrictUTF8 of package zetes, or of the Writer whose value it writes.
func (w *Writer) SetStrictUTF8(on bool) {
	switch {
	case w.hold != made:
		return
	case w.place == writeBusy:
		w.atWork()
		return
	}
	w.look()
	w.strict, w.looked = on, len(w.buf)
	w.set = w.set.WithMarks(on)
}

// look makes a strict writer fail at the first string in memory that is not UTF-8, and cuts the output there. It is
// called between tokens.
func (w *Writer) look() {
	if !w.strict || w.self != w || w.busy || w.err != nil {
		return
	}
	at := wire.Inexact(w.buf[w.looked:])
	if at < 0 {
		w.looked = len(w.buf)
		return
	}
	w.buf = w.buf[:w.looked+at]
	w.place = writeNothing
	w.err = &Error{Code: Unsupported, Offset: w.base + int64(len(w.buf)), What: "text that is not UTF-8", Pointer: w.pointer()}
}
