package zetes_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/opt"
)

// signed is what the cases of this file have in common: structs with a field of type F for the union's member.
type signed interface{ signed() }

type (
	tagPlain[F any] struct {
		Type F `json:"type"`
		X    int
	}
	tagString[F any] struct {
		Type F `json:"type,string"`
	}
	tagEmpty[F any] struct {
		Type F `json:"type,omitempty"`
	}
	tagZero[F any] struct {
		Type F `json:"type,omitzero"`
	}
	tagEmptyString[F any] struct {
		Type F `json:"type,omitempty,string"`
	}
	tagNamed[F any] struct{ Type F } // under the naming strategy
	tagMore[F any]  struct {
		Type F   `json:"type,case:strict,!omitempty,!omitzero"`
		X    int `json:"TYPE"`
	}
	tagRaw[F any] struct {
		Type F `json:"type,raw"`
	}
	tagSpoken[F any] struct {
		Type F `json:"type,stringer"`
	}
	tagNeedy[F any] struct {
		Type F   `json:"type"`
		X    int `json:",required"`
	}
	tagTwin[F any] struct {
		Type  F `json:"type"`
		Upper F `json:"TYPE"`
	}
	tagInner[F any] struct {
		Type F `json:"type"`
	}
	tagEmbed[F any]        struct{ tagInner[F] }
	tagEmbedPointer[F any] struct{ *tagInner[F] }
	tagWrites[F any]       struct {
		Type F `json:"type"`
	}
	tagReads[F any] struct {
		Type F `json:"type"`
	}
)

func (tagPlain[F]) signed()        {}
func (tagString[F]) signed()       {}
func (tagEmpty[F]) signed()        {}
func (tagZero[F]) signed()         {}
func (tagEmptyString[F]) signed()  {}
func (tagNamed[F]) signed()        {}
func (tagMore[F]) signed()         {}
func (tagRaw[F]) signed()          {}
func (tagSpoken[F]) signed()       {}
func (tagNeedy[F]) signed()        {}
func (tagTwin[F]) signed()         {}
func (tagEmbed[F]) signed()        {}
func (tagEmbedPointer[F]) signed() {}
func (tagWrites[F]) signed()       {}
func (tagReads[F]) signed()        {}

func (w tagWrites[F]) MarshalJSON() ([]byte, error) {
	type plain struct {
		Type F `json:"type,omitempty"`
	}
	return json.Marshal(plain(w))
}

func (tagReads[F]) reads() {}

func (r *tagReads[F]) UnmarshalJSON(b []byte) error {
	type plain tagReads[F]
	return json.Unmarshal(b, (*plain)(r))
}

// Types of the field.
type (
	namedText  string
	loudText   string             // is written in upper case
	deafText   struct{ n int }    // forgets what it reads
	shyText    struct{ s string } // reads nothing but what begins with an x
	kindNumber int
)

func (t loudText) MarshalText() ([]byte, error)  { return []byte(strings.ToUpper(string(t))), nil }
func (t *loudText) UnmarshalText(b []byte) error { *t = loudText(b); return nil }
func (t deafText) MarshalText() ([]byte, error)  { return []byte("deaf"), nil }
func (t *deafText) UnmarshalText(b []byte) error { t.n++; return nil }
func (t shyText) MarshalText() ([]byte, error)   { return []byte(t.s), nil }
func (t *shyText) UnmarshalText(b []byte) error {
	if len(b) == 0 || b[0] != 'x' {
		return errors.New("shy")
	}
	t.s = string(b)
	return nil
}
func (k kindNumber) String() string { return fmt.Sprintf("kind%d", int(k)) }

// tagRow is one type of case, with values of it.
type tagRow struct {
	make   func(name string) zetes.UnionCase
	other  zetes.UnionCase
	values []signed
}

// tagRows returns the rows of all structs with a field of type F, with each of the values in it.
func tagRows[F any](values ...F) []tagRow {
	var zero F
	values = append(values, zero)
	return []tagRow{
		tagRowOf(values, func(v F) tagPlain[F] { return tagPlain[F]{v, 1} }),
		tagRowOf(values, func(v F) *tagPlain[F] { return &tagPlain[F]{v, 1} }),
		tagRowOf(values, func(v F) tagString[F] { return tagString[F]{v} }),
		tagRowOf(values, func(v F) tagEmpty[F] { return tagEmpty[F]{v} }),
		tagRowOf(values, func(v F) tagZero[F] { return tagZero[F]{v} }),
		tagRowOf(values, func(v F) tagEmptyString[F] { return tagEmptyString[F]{v} }),
		tagRowOf(values, func(v F) tagNamed[F] { return tagNamed[F]{v} }),
		tagRowOf(values, func(v F) tagMore[F] { return tagMore[F]{v, 2} }),
		tagRowOf(values, func(v F) tagRaw[F] { return tagRaw[F]{v} }),
		tagRowOf(values, func(v F) tagSpoken[F] { return tagSpoken[F]{v} }),
		tagRowOf(values, func(v F) tagNeedy[F] { return tagNeedy[F]{v, 3} }),
		tagRowOf(values, func(v F) tagTwin[F] { return tagTwin[F]{v, v} }),
		tagRowOf(values, func(v F) tagEmbed[F] { return tagEmbed[F]{tagInner[F]{v}} }),
		tagRowOf(values, func(v F) tagEmbedPointer[F] { return tagEmbedPointer[F]{&tagInner[F]{v}} }),
		tagRowOf(values, func(v F) tagEmbedPointer[F] { return tagEmbedPointer[F]{} }),
		tagRowOf(values, func(v F) tagWrites[F] { return tagWrites[F]{v} }),
		tagRowOf(values, func(v F) tagReads[F] { return tagReads[F]{v} }),
	}
}

