package codec_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/stream"
)

// account is a record of the usual kind; sample is one of a table.
type (
	account struct {
		ID      int64    `json:"id"`
		Name    string   `json:"name"`
		Email   string   `json:"email"`
		Active  bool     `json:"active"`
		Score   float64  `json:"score"`
		Tags    []string `json:"tags"`
		Address address  `json:"address"`
		Note    *string  `json:"note"`
	}
	address struct {
		Street string `json:"street"`
		City   string `json:"city"`
		Zip    int    `json:"zip"`
	}
	sample struct {
		ID    int     `json:"id"`
		Name  string  `json:"name"`
		Value float64 `json:"value"`
	}
)

func accounts(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		separator := ","
		if i == 0 {
			separator = "["
		}
		fmt.Fprintf(&b, `%s{"id":%d,"name":"Account number %d","email":"user.%d@example.com","active":%t,"score":%d.25,"tags":["first","second %d"],`+
			`"address":{"street":"%d Main Street","city":"Springfield","zip":%d},"note":null}`, separator, 1000+i, i, i, i%3 == 0, i%1000, i%7, i, 10000+i%90000)
	}
	b.WriteByte(']')
	return b.Bytes()
}

func samples(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		separator := ","
		if i == 0 {
			separator = "["
		}
		fmt.Fprintf(&b, `%s{"id":%d,"name":"row %[2]d","value":%d.5}`, separator, i, i%100)
	}
	b.WriteByte(']')
	return b.Bytes()
}

func readAccount(r *codec.Reader, v *account) {
	for name := range r.Object() {
		switch name {
		case "id":
			v.ID = r.Int()
		case "name":
			v.Name = r.String()
		case "email":
			v.Email = r.String()
		case "active":
			v.Active = r.Bool()
		case "score":
			v.Score = r.Float64()
		case "tags":
			for range r.Array() {
				v.Tags = append(v.Tags, r.String())
			}
		case "address":
			readAddress(r, &v.Address)
		case "note":
			if !r.Null() {
				note := r.String()
				v.Note = &note
			}
		}
	}
}

func readAddress(r *codec.Reader, v *address) {
	for name := range r.Object() {
		switch name {
		case "street":
			v.Street = r.String()
		case "city":
			v.City = r.String()
		case "zip":
			v.Zip = int(r.Int())
		}
	}
}

func readSample(r *codec.Reader, v *sample) {
	for name := range r.Object() {
		switch name {
		case "id":
			v.ID = int(r.Int())
		case "name":
			v.Name = r.String()
		case "value":
			v.Value = r.Float64()
		}
	}
}

// What code that knows the names beforehand does.
var (
	accountNames = codec.NewNames("id", "name", "email", "active", "score", "tags", "address", "note")
	addressNames = codec.NewNames("street", "city", "zip")
	sampleNames  = codec.NewNames("id", "name", "value")
)

func readKnownAccount(r *codec.Reader, v *account) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(accountNames)
		if !ok {
			return
		}
		switch i {
		case 0:
			v.ID = r.Int()
		case 1:
			v.Name = r.String()
		case 2:
			v.Email = r.String()
		case 3:
			v.Active = r.Bool()
		case 4:
			v.Score = r.Float64()
		case 5:
			v.Tags = codec.ReadElements(r, func(r *codec.Reader, v *string) { *v = r.String() })
		case 6:
			readKnownAddress(r, &v.Address)
		case 7:
			if !r.Null() {
				note := r.String()
				v.Note = &note
			}
		default:
			r.Skip()
		}
	}
}

func readKnownAddress(r *codec.Reader, v *address) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(addressNames)
		if !ok {
			return
		}
		switch i {
		case 0:
			v.Street = r.String()
		case 1:
			v.City = r.String()
		case 2:
			v.Zip = int(r.Int())
		default:
			r.Skip()
		}
	}
}

