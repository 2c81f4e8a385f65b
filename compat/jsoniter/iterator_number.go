package jsoniter

import (
	"bytes"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/internal/scan"
	"github.com/zetes-json/zetes/internal/wire"
)

// digits reads a number and returns its text, which is valid until the next call. Its end may be that of the input.
func (iter *Iterator) digits(operation string) []byte {
	if c := iter.peek(); kinds[c] != NumberValue {
		iter.unfit(operation, c)
		return nil
	}
	n, st := wire.Number(iter.buf[iter.head:])
	complete := st == wire.Done && iter.buf[iter.head+n]-'0' > 9
	if st == wire.More && iter.src == nil { // the input ends with the number, or within it
		complete = iter.buf[len(iter.buf)-1]-'0' <= 9
	}
	if !complete {
		if n = iter.skip(operation, true); n < 0 {
			return nil
		}
	}
	text := iter.buf[iter.head : iter.head+n : iter.head+n]
	iter.head += n
	iter.past()
	return text
}

// past notes that the input has ended after a number, unless it is a window, which goes on.
func (iter *Iterator) past() {
	if iter.head == len(iter.buf) && !iter.lent {
		iter.end()
	}
}

func (iter *Iterator) number(operation string) string { return string(iter.digits(operation)) }

// ends reports whether a number whose digits go up to i ends there.
func (iter *Iterator) ends(i int) bool {
	if i < len(iter.buf) {
		return wire.EndsScalar(iter.buf[i])
	}
	return iter.lent || iter.src == nil
}

// small reads an integer from -most or, unless negative, from 0 to most, of up to 18 digits that lie in the buffer.
// It does not look at more than these. Otherwise it reads nothing.
func (iter *Iterator) small(most int64, negative bool) (v int64, ok bool) {
	b, i := iter.buf, iter.head
	for i < len(b) && b[i] <= ' ' && wire.IsSpace(b[i]) {
		i++
	}
	minus := negative && i < len(b) && b[i] == '-'
	if minus {
		i++
	}
	start := i
	for b := b[:min(len(b), i+18)]; i < len(b) && b[i]-'0' <= 9; i++ {
		v = v*10 + int64(b[i]-'0')
	}
	if i == start || v > most || b[start] == '0' && i > start+1 || !iter.ends(i) || iter.failed() {
		return 0, false
	}
	iter.head = i
	iter.past()
	if minus {
		v = -v
	}
	return v, true
}

// signed reads an integer of a number of bits.
func (iter *Iterator) signed(operation string, bits int) int64 {
	if v, ok := iter.small(1<<(bits-1)-1, true); ok {
		return v
	}
	return integer(iter, operation, bits, strconv.ParseInt)
}

// unsigned reads an integer of a number of bits, from 0 on.
func (iter *Iterator) unsigned(operation string, bits int) uint64 {
	if v, ok := iter.small(1<<min(bits, 63)-1, false); ok {
		return uint64(v)
	}
	if iter.peek() == '-' {
		iter.unfit(operation, '-')
		return 0
	}
	return integer(iter, operation, bits, strconv.ParseUint)
}

// simple reads a number of up to 15 digits without an exponent that lies in the buffer, and is not 0. Otherwise it reads
// nothing and returns 0.
func (iter *Iterator) simple() float64 {
	if iter.peek() == 0 {
		return 0
	}
	b, i, v, places := iter.buf, iter.head, int64(0), 0
	if b[i] == '-' {
		i++
	}
	start := i
	for ; i < len(b) && i < start+15 && b[i]-'0' <= 9; i++ {
		v = v*10 + int64(b[i]-'0')
	}
	if dot := i; i > start && i < len(b) && b[i] == '.' {
		for i++; i < len(b) && i < start+15 && b[i]-'0' <= 9; i++ {
			v = v*10 + int64(b[i]-'0')
		}
		places = i - dot - 1
	}
	// All but 0 has a digit before i. One zero may come first, before a point.
	if v == 0 || b[i-1] == '.' || b[start] == '0' && b[start+1] != '.' || !iter.ends(i) {
		return 0
	}
	if b[iter.head] == '-' {
		v = -v
	}
	iter.head = i
	iter.past()
	// Up to 15 digits are an exact float64, as is their power of ten: the quotient is rounded once.
	return float64(v) / powers[places]
}

// integer reads any integer by parse.
func integer[T int64 | uint64](iter *Iterator, operation string, bits int, parse func(string, int, int) (T, error)) T {
	text := iter.digits(operation)
	if text == nil {
		return 0
	}
	v, err := parse(string(text), 10, bits)
	if err != nil {
		iter.misfit(operation, text)
		return 0
	}
	return v
}

