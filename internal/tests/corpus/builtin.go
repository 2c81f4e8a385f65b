package corpus

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Builtin returns documents made up on the spot, one for each habit of real ones: strings, numbers, maps,
// recursion, scripts. They are the same on every machine and in every run.
func Builtin() []Doc {
	r := rand.New(rand.NewPCG(7, 11))
	return []Doc{
		{"builtin_catalog", text(catalog(r), "    "), types["citm_catalog"]},
		{"builtin_geometry", text(geometry(r), ""), types["canada_geometry"]},
		{"builtin_messages", text(tweets(r), "  "), types["twitter_status"]},
		{"builtin_scripts", text(scripts(r), "\t"), types["string_unicode"]},
		{"builtin_source", text(source(r), ""), types["golang_source"]},
	}
}

// text encodes v by the reference, not by the library that is to be measured.
func text(v any, indent string) []byte {
	b, err := json.MarshalIndent(v, "", indent)
	if indent == "" {
		b, err = json.Marshal(v)
	}
	if err != nil {
		panic(fmt.Sprintf("corpus: a built-in document does not encode: %v", err))
	}
	return b
}

// ranges are the first and last letters of a few scripts.
var ranges = map[string][2]rune{
	"Latin": {'a', 'z'}, "Greek": {0x391, 0x3c9}, "Cyrillic": {0x410, 0x44f}, "Hebrew": {0x5d0, 0x5ea}, "Devanagari": {0x905, 0x939},
	"Hiragana": {0x3041, 0x3096}, "Han": {0x4e00, 0x9fa5}, "Hangul": {0xac00, 0xd7a3}, "Symbols": {0x1f300, 0x1f5ff},
}

// words returns n words of letters from lo to hi.
func words(r *rand.Rand, n int, lo, hi rune) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		for range 2 + r.IntN(8) {
			b.WriteRune(lo + rune(r.IntN(int(hi-lo)+1)))
		}
	}
	return b.String()
}

func plain(r *rand.Rand, n int) string { return words(r, n, 'a', 'z') }

func scripts(r *rand.Rand) Scripts {
	s := Scripts{}
	for _, name := range []string{"Latin", "Greek", "Cyrillic", "Hebrew", "Devanagari", "Hiragana", "Han", "Hangul", "Symbols"} {
		for part := range 6 {
			s[fmt.Sprintf("%s %d", name, part+1)] = words(r, 60, ranges[name][0], ranges[name][1])
		}
	}
	return s
}

func geometry(r *rand.Rand) *Geometry {
	g := &Geometry{Type: "FeatureCollection", Features: make([]Feature, 1)}
	f := &g.Features[0]
	f.Type, f.Properties.Name, f.Geometry.Type = "Feature", plain(r, 2), "Polygon"
	for range 60 {
		ring := make([][2]float64, 20+r.IntN(200))
		x, y := -140+r.Float64()*80, 42+r.Float64()*40
		for i := range ring {
			x, y = x+r.NormFloat64()/10, y+r.NormFloat64()/20
			ring[i] = [2]float64{x, y}
		}
		f.Geometry.Coordinates = append(f.Geometry.Coordinates, ring)
	}
	return g
}

func source(r *rand.Rand) *Source {
	var grow func(depth int) Node
	grow = func(depth int) Node {
		n := Node{Name: plain(r, 1) + ".go", Kids: []Node{}, Touches: r.IntN(90), MinT: 1_200_000_000 + r.Int64N(1e8)}
		n.MaxT = n.MinT + r.Int64N(1e8)
		n.MeanT, n.CLWeight = (n.MinT+n.MaxT)/2, float64(r.IntN(1000))/8
		for range depth * (1 + r.IntN(2)) {
			n.Kids = append(n.Kids, grow(depth-1))
		}
		return n
	}
	root := grow(5)
	return &Source{Tree: &root, Username: plain(r, 1)}
}

