package codec

import "github.com/zetes-json/zetes/internal/wire"

// A strict Writer does not look at each string. It writes a byte that no UTF-8 has for one that is not UTF-8, and looks
// at all that is in memory when somebody asks for that or for the error: calls that write cost nothing more.

// SetStrictUTF8 says whether text that is not UTF-8 is an error, where U+FFFD is written otherwise: in strings and
// names, in what is written by WriteValue of package zetes, and in raw JSON, where half of a surrogate pair is one too.
// The error has the code [Unsupported] and the place of the string. It comes when Err, Bytes, Flush or Close is called,
// or the memory is handed on, and nothing of that string or behind it is then.
//
// It holds for what is written from now on. A Reset takes the choice back, and a Writer that a codec is given heeds
// none: it has that of Config.StrictUTF8 of package zetes, or of the Writer whose value it writes.
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

// look makes a strict writer fail at the first string in memory that is not UTF-8, and cuts that off. It is called
// between tokens.
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