// unfit reports the byte c, with which no number begins that operation can read.
func (iter *Iterator) unfit(operation string, c byte) {
	switch bits := operation[len(operation)-2:]; {
	case strings.HasPrefix(operation, "ReadFloat") && c == '.':
		iter.ReportError("readFloat"+bits, "leading dot is invalid")
	case strings.HasPrefix(operation, "ReadFloat") && (c == ',' || c == ']' || c == '}'):
		iter.ReportError("readFloat"+bits, "empty number")
	case !strings.HasPrefix(operation, "ReadInt") && !strings.HasPrefix(operation, "ReadUint"):
		iter.ReportError("readNumberAsString", "invalid number")
	default:
		iter.next()
		iter.ReportError(reader(operation), "unexpected character: \xff") // json-iterator does not show which
	}
}

// reader returns the function of json-iterator that reads the digits for operation.
func reader(operation string) string {
	switch operation {
	case "ReadInt", "ReadUint", "ReadInt64", "ReadUint64":
		return "readUint64"
	}
	return "readUint32"
}

// misfit reports a number that is no integer of the wanted size.
func (iter *Iterator) misfit(operation string, text []byte) {
	if iter.Error != nil { // the end of the input
		iter.Error = nil
	}
	if i := bytes.IndexAny(text, ".eE"); i >= 0 {
		iter.head -= len(text) - i
		iter.ReportError("assertInteger", "can not decode float as int")
		return
	}
	iter.ReportError(operation, fmt.Sprintf("overflow: %.40s", bytes.TrimPrefix(text, []byte("-"))))
}

// ReadInt reads an integer.
func (iter *Iterator) ReadInt() int { return int(iter.signed("ReadInt", strconv.IntSize)) }

// ReadInt8 reads an integer that an int8 can hold.
func (iter *Iterator) ReadInt8() (ret int8) { return int8(iter.signed("ReadInt8", 8)) }

// ReadInt16 reads an integer that an int16 can hold.
func (iter *Iterator) ReadInt16() (ret int16) { return int16(iter.signed("ReadInt16", 16)) }

// ReadInt32 reads an integer that an int32 can hold.
func (iter *Iterator) ReadInt32() (ret int32) { return int32(iter.signed("ReadInt32", 32)) }

// ReadInt64 reads an integer that an int64 can hold.
func (iter *Iterator) ReadInt64() (ret int64) { return iter.signed("ReadInt64", 64) }

// ReadUint reads an integer from 0 on.
func (iter *Iterator) ReadUint() uint { return uint(iter.unsigned("ReadUint", strconv.IntSize)) }

// ReadUint8 reads an integer that a uint8 can hold.
func (iter *Iterator) ReadUint8() (ret uint8) { return uint8(iter.unsigned("ReadUint8", 8)) }

// ReadUint16 reads an integer that a uint16 can hold.
func (iter *Iterator) ReadUint16() (ret uint16) { return uint16(iter.unsigned("ReadUint16", 16)) }

// ReadUint32 reads an integer that a uint32 can hold.
func (iter *Iterator) ReadUint32() (ret uint32) { return uint32(iter.unsigned("ReadUint32", 32)) }

// ReadUint64 reads an integer that a uint64 can hold.
func (iter *Iterator) ReadUint64() uint64 { return iter.unsigned("ReadUint64", 64) }

var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14}

// ReadFloat64 reads a number.
func (iter *Iterator) ReadFloat64() (ret float64) {
	if v := iter.simple(); v != 0 {
		return v
	}
	text := iter.digits("ReadFloat64")
	if text == nil {
		return 0
	}
	v, ok := scan.Float64(text)
	if !ok {
		iter.misfit("ReadFloat64", nil)
		return 0
	}
	return v
}

// ReadFloat32 reads a number that a float32 can hold.
func (iter *Iterator) ReadFloat32() (ret float32) {
	text := iter.digits("ReadFloat32")
	if text == nil {
		return 0
	}
	v, err := strconv.ParseFloat(string(text), 32)
	if err != nil {
		iter.misfit("ReadFloat32", nil)
		return 0
	}
	return float32(v)
}

// maxBigDigits is the longest number that becomes a number of package big, since that takes time proportional to the
// square of the digits.
const maxBigDigits = 10000

// big reads a number for package big.
func (iter *Iterator) big(operation string) (text string, ok bool) {
	if text = iter.number(operation); text == "" {
		return "", false
	}
	if len(text) > maxBigDigits {
		iter.misfit(operation, nil)
		return "", false
	}
	return text, true
}

// ReadBigInt reads an integer of up to 10,000 digits, or returns nil.
func (iter *Iterator) ReadBigInt() (ret *big.Int) {
	text, ok := iter.big("ReadBigInt")
	if !ok {
		return nil
	}
	if ret, ok = new(big.Int).SetString(text, 10); !ok {
		iter.misfit("ReadBigInt", []byte(text))
		return nil
	}
	return ret
}

// ReadBigFloat reads a number of up to 10,000 digits with 64 bits, or one for each of its bytes, or returns nil.
func (iter *Iterator) ReadBigFloat() (ret *big.Float) {
	text, ok := iter.big("ReadBigFloat")
	if !ok {
		return nil
	}
	ret, _, err := big.ParseFloat(text, 10, uint(max(64, len(text))), big.ToZero)
	if err != nil {
		iter.misfit("ReadBigFloat", nil)
		return nil
	}
	return ret
}
