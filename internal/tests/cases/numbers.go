package cases

import (
	"encoding/json"
	"math/big"
	"net"
	"net/netip"
	"net/url"
	"time"
)

type (
	myNumber json.Number
	myRaw    json.RawMessage
	myTime   time.Time
)

func init() {
	for _, s := range []string{"", "0", "-0", "1", "1.50", "1e400", "-1E-5", "00", "01", "1.", ".5", "+1", "abc", " 1", "1 ", "1e", "NaN", "Infinity", "0x10", "1_0", "\"1\"", "null", "true", "-", "1\x00", "123456789012345678901234567890", "<", "é", "1.5e+10"} {
		val("number/"+s, json.Number(s))
		val("number-named/"+s, myNumber(s))
		one("number-key/"+s, func() map[json.Number]int { return map[json.Number]int{json.Number(s): 1} })
	}
	dec[json.Number]("number", tokens...)
	generics[json.Number]("number", tokens...)
	dec[myNumber]("number-named", tokens...)
	dec[json.Number]("number", `"1e5"`, `"abc"`, `"1."`, `" 1"`, `"01"`, `"\u0031"`, `"-"`, `"1e400"`, `1.50`, `1E+5`, `-0.0`, `"NaN"`)
	alone[map[json.Number]int]("number-key", `{"1":1,"abc":2,"":3}`)
	into("number", func() json.Number { return "7" }, tokens[:30]...)
	alone[struct {
		N json.Number  `json:",string"`
		P *json.Number `json:",string"`
	}]("number-string", `{"N":"1"}`, `{"N":1}`, `{"N":""}`, `{"N":"x"}`, `{"N":"\"1\""}`, `{"N":null,"P":"2"}`, `{"P":3}`, `{"P":"null"}`)

	val("raw/nil", json.RawMessage(nil))
	val("raw/empty", json.RawMessage{})
	val("raw/named", myRaw(`{"a":1}`))
	val("raw/interface", json.Marshaler(json.RawMessage(` [ 1 ] `)))
	dec[json.RawMessage]("raw", tokens...)
	dec[json.RawMessage]("raw", ` { "a" : [ 1 , "<\u003c" ] } `, "\"\xff\\ud800\"", ` null `, `[1,`, `"\x"`)
	dec[myRaw]("raw-named", tokens[:30]...)
	dec[any]("raw-in-any", ` [ 1 ] `)
	into("raw", func() json.RawMessage { return json.RawMessage(`old value that is long`) }, tokens...)
	into("raw-pointer", func() *json.RawMessage { r := json.RawMessage(`old`); return &r }, tokens[:20]...)
	target("raw/room", func() any {
		l := json.RawMessage("old value")
		return &struct{ A, B json.RawMessage }{l[:2], l}
	}, `{"A":[1,2]}`)

	utc := time.Date(2006, 1, 2, 15, 4, 5, 0, time.UTC)
	zone := func(name string, seconds int) *time.Location { return time.FixedZone(name, seconds) }
	for _, t := range []time.Time{{}, utc, utc.Add(1), utc.Add(120_000_000), utc.Add(123_456_789), utc.Add(999_999_999), utc.In(zone("a", 3600)), utc.In(zone("b", -5*3600-30*60)), utc.In(zone("", 0)), utc.In(zone("sec", 3601)), utc.In(zone("sec", -59)), utc.In(zone("far", 24*3600)), utc.In(zone("far", 23*3600+59*60)),
		utc.In(zone("far", -24*3600)), utc.AddDate(8000, 0, 0), utc.AddDate(-2006, 0, 0), utc.AddDate(-2010, 0, 0), utc.AddDate(-2005, 0, 0), time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC), time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 0, zone("x", -3600)), time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2024, 2, 29, 0, 0, 0, 10, time.UTC), time.Date(1900, 3, 1, 12, 30, 0, 0, zone("lmt", 1172)), time.Unix(0, 0).UTC(), time.Unix(1<<40, 0).UTC(), time.Unix(-1<<40, 0).UTC()} {
		val("time/"+t.String(), t)
		one("time-key/"+t.String(), func() map[time.Time]int { return map[time.Time]int{t: 1} })
	}
	for y := 1; y < 10000; y += 487 {
		for m := range 12 {
			one("time/date", func() []time.Time {
				return []time.Time{time.Date(y, time.Month(m+1), 1, 0, 0, 0, 0, time.UTC), time.Date(y, time.Month(m+2), 0, 23, 59, 59, 100, zone("", m*900))}
			})
		}
	}
	val("time/named", myTime(utc))
	val("duration", time.Second)
	val("month", time.March)
	dec[time.Time]("time", `"2006-01-02T15:04:05Z"`, `"2006-01-02T15:04:05.5+01:00"`, `"2006-01-02T15:04:05.123456789-23:59"`, `"2006-01-02t15:04:05z"`, `"2006-01-02 15:04:05Z"`, `"2006-01-02"`, `""`, `null`, `1`, `{}`, `"2006-02-30T00:00:00Z"`, `"2006-01-02T24:00:00Z"`, `"2006-01-02T15:04:60Z"`, `"2006-01-02T15:04:05,5Z"`, `"2006-01-02T5:04:05Z"`,
		`"2006-01-02T15:04:05+24:00"`, `"2006-01-02T15:04:05+00:60"`, `"\u0032006-01-02T15:04:05Z"`, `"2006-01-02T15:04:05Z "`, `"0000-01-01T00:00:00Z"`, `"2006-01-02T15:04:05.Z"`, `"2006-01-02T15:04:05.1234567891Z"`, `"2024-02-29T00:00:00Z"`, `"2023-02-29T00:00:00Z"`, `"2006-01-02T15:04:05+00:00"`, `"2006-01-02T15:04:05-00:00"`, `"99999-01-01T00:00:00Z"`, `"not a time"`)
	dec[time.Duration]("duration", `1`, `"1s"`, `1.5`, `null`)
	dec[map[time.Time]int]("time-key", `{"2006-01-02T15:04:05Z":1}`, `{"bad":1}`)
	dec[myTime]("time-named", `"2006-01-02T15:04:05Z"`, `{}`)
	into("time", func() time.Time { return utc }, `null`, `"2007-01-02T15:04:05Z"`, `"bad"`, `1`)

	val("big-int", big.NewInt(1<<62))
	val("big-int/value", *big.NewInt(12))
	val("big-float", big.NewFloat(1.5))
	val("big-rat", big.NewRat(1, 3))
	val("ip", net.IPv4(1, 2, 3, 4))
	val("ip/nil", net.IP(nil))
	val("ip/bad", net.IP{1})
	val("ip-mask", net.CIDRMask(8, 32))
	val("addr", netip.MustParseAddr("::1"))
	val("addr/zero", netip.Addr{})
	val("prefix", netip.MustParsePrefix("10.0.0.0/8"))
	val("url", &url.URL{Scheme: "http", Host: "h", User: url.User("u")})
	dec[big.Int]("big-int", `1`, `"1"`, `null`, `1.5`, `123456789012345678901234567890`, `"x"`, `{}`)
	dec[*big.Float]("big-float", `1`, `"1.5"`, `null`, `"x"`)
	dec[net.IP]("ip", `"1.2.3.4"`, `"bad"`, `""`, `null`, `1`)
	dec[netip.Addr]("addr", `"::1"`, `"bad"`, `""`, `null`, `1`)
	dec[map[netip.Addr]int]("addr-key", `{"::1":1}`, `{"bad":1}`)
	dec[url.URL]("url", `{"Scheme":"http","User":null}`, `{"User":{}}`, `"http://x"`)
}
