package tag

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/option"
)

// tags are judged by the running encoding/json: a struct made with each must have the same member.
var tags = []string{
	"", "a", "-", "-,", ",", "a,", "a b", "a,omitempty", ",omitempty", ",string", "a,string,omitempty", "a,omitzero",
	"a, omitempty", "a,omitempty ", "é", "日本", "a\\b", "a\"b", "'a'", "'a b',omitempty", "a'b,omitempty", "\xff", "a\xffb",
	"%$#@!", "a.b/c:d", "a<b>&", "_", "_a`b", "1a", "1a'b", "\u2028", "\x01", "a\tb", ",,omitempty", "a;omitempty", "a,OmitEmpty",
	"a,string:x,omitempty", "a,case:strict,omitempty", "a,case:'strict',omitempty", "a,case,omitempty", "a,case:,omitempty",
	"(a)", "a,omitempty,omitempty", "a,-omitempty,string", " ", " a ", "½", "aé'b",
}

func TestParse(t *testing.T) {
	for _, text := range tags {
		if text == "-" {
			continue
		}
		parsed := Parse(text, option.Toolchain.Has(option.LenientTags))
		name := parsed.Name
		if !parsed.Named {
			name = "Field"
		}
		typ := reflect.StructOf([]reflect.StructField{{Name: "Field", Type: reflect.TypeFor[int](), Tag: reflect.StructTag("json:" + quoteTag(text))}})
		v := reflect.New(typ).Elem()
		empty, _ := json.Marshal(v.Interface())
		if got := string(empty) == "{}"; got != (parsed.OmitEmpty || parsed.OmitZero) {
			t.Errorf("%q: omitted is %v, parsed %+v", text, got, parsed)
		}
		v.Field(0).SetInt(7)
		out, err := json.Marshal(v.Interface())
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		var members map[string]any
		if err := json.Unmarshal(out, &members); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		for got, value := range members {
			if got != name {
				t.Errorf("%q: name %q, want %q", text, name, got)
			}
			if _, isString := value.(string); isString != parsed.String {
				t.Errorf("%q: %s, parsed %+v", text, out, parsed)
			}
		}
	}
}

// quoteTag writes a tag's text as StructTag wants it, bytes that are not UTF-8 included.
func quoteTag(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(text) {
		b.WriteString(`\x` + string("0123456789abcdef"[text[i]>>4]) + string("0123456789abcdef"[text[i]&15]))
	}
	b.WriteByte('"')
	return b.String()
}

func TestNaming(t *testing.T) {
	for _, c := range [][4]string{
		{"ID", "id", "id", "id"},
		{"UserID", "user_id", "user-id", "userID"},
		{"HTTPServerID", "http_server_id", "http-server-id", "httpServerID"},
		{"UserIDs", "user_ids", "user-ids", "userIDs"},
		{"IPv4Addr", "ipv4_addr", "ipv4-addr", "ipv4Addr"},
		{"OAuth2Token", "oauth2_token", "oauth2-token", "oauth2Token"},
		{"A", "a", "a", "a"},
		{"already_snake", "already_snake", "already-snake", "already_snake"},
		{"Sha256Sum", "sha256_sum", "sha256-sum", "sha256Sum"},
		{"ÄpfelBirnen", "äpfel_birnen", "äpfel-birnen", "äpfelBirnen"},
		{"URLs", "urls", "urls", "urls"},
	} {
		if a, b, d := SnakeCase(c[0]), KebabCase(c[0]), LowerCamel(c[0]); a != c[1] || b != c[2] || d != c[3] {
			t.Errorf("%s: %s %s %s, want %v", c[0], a, b, d, c[1:])
		}
	}
}

// TestParseMore: options are whole words behind the first comma, and name what they do.
func TestParseMore(t *testing.T) {
	for text, want := range map[string]More{
		"": 0, "raw": 0, "raw,": 0, ",raw": Raw, "a,raw": Raw, "a,raw,stringer": Raw | Stringer, "a,Raw": 0, "a, raw": 0, "a,raws": 0,
		"a,!omitempty,omitempty": KeepEmpty, ",!omitzero": KeepZero, ",intern,nocopy": Intern | NoCopy, "-,encoder": Encoder, ",escape": 0,
	} {
		if got := ParseMore(text); got != want {
			t.Errorf("%q: %b, want %b", text, got, want)
		}
	}
}
