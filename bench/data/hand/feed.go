package hand

import (
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/codec"
)

// WriteFeed writes a Feed.
func WriteFeed(w *codec.Writer, v *data.Feed) {
	w.BeginObject()
	w.MemberInt(namePage, int64(v.Page))
	w.MemberInt(nameTotal, int64(v.Total))
	w.Member(nameArticles)
	writeStructs(w, v.Articles, writeArticle)
	w.EndObject()
}

var namesFeed = codec.NewNames("page", "total", "articles")

// ReadFeed reads a Feed.
func ReadFeed(r *codec.Reader, v *data.Feed) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(namesFeed)
		if !ok {
			return
		}
		switch i {
		case 0:
			v.Page = int(r.Int())
		case 1:
			v.Total = int(r.Int())
		case 2:
			v.Articles = readStructs(r, readArticle)
		default:
			r.Skip()
		}
	}
}

func writeArticle(w *codec.Writer, v *data.Article) {
	w.BeginObject()
	w.MemberInt(nameID, v.ID)
	w.MemberString(nameSlug, v.Slug)
	w.MemberString(nameTitle, v.Title)
	w.MemberString(nameSummary, v.Summary)
	w.MemberString(nameBody, v.Body)
	w.Member(nameAuthor)
	w.BeginObject()
	w.MemberInt(nameID, v.Author.ID)
	w.MemberString(nameName, v.Author.Name)
	w.MemberString(nameAvatar, v.Author.Avatar)
	w.EndObject()
	w.Member(nameTags)
	writeStrings(w, v.Tags)
	w.MemberString(namePublished, v.Published)
	w.Member(nameCounts)
	writeMap(w, v.Counts, func(w *codec.Writer, n int) { w.Int(int64(n)) })
	w.Member(nameRatings)
	writeList(w, v.Ratings, (*codec.Writer).Float64)
	w.Member(nameComments)
	writeStructs(w, v.Comments, writeComment)
	w.MemberBool(nameFeatured, v.Featured)
	w.Member(nameParentID)
	writePointer(w, v.ParentID, (*codec.Writer).Int)
	w.EndObject()
}

var namesArticle = codec.NewNames("id", "slug", "title", "summary", "body", "author", "tags", "published", "counts", "ratings", "comments", "featured", "parent_id")

func readArticle(r *codec.Reader, v *data.Article) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(namesArticle)
		if !ok {
			return
		}
		switch i {
		case 0:
			v.ID = r.Int()
		case 1:
			v.Slug = r.String()
		case 2:
			v.Title = r.String()
		case 3:
			v.Summary = r.String()
		case 4:
			v.Body = r.String()
		case 5:
			readAuthor(r, &v.Author)
		case 6:
			v.Tags = readStrings(r)
		case 7:
			v.Published = r.String()
		case 8:
			v.Counts = readMap(r, func(r *codec.Reader) int { return int(r.Int()) })
		case 9:
			v.Ratings = readList(r, (*codec.Reader).Float64)
		case 10:
			v.Comments = readStructs(r, readComment)
		case 11:
			v.Featured = r.Bool()
		case 12:
			v.ParentID = readPointer(r, (*codec.Reader).Int)
		default:
			r.Skip()
		}
	}
}

var namesAuthor = codec.NewNames("id", "name", "avatar")

func readAuthor(r *codec.Reader, v *data.Author) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(namesAuthor)
		if !ok {
			return
		}
		switch i {
		case 0:
			v.ID = r.Int()
		case 1:
			v.Name = r.String()
		case 2:
			v.Avatar = r.String()
		default:
			r.Skip()
		}
	}
}

func writeComment(w *codec.Writer, v *data.Comment) {
	w.BeginObject()
	w.MemberInt(nameID, v.ID)
	w.MemberString(nameBy, v.By)
	w.MemberString(nameText, v.Text)
	w.MemberInt(nameLikes, int64(v.Likes))
	if len(v.Replies) > 0 {
		w.Member(nameReplies)
		writeStructs(w, v.Replies, writeComment)
	}
	w.EndObject()
}

var namesComment = codec.NewNames("id", "by", "text", "likes", "replies")

func readComment(r *codec.Reader, v *data.Comment) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(namesComment)
		if !ok {
			return
		}
		switch i {
		case 0:
			v.ID = r.Int()
		case 1:
			v.By = r.String()
		case 2:
			v.Text = r.String()
		case 3:
			v.Likes = int(r.Int())
		case 4:
			v.Replies = readStructs(r, readComment)
		default:
			r.Skip()
		}
	}
}
