package gen

import "testing"

// TestWrite has a row for each way in which a member is encoded.
func TestWrite(t *testing.T) {
	plain := Options{}
	for _, row := range []struct {
		field, want string
		options     Options
	}{
		{"X int8", "n = w.Text(n, `{\"X\":`) n = w.Int(n, int64(f.X)) n = w.Text(n, `}`) return w.Room(n)", plain},
		{"X int64; Y uint8", "w.Int(n, f.X)…`,\"Y\":`…w.Uint(n, uint64(f.Y))", plain},
		{"X string `json:\"<\"`", "n = w.Text(n, `{\"\\u003c\":`) n = w.String(n, f.X)", plain},
		{"X float64", "if n = w.Float64(n, f.X); n < 0 { return n }", plain},
		{"X any", "if n = w.Any(n, f.X); n < 0 { return n }", plain},
		{"X []string", "w.Strings(n, f.X)", plain},
		{"X []byte", "w.Bytes(n, f.X)", plain},
		{"X []byte", "w.TextBytes(n, f.X)", Options{TextBytes: true}},
		{"X []S", "if f.X == nil { n = w.Text(n, `null`) } else { n = w.Text(n, `[`) for i := range f.X {…zetesAWriteS(&f.X[i], w, n)", plain},
		{"X *S", "if f.X == nil { n = w.Text(n, `null`) } else { if n = zetesAWriteS(f.X, w, n); n < 0", plain},
		{"X *A", "if !w.Descend() { return -1 }…f.X.EncodeZetes(w, n)…w.Ascend()", plain},
		{"X int `json:\",string\"`", "`{\"X\":\"`…w.Int…`\"}`", plain},
		{"X string `json:\",string\"`", "w.QuotedString(n, f.X)", plain},
		{"X int `json:\",omitempty\"`; Y int", "if f.X != 0 {…} n = w.Comma(n) n = w.Text(n, `\"Y\":`)", plain},
		{"X int; Y bool `json:\",omitempty\"`", "if f.Y { n = w.Text(n, `,\"Y\":`) n = w.Bool(n, f.Y) }", plain},
		{"X *int `json:\",omitzero\"`", "if f.X != nil { n = w.Text(n, `\"X\":`) n = w.Int(n, int64((*f.X))) }", plain},
		{"X float64 `json:\",omitzero\"`; Y float32 `json:\",omitzero\"`", "if f.X != 0 {…if f.Y != 0 {", plain}, // minus zero is zero
		{"X int `json:\",omitempty,omitzero\"`", "n = w.Text(n, `{`) if f.X != 0 { n = w.Text(n, `\"X\":`)", plain},
		{"X string", `if f.X != "" {`, Options{OmitEmpty: true}},
		{"X string `json:\",!omitempty\"`", "n = w.Text(n, `{\"X\":`)", Options{OmitEmpty: true}},
		{"X string `json:\",!omitempty\"`", `if f.X != "" {`, Options{OmitEmpty: true, PlainTags: true}},
		{"X string `json:\",!omitzero\"`", "n = w.Text(n, `{\"X\":`)", Options{OmitZero: true}},
		{"*E; X int", "if f.E != nil {…w.Int(n, int64(f.E.N))", plain},
		{"X Level `json:\",stringer\"`", "if n = static.Stringer(w, n, static.As[Level](&f.X)); n < 0 { return n }", plain},
		{"X *Level `json:\",stringer\"`", "By a compiled plan: the option stringer of X. return static.Encode(w, n, v, &zetesATypeA)", plain},
		{"X Level `json:\",stringer\"`", "w.Int(n, int64(f.X))", Options{PlainTags: true}},
		{"X string `json:\",raw\"`", "n = w.Text(n, `{\"X\":`) if n = w.RawText(n, f.X); n < 0 { return n } n = w.Text(n, `}`)", plain},
		{"X []byte `json:\",raw,omitempty\"`", "if len(f.X) != 0 {…w.Raw(n, f.X)", plain},
		{"X S `json:\",omitzero\"`", "By a compiled plan: it is not plain when X is zero.", plain},
	} {
		file, err := emitted(t, "//zetes:json\ntype A struct{ "+row.field+" }\n"+rest, row.options)
		if got := method(file, "(v *A) EncodeZetes"); err != nil || !has(got, row.want) {
			t.Errorf("%s:\ngot  %s, %v\nwant %s", row.field, got, err, row.want)
		}
	}
}

func TestLiteral(t *testing.T) {
	for in, want := range map[string]string{`{"a":`: "`{\"a\":`", "`": "\"`\"", "\u2028": "`\u2028`", "a\x00": `"a\x00"`} {
		if got := literal(in); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
}
