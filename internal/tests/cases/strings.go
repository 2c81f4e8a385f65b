package cases

import (
	"fmt"
	"strconv"
	"strings"
)

func init() {
	for c := range 256 {
		one("byte", func() string { return string([]byte{byte(c)}) })
		one("byte/between", func() []string {
			return []string{"0123456" + string([]byte{byte(c)}) + "89abcdefghijklmnopqrstuvwxyz0123456789", ""}
		})
		alone[string]("byte", `"`+string([]byte{byte(c)})+`"`, `"01234567`+string([]byte{byte(c)})+`9"`, `"\`+string([]byte{byte(c)})+`"`)
	}
	// Characters that must be escaped, and others that must not, at every place around the sizes of a machine word and
	// of a vector.
	odd := []string{"<", "&", "\"", "\\", "\n", "\x00", "\x1f", "\x7f", "é", "\u2028", "\u2029", "\u2027", "\u202a", "日", "😀", "\xff", "\xc3", "\xe2\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\x80", "\xf0\x9f\x98", "\ufffd", "\ufeff"}
	for _, o := range odd {
		for _, n := range []int{0, 1, 3, 7, 8, 15, 16, 17, 31, 32, 33, 47, 63, 64, 65, 95, 127, 128, 129, 511, 512, 1023, 1024, 1100, 4096} {
			s := strings.Repeat("a", n) + o
			one("odd/"+strconv.Itoa(n), func() []string {
				return []string{s, s + "b", s + o, s + "0123456789abcdef0123456789abcdef0123456789abcdef"}
			})
			alone[string]("odd", strconv.Quote(s), `"`+s+`"`, `"`+s+`b"`, `"`+s+o+`z"`)
			if n < 70 {
				one("odd/key", func() map[string]int { return map[string]int{s: 1, s + o: 2} })
				alone[map[string]string]("odd/key", `{"`+s+`":"`+s+`"}`)
				alone[any]("odd/any", `{"`+s+`":["`+s+`"]}`)
			}
		}
		val("odd", o)
		val("odd/named", myString(o+"x"+o))
		val("odd/slice", []string{o, o + o})
		one("odd/many", func() string { return strings.Repeat(o, 3000) })
		alone[string]("odd/many", `"`+strings.Repeat(o, 700)+`"`)
	}
	val("empty", "")
	for n := range 200 {
		s := strings.Repeat("0123456789abcdefghijklmnopqrstuvwxyz", 6)[:n]
		one("length", func() []string { return []string{s, "x"} })
		alone[[]string]("length", `["`+s+`","x","\u0041`+s+`"]`)
		alone[any]("length", `["`+s+`",{"`+s+`":"`+s+`\n"}]`)
	}

	escapes := []string{
		`"\"\\\/\b\f\n\r\t"`, `"\u0000"`, `"\u0041\u00e9\u65E5"`, `"\ud83d\ude00"`, `"\uD83D\uDE00"`, `"\ud83d"`, `"\ude00"`, `"\ud83d\ud83d\ude00"`, `"\ude00\ud83d"`, `"\ud83dx"`, `"\ud83d\n"`, `"\ud83d\u0041"`,
		`"\ud83d\\ude00"`, `"\ud83d "`, `"\uDbff\uDfff"`, `"\udbff\udbff"`, `"\uFFFF\uFFFE"`, `"\ufeff"`, `"\u2028\u2029"`, `"a\u0062c"`, `"\\u0041"`, `"\\\u0041"`, `"\\\\"`, `"\u005c"`, `"\u0022"`, `"\/\/"`,
		`"\ud83d\u"`, `"\ud83d\u1"`, `"\ud83d\ude0"`, `"\ud83d\ude0g"`, `"\ud83d\`, `"\ud83d`, `"\u00"`, `"\U0041"`, `"\0"`, `"\v"`, `"\a"`, `"\'"`, `"\x41"`, `"\N"`, `"\ `, `"\u 041"`, `"\u+041"`, `"\u-041"`,
		"\"\\\n\"", "\"\\\x80\"", "\"\x80\\n\xff\"", "\"\xed\xa0\xbd\xed\xb8\x80\"", "\"\\ud83d\xff\\ude00\"", "\"\xe6\\u0041\"", `"\u0000\u001f\u007f\u0080"`,
	}
	dec[string]("escape", escapes...)
	dec[any]("escape/any", escapes...)
	dec[map[string]int]("escape/key", func() (texts []string) {
		for _, e := range escapes {
			texts = append(texts, `{`+e+`:1}`)
		}
		return texts
	}()...)
	for n := range 70 {
		pad := strings.Repeat("x", n)
		for _, e := range escapes[:24] {
			alone[string]("escape/at-"+strconv.Itoa(n), `"`+pad+e[1:len(e)-1]+pad+e[1:])
		}
		alone[struct{}]("escape/skipped", `{"a":"`+pad+`\"","b\\":"`+pad+`\\","c":"\\\\`+pad+`\u12`+`"}`, `{"a":"`+pad+`\q"}`, `{"`+pad+`\\":"`+pad+`\u00e9"}`, `{"a":"`+pad+"\x01"+`"}`)
	}
	// Ends of input at every byte of a text with everything in it.
	full := `{"A":-12.5e+3,"F":["a\u00e9\ud83d\ude00\n",true,null,{"x":[]},"日本"],"B":"é","C":false}`
	for n := range len(full) {
		alone[any]("cut", full[:n])
		alone[around[[]any]]("cut", full[:n])
		target("cut/filled", func() any { return &around[[]any]{1, []any{1, 2}, "old"} }, full[:n])
		// A byte of full replaced.
		for _, c := range "\x00\"\\,:]}0x \xff" {
			text := full[:n] + string(c) + full[n+1:]
			target("replaced", func() any { return &around[[]any]{1, []any{1, 2}, "old"} }, text)
			alone[any]("replaced", text)
		}
	}
	for _, s := range []string{"K", "ſ", "é", "É", "ß", "ẞ", "ı", "İ", "Σ", "ς", "σ"} {
		val("fold/"+s, fmt.Sprintf("%s%s", s, s))
	}
}
