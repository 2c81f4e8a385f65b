package data

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/zetes-json/zetes/internal/tests/corpus"
)

// Tweets returns a document of the sizes in easyjson's README, without white space: small, a tweet's entities (94 B),
// regular, a page of two tweets (9 kB, or 14 kB with white space), or large, those tweets fifty times (455 kB).
func Tweets(size string) ([]byte, error) {
	set, err := Get("twitter")
	if err != nil {
		return nil, err
	}
	text, err := set.Text()
	if err != nil {
		return nil, err
	}
	var page corpus.Tweets
	if err := json.Unmarshal(text, &page); err != nil {
		return nil, err
	}
	switch size {
	case "small":
		return json.Marshal(corpus.StatusEntities{
			Hashtags: []corpus.Hashtag{{Text: "some-text", Indices: []int{5, 10}}}, Symbols: []any{}, URLs: []corpus.Link{}, UserMentions: []corpus.Mention{},
		})
	case "regular":
		page.Statuses = page.Statuses[:2]
		return json.Marshal(page)
	case "large":
		page.Statuses = slices.Repeat(page.Statuses[:2], 50)
		return json.Marshal(page)
	}
	return nil, fmt.Errorf("unknown size %q", size)
}
