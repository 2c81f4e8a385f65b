package index

import "testing"

// TestFinish reduces texts to sets of members, and refuses texts that are not JSON where it looks.
func TestFinish(t *testing.T) {
	for _, row := range []struct{ set, text, want string }{
		{"a.b", `{"a":[{"b":1,"c":2}],"d":3}`, `{"a":[{"b":1}]}`},
		{"d", `{"a":[{"b":1,"c":2}],"d":3}`, `{"d":3}`},
		{"a", ` { "a" : [ 1 , {"x":2} ] , "d" : 3 } `, `{"a":[ 1 , {"x":2} ]}`},
		{"a.x", `{"a":[1,[{"y":0,"x":"}"}],[],{},"t",null],"b":{"x":1}}`, `{"a":[1,[{"x":"}"}],[],{},"t",null]}`},
		{"*.b", `{"a":{"b":1,"c":2},"d":{"b":[]}}`, `{"a":{"b":1},"d":{"b":[]}}`},
		{"a,*.b", `{"x":{"a":1,"b":2},"a":{"c":1}}`, `{"x":{"b":2},"a":{"c":1}}`},
		{"x", `[{"x":1,"y":2},{"y":3},{"y":4,"x":5}]`, `[{"x":1},{},{"x":5}]`},
		{"x", `7`, `7`}, {"x", `{}`, `{}`}, {"x", `[]`, `[]`}, {"x.y", `{"x":1,"y":2}`, `{"x":1}`},
		{"a", `{"\u0061":1,"b":2}`, `{"\u0061":1}`},
		{"a", `{"a":1,}`, ""}, {"a", `{"a":1 "b":2}`, ""}, {"a", `{"a" 1}`, ""}, {"a", `{"b" 1}`, ""}, {"a", `{"b":}`, ""}, {"a", `{"b":1`, ""},
		{"a", `[1,]`, ""}, {"a", `[1 2]`, ""}, {"a", `[1}`, ""}, {"a", `{"a":1]`, ""}, {"a", `{1:2}`, ""}, {"a", ``, ""}, {"a", `1 2`, ""}, {"a", `{"a`, ""}, {"a", `{,"a":1}`, ""},
	} {
		set, flaw, _ := ParseMembers(row.set)
		if flaw != SoundSet {
			t.Fatal(row.set)
		}
		got, err := set.Finish(nil)([]byte("before"+row.text), len("before"))
		if string(got) != "before"+row.want || (err != nil) != (row.want == "") {
			t.Errorf("%s of %s: %s, %v, want %s", row.set, row.text, got, err, row.want)
		}
	}
}
