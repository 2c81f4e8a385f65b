package decode_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/long"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/opt"
)

// Documents in pieces, compared with the same ones in one piece.

type pieceOf struct {
	ID     int               `json:"id"`
	Name   string            `json:"name"`
	Long   string            `json:"a_name_that_is_longer_than_two_words"`
	Price  float64           `json:"price"`
	Small  float32           `json:"small"`
	Ok     bool              `json:"ok"`
	Tags   []string          `json:"tags"`
	Counts []int16           `json:"counts"`
	Pair   [2]uint8          `json:"pair"`
	Any    any               `json:"any"`
	Words  map[string]string `json:"words"`
	Nums   map[int]float64   `json:"nums"`
	Ints   map[string]int    `json:"ints"`
	Deep   map[string]any    `json:"deep"`
	Hosts  map[netip.Addr][]pieceOf
	Raw    json.RawMessage      `json:"raw"`
	Opt    opt.Value[[]pieceOf] `json:"opt"`
	Bytes  []byte               `json:"bytes"`
	Exact  json.Number          `json:"exact"`
	Quoted int                  `json:"quoted,string"`
	At     time.Time            `json:"at"`
	Big    *big.Int             `json:"big"`
	Ptr    *pieceOf             `json:"ptr"`
	Kids   []pieceOf            `json:"kids"`
	piecePart
}

type ring struct {
	A *ring
	B int
}

type piecePart struct {
	Part []struct{ X, Y int }
}

// pieceTexts are members of a pieceOf, with commas where they may mislead. The last ones do not fit, or are no JSON.
var pieceTexts = []string{
	`"id":1`, `"id" : -12`, `"name":"a, b"`, `"name":"\"},{\"x\":1,"`, `"name":"é,\u00e9,\ud83d\ude00,"`, "\"name\":\"\xff,\xfe,\"", `"a_name_that_is_longer_than_two_words":"1,2"`,
	`"a_n\u0061me_that_is_longer_than_two_words" :"3"`, `"price":1.5e3`, `"small":0.25`, `"ok":true`, `"tags":["a","b,c",",",""]`, `"tags" : [ "x" , "y" ] `, `"counts":[1,2,-3,4]`,
	`"pair":[1,2,[3,4],{"5":6}]`, `"pair":[7]`, `"any":{"a":[1,"2,3",null,{"b":[]}],"c":{}}`, `"any":[1,[2,[3,"]"]]]`, `"words":{"a":"b,c","d,e":"f"}`, `"nums":{"1":2,"-3":4.5,"\u0035":6}`,
	`"ints":{"x":1,"y,z":2}`, `"deep":{"a":{"b":{"c":[1,2]}},"d":null}`, `"Hosts":{"10.0.0.1":[{"id":1},{"id":2,"tags":["q"]}],"::1":[]}`, `"raw":{"a":[1,2,{"b":"c,d"}],"e":"f"}`, `"raw":[ 1 , 2 ]`,
	`"opt":[{"id":3,"name":"o"},{"id":4}]`, `"opt":null`, `"bytes":"AQID"`, `"exact":12.50`, `"quoted":"17"`, `"at":"2021-02-03T04:05:06Z"`, `"big":123456789012345678901234567890`,
	`"ptr":{"id":5,"ptr":{"id":6,"tags":["t","u"]}}`, `"kids":[{"id":7},{"name":"k,l"},{"kids":[{"id":8},{}]}]`, `"Part":[{"X":1,"Y":2},{"Y":3}]`, `"unknown":[1,{"a":"b,c"},[[],"]"],2]`,
	`"unknown, too":"a, b\", c"`, `"Hosts":{"10.0.0.2":[{"unknown":[1,{"a":[2,3]},4],"id":1},{"id":2,"opt":[{"id":1},{"id":2}]}]}`, `"none":null , "more":{"a":{"b":[1,2,3]}}`,
	`"id":"x"`, `"tags":[1,"2"]`, `"opt":[{"id":"x"},{"id":2}]`, `"quoted":5`, `"nums":{"x":1,"2":3}`, `"Hosts":{"x":[{"id":1},{"id":2}]}`, `"kids":{"a":1,"b":2}`, `"counts":[1,99999,2]`, `"price":1e999`, `"at":"x,y"`,
	`"id":1,`, `,`, `"a"`, `"tags":["a","b"`, `"tags":["a" "b"]`, `"any":[1,2}`, `"name":"a` + "\n" + `,b"`, `"unknown":[1,2,}`, `"words":{"a":"b",}`, `"raw":[1,,2]`, `"id":01,"ok":true`,
}

const goodPieces = 39 // of pieceTexts

