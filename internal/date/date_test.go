package date

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/tests/guard"
)

// zones are offsets of all kinds, some that no text can tell.
func zones() []*time.Location {
	zones := []*time.Location{time.UTC, time.Local, time.FixedZone("a", 3600), time.FixedZone("b", -5*3600-1800), time.FixedZone("c", 59), time.FixedZone("d", -59),
		time.FixedZone("e", 23*3600+59*60+59), time.FixedZone("h", -24*3600+1), time.FixedZone("z", 0)}
	if l, err := time.LoadLocation("America/St_Johns"); err == nil {
		zones = append(zones, l)
	}
	return zones
}

// moments returns times of all years that have four digits.
func moments() (all []time.Time) {
	zones := zones()
	for i := int64(0); i < 4000; i++ {
		nanos := []int64{0, 1, 999999999, 100000000, 120, 123456000, 12000000, 1000}[i%8]
		all = append(all, time.Unix(firstSecond+daySeconds+i*78901234, nanos).In(zones[i%int64(len(zones))]))
	}
	return all
}

func init() { Known(mem.TypeWord(new(time.Time))) }

// TestOffsets: both ways to the offset of a zone are the same.
func TestOffsets(t *testing.T) {
	for _, tm := range moments() {
		if got, want := OffsetByType(&tm), Offset(&tm); got != want {
			t.Fatalf("%v: %d, want %d", tm, got, want)
		}
	}
}

func TestWrite(t *testing.T) {
	m := guard.New(t, Room)
	for _, tm := range moments() {
		want, err := tm.MarshalText()
		if err != nil {
			continue // its year is another one there
		}
		buf := m.Last(Room)
		if n := Write(unsafe.Pointer(&buf[0]), &tm, Offset(&tm)); string(buf[:n]) != string(want) {
			t.Fatalf("got %s, want %s", buf[:n], want)
		}
	}
	for _, tm := range []time.Time{time.Unix(firstSecond-1, 0).UTC(), time.Unix(endSecond, 0).UTC(), time.Unix(0, 0).In(time.FixedZone("", daySeconds))} {
		var buf [Room]byte
		if n := Write(unsafe.Pointer(&buf), &tm, Offset(&tm)); n != 0 {
			t.Errorf("%v is written as %s", tm, buf[:n])
		}
	}
}

// check reads text, and compares with what time.Time's own method says: must tells that text is one of those that
// Read is for.
func check(t *testing.T, m *guard.Memory, text string, must bool) {
	t.Helper()
	buf := m.Last(max(Room, len(text)+1))
	clear(buf[copy(buf, text):])
	buf[len(text)] = '"'
	got, offset, n := Read(unsafe.Pointer(&buf[0]))
	if n == 0 || n != len(text) {
		if must {
			t.Errorf("%q is not read", text)
		}
		return
	}
	var want time.Time
	err := json.Unmarshal([]byte(`"`+text+`"`), &want)
	if err != nil {
		t.Errorf("%q is read as %v, but: %v", text, got, err)
	}
	if offset != UTC {
		In(&got, offset, OffsetByType(&got))
	}
	if err == nil && !reflect.DeepEqual(got, want) {
		t.Errorf("%q: got %#v, want %#v", text, got, want)
	}
}

func TestRead(t *testing.T) {
	m := guard.New(t, 2*Room)
	r := rand.New(rand.NewPCG(1, 2))
	const odd = "0123456789/:;-+.,TtZz \x00\x2f\x3a\xb0\xff"
	for _, tm := range moments() {
		text, err := tm.MarshalText()
		if err != nil {
			continue
		}
		check(t, m, string(text), true)
		for range 8 {
			b := []byte(string(text))
			b[r.IntN(len(b))] = odd[r.IntN(len(odd))]
			check(t, m, string(b), false)
			check(t, m, string(b[:r.IntN(len(b))]), false)
		}
	}
	for _, c := range []struct {
		text string
		must bool
	}{
		{"2024-02-29T00:00:00Z", true}, {"2023-02-29T00:00:00Z", false}, {"1900-02-29T00:00:00Z", false}, {"2000-02-29T23:59:59Z", true},
		{"2024-04-31T00:00:00Z", false}, {"2024-12-31T23:59:59.999999999Z", true}, {"2024-12-31T23:59:59.9999999999Z", false},
		{"2024-12-31T23:59:60Z", false}, {"2024-12-31T24:00:00Z", false}, {"2024-00-31T00:00:00Z", false}, {"2024-13-01T00:00:00Z", false},
		{"2024-01-00T00:00:00Z", false}, {"2024-01-01T00:00:00+23:59", true}, {"2024-01-01T00:00:00+24:00", false}, {"2024-01-01T00:00:00-00:00", true},
		{"2024-01-01T00:00:00+0100", false}, {"2024-01-01T00:00:00.Z", false}, {"2024-01-01T00:00:00.5-03:30", true}, {"0000-01-01T00:00:00Z", true},
		{"2024-01-01T00:00:00", false}, {"2024-01-01t00:00:00Z", false}, {"2024-01-01T00:00:00,5Z", false}, {"", false},
	} {
		check(t, m, c.text, c.must)
	}
}

// FuzzRead: what is read is what time.Time's own method reads.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"2006-01-02T15:04:05Z", "2006-01-02T15:04:05.999999999+07:00", "2024-02-30T00:00:00-00:00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > Room {
			return
		}
		check(t, guard.New(t, 2*Room), s, false)
	})
}

func BenchmarkDate(b *testing.B) {
	var buf [Room]byte
	t := time.Date(2026, 1, 2, 3, 4, 5, 678901234, time.UTC)
	b.Run("op=write", func(b *testing.B) {
		for b.Loop() {
			Write(unsafe.Pointer(&buf), &t, OffsetByType(&t))
		}
	})
	b.Run("op=read", func(b *testing.B) {
		for b.Loop() {
			if _, _, n := Read(unsafe.Pointer(&buf)); n == 0 {
				b.Fatal("not read")
			}
		}
	})
}
