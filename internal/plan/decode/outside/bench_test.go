package outside

import (
	"fmt"
	bignum "math/big"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/json"
)

func BenchmarkFixedCost(b *testing.B) {
	var v int
	doc := []byte("1")
	b.ReportAllocs()
	for b.Loop() {
		if err := json.Unmarshal(doc, &v); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPoint(b *testing.B) {
	type point struct {
		ID     int     `json:"id"`
		Name   string  `json:"name"`
		Active bool    `json:"active"`
		Score  float64 `json:"score"`
	}
	var v point
	doc := []byte(`{"id":4711,"name":"Ada","active":true,"score":12.5}`)
	b.ReportAllocs()
	for b.Loop() {
		v = point{}
		if err := json.Unmarshal(doc, &v); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSpecials decodes eight values of each special type, and eight of a map.
func BenchmarkSpecials(b *testing.B) {
	const addrs = `"1.2.3.4","10.0.0.1","192.168.100.200","2001:db8::8a2e:370:7334","::1","255.255.255.255","fe80::1","172.16.0.9"`
	special[netip.Addr](b, "Addr", "["+addrs+"]")
	special[netip.Prefix](b, "Prefix", "["+strings.ReplaceAll(addrs, `",`, `/24",`)[:len(addrs)+7*3-1]+`/8"]`)
	special[*bignum.Int](b, "BigInt", `[1,-20,300,40000,5000000,60000000000,7000000000000000,800000000000000000]`)
	special[*bignum.Int](b, "BigIntLong", "["+strings.Repeat("123456789012345678901234567890,", 7)+"1234567890123456789012345678901234567890]")
	special[time.Duration](b, "Duration", `[1,-20,300,40000,5000000,60000000000,7000000000000000,800000000000000000]`)
	special[time.Time](b, "Time", "["+strings.Repeat(`"2026-01-02T03:04:05.678Z",`, 7)+`"2026-01-02T03:04:05+02:00"]`)
	b.Run("type=AddrKey", func(b *testing.B) {
		doc := []byte("{" + strings.ReplaceAll(addrs, `",`, `":1,`) + ":1}")
		for b.Loop() {
			var v map[netip.Addr]int
			if err := json.Unmarshal(doc, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func special[T any](b *testing.B, name, text string) {
	doc := []byte(text)
	b.Run("type="+name, func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var v []T
			if err := json.Unmarshal(doc, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkCompile measures the first use of a struct of 20 fields.
func BenchmarkCompile(b *testing.B) {
	fields := make([]reflect.StructField, 20)
	kinds := []reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[string](), reflect.TypeFor[float64](), reflect.TypeFor[[]string](), reflect.TypeFor[*int]()}
	var types []reflect.Type
	for i := range 4000 {
		for k := range fields {
			fields[k] = reflect.StructField{Name: fmt.Sprintf("Field%d_%d", k, i), Type: kinds[k%len(kinds)], Tag: reflect.StructTag(fmt.Sprintf(`json:"field_%d_%d"`, k, i))}
		}
		types = append(types, reflect.StructOf(fields))
	}
	i := 0
	for b.Loop() {
		if err := json.Unmarshal([]byte("{}"), reflect.New(types[i%len(types)]).Interface()); err != nil {
			b.Fatal(err)
		}
		i++
	}
}
