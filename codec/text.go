package codec

import (
	"encoding/base64"
	"encoding/hex"
	"math"
	"math/big"
	"strconv"
	"time"

	"github.com/zetes-json/zetes/internal/date"
	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/scan"
)

// Base64 reads a string in the encoding enc and returns the decoded bytes, which belong to the caller.
func (r *Reader) Base64(enc *base64.Encoding) []byte {
	return r.decoded("base64", enc.DecodedLen, base64Decoder(enc))
}

// base64Decoder returns the fastest function that decodes enc.
func base64Decoder(enc *base64.Encoding) func(dst, text []byte) ([]byte, error) {
	if enc == base64.StdEncoding {
		return kernel.AppendDecodeBase64
	}
	return enc.AppendDecode
}

// Hex reads a string of hexadecimal digits and returns the decoded bytes, which belong to the caller.
func (r *Reader) Hex() []byte { return r.decoded("hexadecimal", hex.DecodedLen, hex.AppendDecode) }

// decoded reads a string in the encoding with that name. size returns the largest number of bytes that decode appends
// for a text of n bytes.
func (r *Reader) decoded(name string, size func(n int) int, decode func(dst, text []byte) ([]byte, error)) []byte {
	text := r.StringBytes()
	if r.err != nil {
		return nil
	}
	b, err := decode(make([]byte, 0, size(len(text))), text)
	if err != nil {
		r.fail(OutOfRange, r.lastValue(), name, err)
		return nil
	}
	return b
}

// Time reads a string as [time.Parse] does with the layout. An empty layout means [time.RFC3339Nano].
func (r *Reader) Time(layout string) time.Time {
	text := r.StringBytes()
	if r.err != nil {
		return time.Time{}
	}
	if layout == "" {
		if t, offset, n := date.Read(r.padded(text)); n == len(text) {
			if offset != date.UTC {
				date.In(&t, offset, date.Offset(&t))
			}
			return t
		}
		layout = time.RFC3339Nano
	}
	t, err := time.Parse(layout, string(text))
	if err != nil {
		r.fail(OutOfRange, r.lastValue(), "time", err)
	}
	return t
}

// yearOneToUnix is the number of seconds from the start of year 1, where package time starts to count, to the start of
// 1970. leastUnix is the first time that package time has a year for, in seconds since 1970: the start of March of
// -292277022400. TestUnixTimeBeyond compares it with package time.
const (
	yearOneToUnix = 62135596800
	leastUnix     = -9223372028741760000
)

// hasUnix reports whether package time can express the time that is the given number of seconds after the start of
// 1970. Beyond its range package time wraps around: one second too many is in the year -292277022399, one too few in
// the year 292277026596.
func hasUnix(seconds int64) bool {
	return leastUnix <= seconds && seconds <= math.MaxInt64-yearOneToUnix
}

// UnixTime reads an integer, the number of units since 1970, as a time in UTC. The unit is a second or a fraction of
// one. A time beyond the range of package time, some 292 billion years, is an error.
func (r *Reader) UnixTime(unit time.Duration) time.Time {
	n := r.Int()
	if r.err != nil {
		return time.Time{}
	}
	if unit <= 0 || time.Second%unit != 0 {
		r.fail(Misuse, 0, "a unit of time that does not divide a second", nil)
		return time.Time{}
	}
	per := int64(time.Second / unit)
	if !hasUnix(n / per) {
		r.misfit(strconv.AppendInt(nil, n, 10), "a time")
		return time.Time{}
	}
	return time.Unix(n/per, n%per*int64(unit)).UTC()
}

// bigNumber reads a number for package big, which parse parses. It applies the limit on digits, since package big takes
// time proportional to the square of the number's length. After an error it returns a zero T.
func bigNumber[T any](r *Reader, want string, parse func(text string) (*T, bool)) *T {
	text := r.Number()
	if r.err == nil && len(text) > r.bounds.digits {
		r.fail(Limit, -len(text), "a number of "+strconv.Itoa(len(text))+" bytes", nil)
	}
	if r.err == nil {
		if v, ok := parse(text); ok {
			return v
		}
		r.misfit([]byte(text), want)
	}
	return new(T)
}