// pieceDoc returns an array of n objects of those members.
func pieceDoc(n, members int, texts []string) string {
	var b strings.Builder
	b.WriteByte('[')
	for i := range n {
		if i > 0 {
			b.WriteString([]string{",", " ,", ", ", "\n,\n"}[rand.N(4)])
		}
		b.WriteByte('{')
		for k := range rand.N(members + 1) {
			if k > 0 {
				b.WriteByte(',')
			}
			b.WriteString(texts[rand.N(len(texts))])
		}
		b.WriteByte('}')
	}
	b.WriteString("] ")
	return b.String()
}

// decoded returns what c makes of text for a new value of type rt, and what is said about it.
func decoded(c *decode.Call, rt reflect.Type, text string) (v any, said string) {
	data := []byte(text)
	target := reflect.New(rt)
	c.Program = decode.ProgramOf(c.Config, rt)
	bad := c.Unmarshal(data, target.Interface())
	for i := range data {
		data[i] = '#' // nothing may be a part of the input
	}
	if f := bad.Take(); f != nil {
		said = fmt.Sprintf("%v at %d within %d: %v, path %v", f.Code, f.Offset, f.Within, f.Err, f.Path)
	}
	return target.Elem().Interface(), said
}

// comparePieces holds that text means the same in pieces of every size as in one. It returns how often it was decoded
// in pieces.
func comparePieces(t *testing.T, rt reflect.Type, text string, most int) (in int) {
	t.Helper()
	c := &decode.Call{Config: plan.V1}
	defer decode.InPiecesOf(-1)
	decode.InPiecesOf(0)
	want, wantSaid := decoded(c, rt, text)
	for size := 1; size <= min(len(text), most); size++ {
		decode.InPiecesOf(size)
		got, said := decoded(c, rt, text)
		if decode.DecodedInPieces(c.Program) {
			in++
		}
		if said != wantSaid || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s in pieces of %d bytes: %s\n%+v\nwant %s\n%+v", text, size, said, got, wantSaid, want)
		}
	}
	return in
}

// TestPieces decodes documents in pieces that end at every comma.
func TestPieces(t *testing.T) {
	rows, in, sizes := 300, 0, 0
	if !long.On() {
		rows = 20
	}
	for i := range rows {
		text := pieceDoc(1+rand.N(8), 4, pieceTexts[:goodPieces])
		in += comparePieces(t, reflect.TypeFor[[]pieceOf](), text, 300)
		sizes += min(len(text), 300)
		comparePieces(t, reflect.TypeFor[any](), text, 300)
		if i%4 == 0 {
			comparePieces(t, reflect.TypeFor[[3]map[string]any](), text, 300)
			comparePieces(t, reflect.TypeFor[json.RawMessage](), text, 300)
			comparePieces(t, reflect.TypeFor[struct{ X []pieceOf }](), `{"first":1,"X":`+text+`,"last":[1,2]}`, 300)
		}
	}
	if in < sizes {
		t.Errorf("of %d documents %d were decoded in pieces", sizes, in)
	}
	// Each member by itself, at every length of what is before it.
	for _, text := range pieceTexts {
		for n := range 4 {
			comparePieces(t, reflect.TypeFor[[]pieceOf](), `[{"name":"`+strings.Repeat("x", n)+`"},{`+text+`,"id":9},{"ok":true}]`, 300)
		}
	}
}

// TestPiecesBroken decodes documents that do not fit, or are no JSON: what is said, and the target, are as for
// documents in one piece.
func TestPiecesBroken(t *testing.T) {
	rows := long.Rounds(40, 200)
	for range rows {
		text := pieceDoc(1+rand.N(6), 3, pieceTexts)
		comparePieces(t, reflect.TypeFor[[]pieceOf](), text, 100)
		comparePieces(t, reflect.TypeFor[any](), text, 100)
	}
	text := `[{"id":1,"tags":["a,b","c"]},{"unknown":[1,{"a":2}],"any":{"x":[1,2]}},{"words":{"a":"b"},"kids":[{"id":2},{"id":3}]}]`
	for i := range text {
		comparePieces(t, reflect.TypeFor[[]pieceOf](), text[:i], 20)
		for _, c := range "],}\"\x01x" {
			broken := []byte(text)
			broken[i] = byte(c)
			comparePieces(t, reflect.TypeFor[[]pieceOf](), string(broken), 20)
		}
	}
	// As deep as may be, with a value that nobody wants within.
	for _, n := range []int{9998, 9999, 10000} {
		open := strings.Repeat(`{"B":1,"A":`, n)
		comparePieces(t, reflect.TypeFor[ring](), open+`{"unknown":[1,2,[3,4]]}`+strings.Repeat("}", n), 3)
	}
	for _, behind := range []string{",", ",[]", "]", " 1", ",,,,"} {
		comparePieces(t, reflect.TypeFor[[]pieceOf](), text+behind, 300)
	}
}
