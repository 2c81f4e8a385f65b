package hand

import (
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/codec"
)

// WriteFeed writes a Feed.
func WriteFeed(w *codec.Writer, v *data.Feed) {
	w.BeginObject()
	w.Name("page")
	w.Int(int64(v.Page))
	w.Name("total")
	w.Int(int64(v.Total))
	w.Name("articles")
	writeStructs(w, v.Articles, writeArticle)
	w.EndObject()
}

// ReadFeed reads a Feed.
func ReadFeed(r *codec.Reader, v *data.Feed) {
	for r.BeginObject(); ; {
		name, ok := r.NextMemberBytes()
		if !ok {
			return
		}
		switch string(name) {
		case "page":
			v.Page = int(r.Int())
		case "total":
			v.Total = int(r.Int())
		case "articles":
			v.Articles = readStructs(r, readArticle)
		default:
			r.Skip()
		}
	}
}

func writeArticle(w *codec.Writer, v *data.Article) {
	w.BeginObject()
	w.Name("id")
	w.Int(v.ID)
	w.Name("slug")
	w.String(v.Slug)
	w.Name("title")
	w.String(v.Title)
	w.Name("summary")
	w.String(v.Summary)
	w.Name("body")
	w.String(v.Body)
	w.Name("author")
	w.BeginObject()
	w.Name("id")
	w.Int(v.Author.ID)
	w.Name("name")
	w.String(v.Author.Name)
	w.Name("avatar")
	w.String(v.Author.Avatar)
	w.EndObject()
	w.Name("tags")
	writeStrings(w, v.Tags)
	w.Name("published")
	w.String(v.Published)
	w.Name("counts")
	writeMap(w, v.Counts, func(w *codec.Writer, n int) { w.Int(int64(n)) })
	w.Name("ratings")
	writeList(w, v.Ratings, (*codec.Writer).Float64)
	w.Name("comments")
	writeStructs(w, v.Comments, writeComment)
	w.Name("featured")
	w.Bool(v.Featured)
	w.Name("parent_id")
	writePointer(w, v.ParentID, (*codec.Writer).Int)
	w.EndObject()
}

func readArticle(r *codec.Reader, v *data.Article) {
	for r.BeginObject(); ; {
		name, ok := r.NextMemberBytes()
		if !ok {
			return
		}
		switch string(name) {
		case "id":
			v.ID = r.Int()
		case "slug":
			v.Slug = r.String()
		case "title":
			v.Title = r.String()
		case "summary":
			v.Summary = r.String()
		case "body":
			v.Body = r.String()
		case "author":
			readAuthor(r, &v.Author)
		case "tags":
			v.Tags = readStrings(r)
		case "published":
			v.Published = r.String()
		case "counts":
			v.Counts = readMap(r, func(r *codec.Reader) int { return int(r.Int()) })
		case "ratings":
			v.Ratings = readList(r, (*codec.Reader).Float64)
		case "comments":
			v.Comments = readStructs(r, readComment)
		case "featured":
			v.Featured = r.Bool()
		case "parent_id":
			v.ParentID = readPointer(r, (*codec.Reader).Int)
		default:
			r.Skip()
		}
	}
}

func readAuthor(r *codec.Reader, v *data.Author) {
	for r.BeginObject(); ; {
		name, ok := r.NextMemberBytes()
		if !ok {
			return
		}
		switch string(name) {
		case "id":
			v.ID = r.Int()
		case "name":
			v.Name = r.String()
		case "avatar":
			v.Avatar = r.String()
		default:
			r.Skip()
		}
	}
}

func writeComment(w *codec.Writer, v *data.Comment) {
	w.BeginObject()
	w.Name("id")
	w.Int(v.ID)
	w.Name("by")
	w.String(v.By)
	w.Name("text")
	w.String(v.Text)
	w.Name("likes")
	w.Int(int64(v.Likes))
	if len(v.Replies) > 0 {
		w.Name("replies")
		writeStructs(w, v.Replies, writeComment)
	}
	w.EndObject()
}

func readComment(r *codec.Reader, v *data.Comment) {
	for r.BeginObject(); ; {
		name, ok := r.NextMemberBytes()
		if !ok {
			return
		}
		switch string(name) {
		case "id":
			v.ID = r.Int()
		case "by":
			v.By = r.String()
		case "text":
			v.Text = r.String()
		case "likes":
			v.Likes = int(r.Int())
		case "replies":
			v.Replies = readStructs(r, readComment)
		default:
			r.Skip()
		}
	}
}