// BigInt reads a number that is an integer of any size, up to the limit on digits.
func (r *Reader) BigInt() *big.Int {
	return bigNumber(r, "an integer", func(text string) (*big.Int, bool) { return new(big.Int).SetString(text, 10) })
}

// BigFloat reads a number with prec bits of precision; 0 means 64. The number of digits is limited.
func (r *Reader) BigFloat(prec uint) *big.Float {
	return bigNumber(r, "a big.Float", new(big.Float).SetPrec(prec).SetString)
}

// Base64 writes b as a string in the encoding enc.
func (w *Writer) Base64(b []byte, enc *base64.Encoding) { w.encoded(b, enc.AppendEncode) }

// Hex writes b as a string of hexadecimal digits.
func (w *Writer) Hex(b []byte) { w.encoded(b, hex.AppendEncode) }

// encoded writes a string whose text is what encode appends for b.
func (w *Writer) encoded(b []byte, encode func(dst, b []byte) []byte) {
	b = scan.Apart(w.buf, b)
	if w.value() {
		w.buf = append(encode(append(w.buf, '"'), b), '"')
		w.done(0)
	}
}

// Time writes t as a string in the layout. An empty layout means [time.RFC3339Nano]; then times that RFC 3339 can't
// express (years of more than four digits, zones of a day or more) are errors, as with [time.Time.MarshalJSON].
func (w *Writer) Time(t time.Time, layout string) {
	if layout != "" && layout != time.RFC3339Nano {
		w.timeBy(t, layout)
		return
	}
	if !w.fits(date.Room+2) && !w.start(date.Room+2) {
		return
	}
	w.buf = w.buf[:len(w.buf)+w.comma()]
	b := w.buf[len(w.buf):cap(w.buf)]
	n := date.Write(mem.Data(b[1:]), &t, date.Offset(&t))
	if n == 0 { // RFC 3339 can't express the year or the zone
		b, err := t.AppendText(b[:1])
		if err != nil {
			w.Fail(err)
			return
		}
		w.buf = append(w.buf, b...)
		w.buf[len(w.buf)-len(b)] = '"'
		w.buf = append(w.buf, '"')
		w.done(0)
		return
	}
	b[0], b[n+1] = '"', '"'
	w.done(n + 2)
}

func (w *Writer) timeBy(t time.Time, layout string) {
	var room [64]byte
	w.StringBytes(t.AppendFormat(room[:0], layout))
}

// UnixTime writes the number of whole units since 1970 as an integer, and drops the fraction. The unit is a second or a
// fraction of one. If the number does not fit into 64 bits, as in nanoseconds for years after 2262, it is an error.
func (w *Writer) UnixTime(t time.Time, unit time.Duration) {
	if unit <= 0 || time.Second%unit != 0 {
		w.fail(Misuse, "a unit of time that does not divide a second", nil)
		return
	}
	per := int64(time.Second / unit)
	seconds, part := t.Unix(), int64(t.Nanosecond())/int64(unit)
	if seconds < 0 { // round towards 0: the start of the earliest second may not fit into 64 bits
		seconds, part = seconds+1, part-per
	}
	n := seconds * per
	if !hasUnix(t.Unix()) || n/per != seconds || (n+part < n) != (part < 0) {
		w.fail(Unsupported, "a time that is beyond 64 bits in this unit", nil)
		return
	}
	w.Int(n + part)
}

// BigInt writes v as a number, nil as null.
func (w *Writer) BigInt(v *big.Int) {
	if v == nil {
		w.Null()
	} else if w.value() {
		w.buf = v.Append(w.buf, 10)
		w.done(0)
	}
}

// BigFloat writes v as the shortest number that reads back as v, nil as null.
func (w *Writer) BigFloat(v *big.Float) {
	switch {
	case v == nil:
		w.Null()
	case v.IsInf():
		w.fail(Unsupported, v.String(), nil)
	case w.value():
		w.buf = v.Append(w.buf, 'g', -1)
		w.done(0)
	}
}
