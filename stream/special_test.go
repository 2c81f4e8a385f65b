package stream_test

import (
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/stream"
)

type specialValue struct {
	A netip.Addr
	P *netip.Prefix
	B *big.Int
	M map[netip.AddrPort]big.Int
	D time.Duration
}

// chunks returns few bytes at a time.
type chunks struct {
	r   io.Reader
	rnd *rand.Rand
}

func (c *chunks) Read(p []byte) (int, error) {
	return c.r.Read(p[:min(len(p), 1+c.rnd.IntN(1+c.rnd.IntN(9000)))])
}

// TestSpecialTypes reads values of special types where they lie in a reader's window, and across its edges.
func TestSpecialTypes(t *testing.T) {
	var b strings.Builder
	const count = 3000
	for i := range count {
		fmt.Fprintf(&b, `{"A":"10.0.%d.%d","B":%s%d,"P":"2001:db8::%x/64","D":"%dms","M":{"[fe80::%x%%e\u00e9]:80":-%d}}`+"\n",
			i>>8, i&255, strings.Repeat("7", i%40), i, i, i, i, i)
	}
	text := b.String()
	bad := strings.Replace(text, `"10.0.7.`, `"10.0.07.`, 1)
	api := zetes.Config{DurationsAsStrings: true}.Freeze()
	for seed := range uint64(6) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		lines := strings.SplitAfter(text, "\n")
		n := 0
		for v, err := range stream.Values[specialValue](&chunks{strings.NewReader(text), rnd}, stream.Using(api)) {
			var want specialValue
			if wantErr := api.UnmarshalString(lines[n], &want); err != nil || wantErr != nil || !reflect.DeepEqual(v, want) {
				t.Fatalf("seed %d, value %d: %+v, %v; want %+v, %v", seed, n, v, err, want, wantErr)
			}
			n++
		}
		if n != count {
			t.Fatalf("seed %d: %d values", seed, n)
		}
		n = 0
		for _, err := range stream.Values[specialValue](&chunks{strings.NewReader(bad), rnd}, stream.Using(api)) {
			n++
			if err != nil {
				at := strings.Index(bad, "10.0.07.")
				if want := strings.Count(bad[:at], "\n") + 1; n != want || !strings.Contains(err.Error(), "leading zero") {
					t.Errorf("seed %d, value %d: %v; want an error in value %d", seed, n, err, want)
				}
				break
			}
		}
	}
}