func tagRowOf[F any, T signed](values []F, of func(F) T) tagRow {
	r := tagRow{make: zetes.Case[T], other: zetes.Otherwise[T]()}
	for _, v := range values {
		r.values = append(r.values, of(v))
	}
	return r
}

// TestUnionFits: for fields of any type, with any options, a value that a union has written is read back as its case
// and is written again, or writing it is an error, or Check has told of it. And a value that was read is written, if
// Check has nothing to tell of.
func TestUnionFits(t *testing.T) {
	text, number, seven := "p", 7, 7.5
	address := netip.MustParseAddr("1.2.3.4")
	var rows []tagRow
	for _, more := range [][]tagRow{
		tagRows(netip.Addr{}, address), tagRows[any]("p", 7, nil), tagRows("p", "7", `"p"`), tagRows[namedText]("p"), tagRows(5, 7), tagRows[uint8](7), tagRows(seven), tagRows(true), tagRows(&text), tagRows(&number), tagRows(&address),
		tagRows[loudText]("p", "P"), tagRows(deafText{}), tagRows(shyText{"xp"}, shyText{"p"}), tagRows[*shyText](&shyText{"x"}), tagRows[json.Number]("7"), tagRows([]byte("p")), tagRows([]string{"p"}), tagRows(map[string]int{}),
		tagRows(time.Unix(0, 0).UTC()), tagRows(time.Second), tagRows(json.RawMessage(`"p"`), json.RawMessage(`7`)), tagRows(opt.Of("p"), opt.Null[string]()), tagRows[kindNumber](7), tagRows(struct{}{}), tagRows([2]byte{}), tagRows[error](nil),
	} {
		rows = append(rows, more...)
	}
	configs := map[string]zetes.Config{
		"plain": {}, "strict": zetes.Strict(), "omit empty": {OmitEmpty: true}, "omit zero": {OmitZero: true}, "naming": {Naming: strings.ToLower}, "more": {MoreTags: true}, "more, omit": {MoreTags: true, OmitEmpty: true, OmitZero: true},
		"exact": {ExactCase: true}, "ints": {IntsAsStrings: true}, "durations": {DurationsAsStrings: true}, "fuzzy": {Fuzzy: true}, "require": {RequireAll: true}, "unexported": {Unexported: true},
		"alias": {Members: func(_ reflect.Type, members []zetes.Member) []zetes.Member {
			for i := range members {
				if members[i].Name == "type" {
					members[i].Aliases = []string{"kind"}
				}
			}
			return members
		}},
		"another's alias": {Members: func(_ reflect.Type, members []zetes.Member) []zetes.Member {
			if len(members) > 0 && !slices.ContainsFunc(members, func(m zetes.Member) bool { return m.Name == "type" }) {
				members[0].Aliases = []string{"type"}
			}
			return members
		}},
	}
	const written, told, refused, readBack = "written", "told", "refused", "read"
	n := map[string]int{}
	rnd := rand.New(rand.NewPCG(31, 13))
	for name, config := range configs {
		for _, row := range rows {
			_, selfReader := row.values[0].(interface{ reads() })
			for _, of := range []string{"p", "7", "", "true", `"p"`, "1.2.3.4", "xp", "P", "cA==", "\xff", "<\u2028>", "deaf", "kind0", "1h0m0s", "other"} {
				if rnd.IntN(long.Rounds(12, 1)) > 0 {
					continue
				}
				c := row.make(of)
				if of == "other" {
					c = row.other
				}
				config.Codecs = []codec.Codec{zetes.Union[signed]("type", c)}
				api := config.Freeze()
				reported := api.Check([]signed{})
				if reported != nil {
					n[told]++
				}
				for _, v := range row.values {
					where := fmt.Sprintf("%s: %T %+v as %q", name, v, v, of)
					text, err := api.MarshalString([]signed{v})
					if err != nil {
						n[refused]++
						continue
					}
					n[written]++
					var back []signed
					err = api.UnmarshalString(text, &back)
					if again, aerr := api.MarshalString(back); err != nil || aerr != nil || again != text && !strings.Contains(text, "null") {
						if reported == nil && !ownFault(api, v) {
							t.Errorf("%s became %s, which is read as %+v, %v, and written as %s, %v", where, text, back, err, again, aerr)
						}
					}
				}
				if reported != nil || selfReader {
					continue
				}
				// Other spellings of the member's name do not change what was read.
				if of == "other" {
					of = "new"
				}
				quoted, _ := json.Marshal(of)
				for _, form := range []string{`[{"type":%s}]`, `[{"type":%s,"Type":"new"}]`, `[{"Type":"new","type":%s}]`, `[{"type":%s,"kind":"7"}]`, `[{"tYPE":"7","type":%s,"TYPE":"p"}]`} {
					text := fmt.Sprintf(form, quoted)
					var back []signed
					if err := api.UnmarshalString(text, &back); err != nil {
						continue
					}
					n[readBack]++
					if out, err := api.MarshalString(back); err != nil && of != "new" {
						t.Errorf("%s, %T, case %q: %s is read as %+v, and written as %s, %v", name, row.values[0], of, text, back, out, err)
					}
				}
			}
		}
	}
	for what, least := range map[string]int{written: 3000, told: 1000, refused: 3000, readBack: 1000} {
		if n[what] < least {
			t.Errorf("%d are %s", n[what], what)
		}
	}
	t.Log(n)
}

// ownFault reports whether v can't be read back without a union either.
func ownFault(api *zetes.API, v signed) bool {
	text, err := api.Marshal(v)
	return err != nil || api.Unmarshal(text, reflect.New(reflect.TypeOf(v)).Interface()) != nil
}
