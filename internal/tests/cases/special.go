package cases

import (
	"encoding/json"
	"math/big"
	"net/netip"
	"strings"

	"github.com/zetes-json/zetes/opt"
)

// Types of Go's library that are written and read by code of the plans, with the results of their methods.

type (
	myAddr     netip.Addr
	myBig      big.Int
	namedAddr  *netip.Addr
	namedBig   *big.Int
	netipHolds struct {
		netip.Addr
		P netip.Prefix `json:",omitzero"`
	}
	netipEmbeds struct {
		*netip.AddrPort
		N int
	}
	bigEmbeds struct {
		big.Int
		N int
	}
	bigEmbedsPointer struct {
		*big.Int
		N int
	}
	netipOptions struct {
		A opt.Value[netip.Addr]
		P opt.Value[*netip.Prefix] `json:",omitzero"`
		B opt.Value[big.Int]
		Q opt.Value[*big.Int]
		M opt.Value[map[netip.Addr][]netip.AddrPort]
	}
	netipOmits struct {
		A netip.Addr     `json:"a,omitzero"`
		E netip.Addr     `json:"e,omitempty"`
		P netip.Prefix   `json:"p,omitzero"`
		Q *netip.Prefix  `json:"q,omitempty"`
		R netip.AddrPort `json:"r,omitzero,omitempty"`
		B big.Int        `json:"b,omitzero"`
		C *big.Int       `json:"c,omitempty"`
		D big.Int        `json:"d,omitempty"`
	}
)

// netipTexts are addresses of all forms, and near misses.
var netipTexts = []string{
	"", "1.2.3.4", "0.0.0.0", "255.255.255.255", "256.1.1.1", "01.2.3.4", "1.2.3", "1.2.3.4.5", "1..2.3", "1.2.3.4 ",
	"::", "::1", "1::", "2001:db8::8a2e:370:7334", "2001:DB8::1", "1:2:3:4:5:6:7:8", "1:0:0:4:0:0:0:8", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7::",
	"::ffff:1.2.3.4", "::ffff:0102:0304", "64:ff9b::1.2.3.4", "::ffff:1.2.3.4%eth0", "12345::", "1::2::3", "g::", ":1", "1:",
	"fe80::1%eth0", "fe80::1%", "fe80::1%<&>", "fe80::1%a\"b\\c", "fe80::1%\u2028\x00é", "fe80::1%\xff\xc0", "1.2.3.4%eth0", "%eth0",
	"10.0.0.0/8", "10.1.2.3/0", "10.0.0.0/33", "10.0.0.0/08", "10.0.0.0/", "10.0.0.0/+8", "::/0", "::1/128", "::1/129", "fe80::1%eth0/64", "::ffff:1.2.3.4/120",
	"1.2.3.4:80", "1.2.3.4:0", "1.2.3.4:65535", "1.2.3.4:65536", "1.2.3.4:080", "1.2.3.4:", "[::1]:80", "[::1]:http", "[fe80::1%eth0]:80", "[fe80::1%<\"\xff>]:1", "::1:80", "[1.2.3.4]:80",
	"bad", "invalid Prefix", "null", "1",
}

// bigTexts are numbers near the bounds of words, and what is no integer.
var bigTexts = []string{
	"0", "-0", "1", "-1", "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
	"18446744073709551615", "18446744073709551616", "-18446744073709551616", "999999999999999999999999999999999999", "10000000000000000000000000000000000000",
	"340282366920938463463374607431768211455", "340282366920938463463374607431768211456", "123456789012345678901234567890123456789012345678901234567890",
	"1" + strings.Repeat("0", 287), "1" + strings.Repeat("0", 288), "-" + strings.Repeat("9", 288), "-" + strings.Repeat("9", 289), strings.Repeat("7", 3000),
	"1.0", "1e2", "12345678901234567890123.0", "123456789012345678901234e1", "-1E400", "1.5", "00", "01", "-", "1.", "1e", "+1", "0x10", "1_000", "null", "true", "[1]", "{}", `"1"`, `""`, `"0x1F"`, "nul", "1x",
}

