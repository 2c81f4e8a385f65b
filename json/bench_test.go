package json_test

import (
	"bytes"
	"testing"

	"github.com/zetes-json/zetes/json"
)

// pointText is a value of 50 bytes, of a pointType.
const pointText = `{"id":71,"name":"Ada","active":true,"score":12.375}`

type pointType struct {
	ID     int     `json:"id"`
	Name   string  `json:"name"`
	Active bool    `json:"active"`
	Score  float64 `json:"score"`
}

// lines is an endless stream of one value, of which a Read gives one part.
type lines struct {
	parts []string
	next  int
}

func (l *lines) Read(p []byte) (int, error) {
	n := copy(p, l.parts[l.next])
	if l.next++; l.next == len(l.parts) {
		l.next = 0
	}
	return n, nil
}

// BenchmarkDecoder decodes a small value by a Decoder that is kept, of which a Read gives the value and its line break
// together or one after the other, by one that lives for this value, and, beside these, by Unmarshal.
func BenchmarkDecoder(b *testing.B) {
	check := func(b *testing.B, err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	kept := func(parts ...string) func(b *testing.B) {
		return func(b *testing.B) {
			d := json.NewDecoder(&lines{parts: parts})
			b.ReportAllocs()
			for b.Loop() {
				check(b, d.Decode(new(pointType)))
			}
		}
	}
	b.Run("Line", kept(pointText+"\n"))
	b.Run("Break", kept(pointText, "\n"))
	b.Run("One", func(b *testing.B) {
		var r bytes.Reader
		text := []byte(pointText)
		b.ReportAllocs()
		for b.Loop() {
			r.Reset(text)
			check(b, json.NewDecoder(&r).Decode(new(pointType)))
		}
	})
	b.Run("Unmarshal", func(b *testing.B) {
		text := []byte(pointText)
		b.ReportAllocs()
		for b.Loop() {
			check(b, json.Unmarshal(text, new(pointType)))
		}
	})
}