func catalog(r *rand.Rand) *Catalog {
	c := &Catalog{
		AreaNames: map[int64]string{}, AudienceSubCategoryNames: map[int64]string{}, BlockNames: map[int64]string{},
		Events: map[int64]Event{}, SeatCategoryNames: map[int64]string{}, SubTopicNames: map[int64]string{},
		SubjectNames: map[int64]string{}, TopicNames: map[int64]string{}, TopicSubTopics: map[int64][]int64{},
		VenueNames: map[string]string{"HALL_1": plain(r, 2)},
	}
	id := func() int64 { return 300_000_000 + r.Int64N(1e8) }
	for range 40 {
		c.AreaNames[id()], c.SeatCategoryNames[id()], c.TopicNames[id()] = plain(r, 3), plain(r, 2), plain(r, 2)
		c.TopicSubTopics[id()] = []int64{id(), id(), id()}
	}
	for range 120 {
		e := Event{ID: id(), Name: plain(r, 6), SubTopicIDs: []int64{id(), id()}, TopicIDs: []int64{id()}}
		c.Events[e.ID] = e
		p := Performance{EventID: e.ID, ID: id(), Start: 1_372_701_600_000 + r.Int64N(1e9), VenueCode: "HALL_1"}
		for range 1 + r.IntN(4) {
			seat := SeatCategory{SeatCategoryID: id()}
			for range 4 + r.IntN(10) {
				seat.Areas = append(seat.Areas, Area{AreaID: id(), BlockIDs: []any{}})
			}
			p.SeatCategories = append(p.SeatCategories, seat)
			p.Prices = append(p.Prices, Price{Amount: 500 * r.Int64N(300), AudienceSubCategoryID: id(), SeatCategoryID: seat.SeatCategoryID})
		}
		c.Performances = append(c.Performances, p)
	}
	return c
}

func tweets(r *rand.Rand) *Tweets {
	t := &Tweets{SearchMetadata: SearchMeta{CompletedIn: 0.087, Query: plain(r, 1), Count: 100}}
	for range 80 {
		t.Statuses = append(t.Statuses, status(r))
	}
	return t
}

func status(r *rand.Rand) Status {
	id := r.Int64N(1 << 60)
	s := Status{CreatedAt: "Sun Aug 31 00:29:15 +0000 2014", ID: id, IDStr: fmt.Sprint(id), Lang: "ja", RetweetCount: r.IntN(99)}
	s.Metadata.ResultType, s.Metadata.ISOLanguageCode = "recent", "ja"
	s.Text = words(r, 4, ranges["Hiragana"][0], ranges["Hiragana"][1]) + "\n\"" + plain(r, 8) + "\""
	s.Source = `<a href="http://example.com/" rel="nofollow">` + plain(r, 2) + `</a>`
	s.Entities = StatusEntities{Hashtags: []Hashtag{}, Symbols: []any{}, URLs: []Link{}, UserMentions: []Mention{}}
	u := &s.User
	u.ID = r.Int64N(1 << 40)
	u.IDStr, u.Name, u.ScreenName, u.CreatedAt, u.Lang = fmt.Sprint(u.ID), plain(r, 2), plain(r, 1), s.CreatedAt, "en"
	u.Description = words(r, 12, ranges["Han"][0], ranges["Han"][1])
	u.FollowersCount, u.FriendsCount, u.StatusesCount = r.IntN(1e5), r.IntN(1e4), r.IntN(1e6)
	u.ProfileBackgroundColor, u.ProfileLinkColor, u.ProfileTextColor = "C0DEED", "0084B4", "333333"
	u.ProfileImageURL = "http://example.com/profile_images/" + u.IDStr + "/normal.jpeg"
	u.ProfileImageURLHTTPS = "https://example.com/profile_images/" + u.IDStr + "/normal.jpeg"
	u.Entities.Description.URLs = []Link{}
	return s
}
