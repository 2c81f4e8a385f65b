package data

import (
	"encoding/json"
	"fmt"

	"github.com/zetes-json/zetes/internal/corpus"
)

// Tweets returns a document of the sizes in easyjson's README: small, a tweet's entities (80 B), regular, a page of
// some tweets (about 13 kB), or large, a page of many (about 500 kB).
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
		page.Statuses = page.Statuses[:3]
		return json.Marshal(page)
	case "large":
		once := page.Statuses
		for { // the page alone is a little short of it
			b, err := json.Marshal(page)
			if err != nil || len(b) >= 500_000 {
				return b, err
			}
			page.Statuses = append(page.Statuses, once[len(page.Statuses)-len(once)])
		}
	}
	return nil, fmt.Errorf("unknown size %q", size)
}