func init() {
	for _, text := range netipTexts {
		text, _ := json.Marshal(text)
		dec[netip.Addr]("addr", string(text))
		alone[netip.AddrPort]("addrport", string(text))
		alone[netip.Prefix]("prefix", string(text))
		alone[map[netip.Addr]int]("addr-key", `{`+string(text)+`:1}`)
		alone[map[netip.AddrPort]*int]("addrport-key", `{`+string(text)+`:1}`)
		alone[map[netip.Prefix]string]("prefix-key", `{`+string(text)+`:"1"}`)
		into("addr-full", func() netip.Addr { return netip.MustParseAddr("9.8.7.6") }, string(text))
		alone[netipOptions]("optional", `{"A":`+string(text)+`}`, `{"P":`+string(text)+`,"A":"::"}`, `{"A":null,"M":{`+string(text)+`:["1.2.3.4:5",`+string(text)+`]}}`)

		if a, err := netip.ParseAddr(unquoted(text)); err == nil {
			val("addr/"+a.String(), a)
			val("addr/"+a.String()+"/optional", opt.Of(a))
			one("addr-key/"+a.String(), func() map[netip.Addr]netip.Addr { return map[netip.Addr]netip.Addr{a: a, {}: a, a.Next(): a} })
		}
		if a, err := netip.ParseAddrPort(unquoted(text)); err == nil {
			val("addrport/"+a.String(), a)
			one("addrport-key/"+a.String(), func() map[netip.AddrPort]any { return map[netip.AddrPort]any{a: &a, {}: a} })
		}
		if a, err := netip.ParsePrefix(unquoted(text)); err == nil {
			val("prefix/"+a.String(), a)
			one("prefix-key/"+a.String(), func() map[netip.Prefix]any { return map[netip.Prefix]any{a: &a, {}: a, a.Masked(): 1} })
		}
	}
	for _, text := range []string{`1`, `true`, `null`, `[]`, `{}`, `["::1"]`, `"::1`, `"::\u0031"`, "\"\xff::1\"", "\"::1\n\"", `"1.2.3.4"x`, `"\u00"`} {
		dec[netip.Addr]("addr", text)
		dec[netip.Prefix]("prefix", text)
		dec[netip.AddrPort]("addrport", text)
		alone[[]netip.Addr]("addrs", `["::1",`+text+`,"1.2.3.4"]`)
		alone[map[string]netip.Prefix]("prefixes", `{"a":"::/0","b":`+text+`,"c":"10.0.0.0/8"}`)
		into("addrport-full", func() netip.AddrPort { return netip.MustParseAddrPort("9.8.7.6:5") }, text)
		into("prefix-pointer", func() *netip.Prefix { p := netip.MustParsePrefix("9.8.7.6/5"); return &p }, text)
		alone[netipOptions]("optional", `{"A":`+text+`,"P":`+text+`}`)
	}
	alone[map[netip.Addr]int]("addr-keys", `{"::1":1,"::\u0031":2,"1.2.3.4":3,"":4}`, "{\"fe80::1%\xff\":1}", `{"::1":"x","bad":2}`, `{"bad":{`, `{"::1":1,"bad":2,"::2":}`)
	alone[map[netip.Addr]netip.Addr]("addr-keys", `{"::1":"1.2.3.4","1.2.3.4":"bad","::2":"::3"}`)
	one("addr/zone-raw", func() []netip.Addr {
		return []netip.Addr{netip.IPv6Unspecified().WithZone("\xff<\"\u2028"), netip.IPv6Unspecified().WithZone(strings.Repeat("zone&", 1000)), netip.IPv4Unspecified()}
	})
	one("addrport/zone-raw", func() any {
		return map[netip.AddrPort]netip.AddrPort{netip.AddrPortFrom(netip.IPv6Unspecified().WithZone("\xff<\"\xc3"), 7): netip.AddrPortFrom(netip.IPv6Unspecified().WithZone("\xff<\""), 7)}
	})
	val("addrport/no-address", netip.AddrPortFrom(netip.Addr{}, 80))
	val("prefix/invalid", netip.PrefixFrom(netip.MustParseAddr("1.2.3.4"), 99))
	val("prefix/invalid-6", netip.PrefixFrom(netip.MustParseAddr("::1"), -1))
	val("prefix/zero", netip.Prefix{})
	val("prefix/no-address", netip.PrefixFrom(netip.Addr{}, 0))
	val("addrport/zero", netip.AddrPort{})
	val("addr/named", myAddr(netip.MustParseAddr("::1")))
	dec[myAddr]("addr-named", `"::1"`, `{}`)
	val("embeds/addr", netipHolds{Addr: netip.MustParseAddr("::1")})
	val("embeds/addrport", netipEmbeds{})
	val("embeds/addrport-set", netipEmbeds{AddrPort: new(netip.AddrPort), N: 1})
	dec[netipHolds]("embeds/addr", `"::1"`, `{"Addr":"::1"}`, `null`)
	dec[netipEmbeds]("embeds/addrport", `{"N":1,"AddrPort":"1.2.3.4:5"}`, `"1.2.3.4:5"`)
	val("omits/zero", netipOmits{})
	val("omits/set", netipOmits{netip.IPv4Unspecified(), netip.IPv4Unspecified(), netip.PrefixFrom(netip.IPv4Unspecified(), 0), new(netip.Prefix), netip.AddrPortFrom(netip.IPv4Unspecified(), 0), *big.NewInt(1), big.NewInt(0), *big.NewInt(2)})
	val("options/undefined", netipOptions{})
	val("options/set", netipOptions{opt.Of(netip.MustParseAddr("fe80::1%<\"")), opt.Of(new(netip.Prefix)), opt.Of(*big.NewInt(5)), opt.Of(big.NewInt(-5)), opt.Of(map[netip.Addr][]netip.AddrPort{{}: {{}}})})
	for _, text := range []string{`"::1"`, `{}`, `null`, `1`} {
		target("addr-named-pointer/"+text, func() any { return namedAddr(new(netip.Addr)) }, text)
		target("addr-named-pointer/field/"+text, func() any { return new(struct{ P namedAddr }) }, `{"P":`+text+`}`)
		target("big-named-pointer/"+text, func() any { return namedBig(new(big.Int)) }, text)
		target("big-named-pointer/field/"+text, func() any { return new(struct{ P namedBig }) }, `{"P":`+text+`}`)
	}

	for _, text := range bigTexts {
		dec[*big.Int]("big-int", text)
		into("big-int-full", func() *big.Int { return big.NewInt(-77) }, text)
		into("big-int-full/long", func() big.Int { return *new(big.Int).Lsh(big.NewInt(3), 300) }, text)
		alone[netipOptions]("optional", `{"B":`+text+`,"A":"::1"}`, `{"A":"::1","Q":`+text+`}`)
		alone[map[string]big.Int]("big-ints", `{"a":`+text+`,"b":1,"a":`+text+`}`)
		quoted, _ := json.Marshal(text)
		alone[map[*big.Int]int]("big-int-key", `{`+string(quoted)+`:1}`)
		if v, ok := new(big.Int).SetString(text, 10); ok {
			made("big-int/"+short(text), func() *big.Int { return v })
			made("big-int-value/"+short(text), func() big.Int { return *v })
			one("big-int-key/"+short(text), func() map[*big.Int]int { return map[*big.Int]int{v: 1} })
		}
	}
	val("big-int/nil", (*big.Int)(nil))
	val("big-int/named", (*myBig)(big.NewInt(5)))
	val("big-int/embeds", &bigEmbeds{*big.NewInt(7), 1})
	val("big-int/embeds-pointer", bigEmbedsPointer{big.NewInt(7), 1})
	val("big-int/embeds-nil", bigEmbedsPointer{})
	dec[bigEmbeds]("big-int/embeds", `5`, `{"N":1}`, `null`)
	dec[bigEmbedsPointer]("big-int/embeds-pointer", `5`, `{"N":1}`)
	alone[[]*big.Int]("big-int-list", `[1,12345678901234567890123,null,-5]`, `[1,"x",3]`, `[1,1.5,3]`, `[1 2]`, `[1,`)
}

// unquoted is the string that text is, a JSON string.
func unquoted(text []byte) (s string) {
	_ = json.Unmarshal(text, &s)
	return s
}
