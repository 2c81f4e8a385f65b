package decode_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// TestNames decodes names of every length into structs of which they are the first, the second or a later field, and
// names that differ from them by one character or by the length.
func TestNames(t *testing.T) {
	const letters = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"
	for n := 1; n <= 45; n++ {
		name := letters[:n]
		fields := make([]reflect.StructField, 4)
		for i, s := range []string{name[:n-1] + "_", name, strings.Repeat("z", n), letters[:n+1]} {
			fields[i] = reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: reflect.TypeFor[int](), Tag: reflect.StructTag(`json:"` + s + `"`)}
		}
		target := reflect.StructOf(fields)
		mk := func() any { return reflect.New(target).Interface() }
		keys := []string{name, letters[:n+1], name + " ", " " + name, strings.ToUpper(name), name[:n-1] + "_", strings.Repeat("z", n), strings.Repeat("z", n+1)}
		for i := range n {
			keys = append(keys, name[:i]+"!"+name[i+1:], name[:i]+name[i+1:], name[:i]+`\u0061`+name[i+1:])
		}
		for _, a := range keys {
			same(t, `{"`+a+`":1}`, mk)
			for _, b := range keys[:8] {
				same(t, `{"`+b+`":1,"`+a+`":2,"`+name+`":3}`, mk)
			}
		}
	}
}

// TestNameBehindEnd decodes documents that end within a name as long as no padding is.
func TestNameBehindEnd(t *testing.T) {
	name := strings.Repeat("0123456789abcdef", 1<<9)
	target := reflect.StructOf([]reflect.StructField{{Name: "F", Type: reflect.TypeFor[int](), Tag: reflect.StructTag(`json:"` + name + `"`)}})
	mk := func() any { return reflect.New(target).Interface() }
	for _, n := range []int{15, 16, 17, 40, 200, len(name)} {
		same(t, `{"`+name[:n], mk)
		same(t, `{"`+name[:n]+`":1`, mk)
		same(t, `{"`+name[:n]+`":1}`, mk)
	}
}