func readKnownSample(r *codec.Reader, v *sample) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(sampleNames)
		if !ok {
			return
		}
		switch i {
		case 0:
			v.ID = int(r.Int())
		case 1:
			v.Name = r.String()
		case 2:
			v.Value = r.Float64()
		default:
			r.Skip()
		}
	}
}

// readEach reads an array by the loop that users write.
func readEach[T any](r *codec.Reader, read func(*codec.Reader, *T), out []T) ([]T, error) {
	for range r.Array() {
		var zero T
		out = append(out, zero)
		read(r, &out[len(out)-1])
	}
	return out, r.Err()
}

func benchmarkReader[T any](b *testing.B, data []byte, read, known func(*codec.Reader, *T)) {
	run := func(name string, f func() error) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	run("form=plan", func() error {
		var v []T
		return zetes.Unmarshal(data, &v)
	})
	r := codec.NewBytesReader(nil)
	run("form=hand", func() error {
		r.ResetBytes(data)
		_, err := readEach(r, read, nil)
		return err
	})
	run("form=known", func() error {
		r.ResetBytes(data)
		codec.ReadElements(r, known)
		return r.Err()
	})
	var kept [1]T
	in := codec.NewReader(nil)
	run("form=hand-stream", func() error {
		in.Reset(bytes.NewReader(data))
		for range in.Array() {
			clear(kept[:])
			read(in, &kept[0])
		}
		return in.Err()
	})
	run("form=value-stream", func() error {
		in.Reset(bytes.NewReader(data))
		for range in.Array() {
			clear(kept[:])
			zetes.ReadValue(in, &kept[0])
		}
		return in.Err()
	})
	run("form=elements", func() error {
		for v, err := range stream.Elements[T](bytes.NewReader(data)) {
			if err != nil {
				return err
			}
			kept[0] = v
		}
		return nil
	})
	_ = kept
}

// BenchmarkReader compares a loop written by hand, and the ways to stream an array, with the compiled plan over all
// of it.
func BenchmarkReader(b *testing.B) {
	b.Run("data=accounts", func(b *testing.B) { benchmarkReader(b, accounts(4000), readAccount, readKnownAccount) })
	b.Run("data=samples", func(b *testing.B) { benchmarkReader(b, samples(20000), readSample, readKnownSample) })
	b.Run("data=account", func(b *testing.B) { benchmarkReader(b, accounts(1), readAccount, readKnownAccount) })
}

// TestReaderForms holds that what is compared is equal.
func TestReaderForms(t *testing.T) {
	for _, n := range []int{1, 3, 2000} {
		data := accounts(n)
		var want []account
		if err := zetes.Unmarshal(data, &want); err != nil {
			t.Fatal(err)
		}
		same := func(a, b account) bool {
			a.Tags, b.Tags = slices.Clone(a.Tags), slices.Clone(b.Tags)
			return fmt.Sprint(a) == fmt.Sprint(b)
		}
		got, err := readEach(codec.NewBytesReader(data), readAccount, nil)
		if err != nil || !slices.EqualFunc(got, want, same) {
			t.Errorf("%d by hand: %v", n, err)
		}
		r := codec.NewBytesReader(data)
		if got = codec.ReadElements(r, readKnownAccount); r.Err() != nil || !slices.EqualFunc(got, want, same) {
			t.Errorf("%d by known names: %v", n, r.Err())
		}
		got, err = readEach(codec.NewReader(strings.NewReader(string(data))), readAccount, nil)
		if err != nil || !slices.EqualFunc(got, want, same) {
			t.Errorf("%d by hand from a stream: %v", n, err)
		}
		got, err = readEach(codec.NewReader(strings.NewReader(string(data))), func(r *codec.Reader, v *account) { zetes.ReadValue(r, v) }, nil)
		if err != nil || !slices.EqualFunc(got, want, same) {
			t.Errorf("%d by plan from a stream: %v", n, err)
		}
		got = nil
		for v, err := range stream.Elements[account](bytes.NewReader(data)) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, v)
		}
		if !slices.EqualFunc(got, want, same) {
			t.Errorf("%d elements differ", n)
		}
	}
}
