package jex

import (
	"maps"
	"slices"

	"github.com/go-faster/jx"
	"github.com/zetes-json/zetes/bench/data"
)

// WriteFeed writes a Feed.
func WriteFeed(e *jx.Encoder, v *data.Feed) {
	e.ObjStart()
	e.FieldStart("page")
	e.Int(v.Page)
	e.FieldStart("total")
	e.Int(v.Total)
	e.FieldStart("articles")
	writeList(e, v.Articles, writeArticle)
	e.ObjEnd()
}

// ReadFeed reads a Feed.
func ReadFeed(d *jx.Decoder, v *data.Feed) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "page":
			v.Page, err = d.Int()
		case "total":
			v.Total, err = d.Int()
		case "articles":
			err = readList(d, &v.Articles, readArticle)
		default:
			err = d.Skip()
		}
		return err
	})
}

func writeArticle(e *jx.Encoder, v *data.Article) {
	e.ObjStart()
	e.FieldStart("id")
	e.Int64(v.ID)
	e.FieldStart("slug")
	e.StrEscape(v.Slug)
	e.FieldStart("title")
	e.StrEscape(v.Title)
	e.FieldStart("summary")
	e.StrEscape(v.Summary)
	e.FieldStart("body")
	e.StrEscape(v.Body)
	e.FieldStart("author")
	e.ObjStart()
	e.FieldStart("id")
	e.Int64(v.Author.ID)
	e.FieldStart("name")
	e.StrEscape(v.Author.Name)
	e.FieldStart("avatar")
	e.StrEscape(v.Author.Avatar)
	e.ObjEnd()
	e.FieldStart("tags")
	writeList(e, v.Tags, writeString)
	e.FieldStart("published")
	e.StrEscape(v.Published)
	e.FieldStart("counts")
	e.ObjStart()
	for _, k := range slices.Sorted(maps.Keys(v.Counts)) {
		e.FieldStart(k)
		e.Int(v.Counts[k])
	}
	e.ObjEnd()
	e.FieldStart("ratings")
	writeList(e, v.Ratings, writeFloat)
	e.FieldStart("comments")
	writeList(e, v.Comments, writeComment)
	e.FieldStart("featured")
	e.Bool(v.Featured)
	e.FieldStart("parent_id")
	if v.ParentID == nil {
		e.Null()
	} else {
		e.Int64(*v.ParentID)
	}
	e.ObjEnd()
}

func readArticle(d *jx.Decoder, v *data.Article) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "id":
			v.ID, err = d.Int64()
		case "slug":
			v.Slug, err = d.Str()
		case "title":
			v.Title, err = d.Str()
		case "summary":
			v.Summary, err = d.Str()
		case "body":
			v.Body, err = d.Str()
		case "author":
			err = readAuthor(d, &v.Author)
		case "tags":
			err = readList(d, &v.Tags, readString)
		case "published":
			v.Published, err = d.Str()
		case "counts":
			v.Counts = map[string]int{}
			err = d.Obj(func(d *jx.Decoder, key string) error {
				n, err := d.Int()
				v.Counts[key] = n
				return err
			})
		case "ratings":
			err = readList(d, &v.Ratings, readFloat)
		case "comments":
			err = readList(d, &v.Comments, readComment)
		case "featured":
			v.Featured, err = d.Bool()
		case "parent_id":
			if d.Next() == jx.Null {
				return d.Null()
			}
			var id int64
			id, err = d.Int64()
			v.ParentID = &id
		default:
			err = d.Skip()
		}
		return err
	})
}

func readAuthor(d *jx.Decoder, v *data.Author) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "id":
			v.ID, err = d.Int64()
		case "name":
			v.Name, err = d.Str()
		case "avatar":
			v.Avatar, err = d.Str()
		default:
			err = d.Skip()
		}
		return err
	})
}

func writeComment(e *jx.Encoder, v *data.Comment) {
	e.ObjStart()
	e.FieldStart("id")
	e.Int64(v.ID)
	e.FieldStart("by")
	e.StrEscape(v.By)
	e.FieldStart("text")
	e.StrEscape(v.Text)
	e.FieldStart("likes")
	e.Int(v.Likes)
	if len(v.Replies) > 0 {
		e.FieldStart("replies")
		writeList(e, v.Replies, writeComment)
	}
	e.ObjEnd()
}

func readComment(d *jx.Decoder, v *data.Comment) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "id":
			v.ID, err = d.Int64()
		case "by":
			v.By, err = d.Str()
		case "text":
			v.Text, err = d.Str()
		case "likes":
			v.Likes, err = d.Int()
		case "replies":
			err = readList(d, &v.Replies, readComment)
		default:
			err = d.Skip()
		}
		return err
	})
}
