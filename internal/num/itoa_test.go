package num

import (
	"math"
	"strconv"
	"testing"
	"unsafe"
)

func checkWriteInt(t *testing.T, u uint64) {
	b := newScratch()
	n := WriteUint(unsafe.Pointer(b), u)
	if got, want := b.written(t, n), strconv.FormatUint(u, 10); got != want {
		t.Fatalf("WriteUint: %s instead of %s", got, want)
	}
	for _, v := range []int64{int64(u), -int64(u)} {
		b := newScratch()
		n := WriteInt(unsafe.Pointer(b), v)
		if got, want := b.written(t, n), strconv.FormatInt(v, 10); got != want {
			t.Fatalf("WriteInt: %s instead of %s", got, want)
		}
		behind := struct {
			_ [8]byte
			s scratch
		}{s: *newScratch()}
		at := int(unsafe.Offsetof(behind.s))
		if got, want := behind.s.written(t, PutInt(unsafe.Pointer(&behind), at, v)-at), strconv.FormatInt(v, 10); got != want {
			t.Fatalf("PutInt: %s instead of %s", got, want)
		}
	}
}

func TestWriteInt(t *testing.T) {
	for u := range uint64(20000) {
		checkWriteInt(t, u)
	}
	for p := uint64(1); ; p *= 10 {
		for d := range uint64(10) {
			for e := range uint64(3) {
				checkWriteInt(t, p*d+e-1)
			}
		}
		if p == 1e19 {
			break
		}
	}
	for s := range 64 {
		checkWriteInt(t, 1<<s)
		checkWriteInt(t, 1<<s-1)
	}
	checkWriteInt(t, math.MaxUint64)
	r := newRand()
	for range rounds(1000000) {
		checkWriteInt(t, randomInt(r))
	}
}

func FuzzWriteInt(f *testing.F) {
	for _, u := range []uint64{0, 9, 10, 99, 100, 1e8 - 1, 1e8, 1e16, 1 << 63, math.MaxUint64} {
		f.Add(u)
	}
	f.Fuzz(checkWriteInt)
}

// TestAppend checks that the append forms keep what is there, whatever the capacity.
func TestAppend(t *testing.T) {
	for c := range 2 * Room {
		dst := append(make([]byte, 0, c), "x:"...)
		for _, x := range []struct {
			got  []byte
			want string
		}{
			{AppendInt(dst, math.MinInt64), "x:-9223372036854775808"},
			{AppendUint(dst, math.MaxUint64), "x:18446744073709551615"},
			{AppendFloat64(dst, -1.2345678901234567e-300), "x:-1.2345678901234567e-300"},
			{AppendInt(nil, 7), "7"},
		} {
			// The results share an array, so each is compared where the next one isn't written yet.
			if len(x.got) != len(x.want) {
				t.Errorf("capacity %d: %q instead of %q", c, x.got, x.want)
			}
		}
		if got := string(AppendUint(dst, math.MaxUint64)); got != "x:18446744073709551615" {
			t.Errorf("capacity %d: %q", c, got)
		}
		if got := string(AppendFloat64(dst, -0.1)); got != "x:-0.1" {
			t.Errorf("capacity %d: %q", c, got)
		}
	}
}

// AppendFloat64 appends what WriteFloat64 writes.
func AppendFloat64(dst []byte, f float64) []byte {
	dst, p := tail(dst)
	return dst[:len(dst)+WriteFloat64(p, f)]
}
