package outside

import (
	stdjson "encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json"
)

// holder has many places that hold the same memory: slices of bytes that are read from base64, from arrays and as raw
// values, slices of other kinds, and pointers, directly and by an embedded pointer.
type holder struct {
	A, B []byte
	R, S stdjson.RawMessage
	I, J []int
	K    [][]byte
	L    *[]byte
	M    []*int
	N    *int
	*Held
	O []Held
	P *Held
	Q [2][]byte
}

// Held is embedded by a pointer.
type Held struct {
	C []byte
	T stdjson.RawMessage
	X int
	Y *int
	Z []string
}

// TestCutShared cuts documents, whose target holds the same memory at many places. It then has what it held before.
func TestCutShared(t *testing.T) {
	values := map[string][]string{
		"A": {`"QUFB"`, `[1,2,3]`, `null`, `"QUI="`, `[9]`, `[1,"x",2]`}, "R": {`[5]`, `"abc"`, `{"x":1}`, `1`}, "I": {`[7,8]`, `[]`, `[1,2,3,4,5]`, `["x",3]`},
		"K": {`["QUFB",[1,2],null,"QQ=="]`, `[[1,2],"QUJD"]`}, "N": {`5`, `null`, `"x"`}, "M": {`[1,null,2]`, `[3]`}, "Z": {`["x","y"]`, `["u"]`},
		"O": {`[{"C":[1,2],"X":5,"T":[6],"Z":["q"]},{"C":"QUFB","Y":7}]`}, "P": {`{"C":"QUFB","X":1,"T":{},"Y":2}`, `{"X":[],"C":[1,2]}`, `null`},
	}
	as := map[string]string{"B": "A", "S": "R", "J": "I", "L": "A", "C": "A", "T": "R", "X": "N", "Y": "N", "Q": "K"}
	target := func() *holder {
		bytes, ints, word := []byte("[0,1,2,3,4]"), []int{10, 11, 12, 13}, 77
		words := []string{"a", "b", "c"}
		held := &Held{bytes[2:4:8], bytes[:3], 6, &word, words}
		return &holder{
			A: bytes, B: bytes[1:6], R: bytes[:4], S: bytes[:0], I: ints, J: ints[:2], K: [][]byte{bytes, bytes[1:3], bytes[:2]}, L: &bytes,
			M: []*int{&word, &word, &ints[1]}, N: &word, Held: held, O: []Held{*held, *held}, P: held, Q: [2][]byte{bytes, bytes[3:5]},
		}
	}
	show := func(h *holder) string {
		b, err := stdjson.Marshal(struct {
			*holder
			R, S []byte
			T    []byte
			O    []int
			P    []any
		}{holder: h, R: h.R, S: h.S, T: h.T, P: []any{h.P == h.Held, h.P.C, string(h.P.T), h.P.X, h.O[0].X, h.O[1].X}})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	names := strings.Split("A B R S I J K L M N C T X Y Z O P Q", " ")
	before := show(target())
	for seed := range uint64(long.Rounds(20_000, 1_000_000)) {
		rnd := rand.New(rand.NewPCG(seed, 31))
		var b strings.Builder
		for range 1 + rnd.IntN(6) {
			name := names[rnd.IntN(len(names))]
			list := values[name]
			if list == nil {
				list = values[as[name]]
			}
			fmt.Fprintf(&b, `,"%s":%s`, name, list[rnd.IntN(len(list))])
		}
		doc := "{" + b.String()[1:]
		if rnd.IntN(2) == 0 {
			doc = doc[:1+rnd.IntN(len(doc))]
		}
		got := target()
		if err := json.Unmarshal([]byte(doc), got); err == nil {
			t.Fatalf("%s: no error", doc)
		}
		if after := show(got); after != before {
			t.Fatalf("seed %d, %s:\nwas %s\nis  %s", seed, doc, before, after)
		}
	}
}
