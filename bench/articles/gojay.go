package articles

import (
	"github.com/francoispqt/gojay"
	"github.com/zetes-json/zetes/bench/data"
)

// The payloads of table (d) as gojay writes them: by methods of their own, each member by hand.

type jayVisit data.Visit

// IsNil implements gojay.MarshalerJSONObject, as below.
func (v *jayVisit) IsNil() bool { return v == nil }

// MarshalJSONObject implements gojay.MarshalerJSONObject, as below.
func (v *jayVisit) MarshalJSONObject(e *gojay.Encoder) {
	e.IntKey("st", v.St)
	e.IntKey("sid", v.Sid)
	e.StringKey("tt", v.Tt)
	e.IntKey("gr", v.Gr)
	e.StringKey("uuid", v.UUID)
	e.StringKey("ip", v.IP)
	e.StringKey("ua", v.Ua)
	e.IntKey("tz", v.Tz)
	e.IntKey("v", v.V)
}

type jayForum data.Forum

func (v *jayForum) IsNil() bool { return v == nil }

func (v *jayForum) MarshalJSONObject(e *gojay.Encoder) {
	e.ObjectKey("users", (*jayMembers)(v.Users))
	e.ObjectKey("topics", (*jayTopics)(v.Topics))
}

type jayMembers data.Members

func (v *jayMembers) IsNil() bool { return v == nil }

func (v *jayMembers) MarshalJSONObject(e *gojay.Encoder) { e.ArrayKey("users", jayMemberList(v.List)) }

type jayMemberList []*data.Member

func (l jayMemberList) IsNil() bool { return l == nil }

// MarshalJSONArray implements gojay.MarshalerJSONArray, as below.
func (l jayMemberList) MarshalJSONArray(e *gojay.Encoder) {
	for _, v := range l {
		e.Object((*jayMember)(v))
	}
}

type jayMember data.Member

func (v *jayMember) IsNil() bool { return v == nil }

func (v *jayMember) MarshalJSONObject(e *gojay.Encoder) { e.StringKey("username", v.Username) }

type jayTopics data.Topics

func (v *jayTopics) IsNil() bool { return v == nil }

func (v *jayTopics) MarshalJSONObject(e *gojay.Encoder) {
	e.ArrayKey("topics", jayTopicList(v.List))
	e.StringKey("more_topics_url", v.More)
}

type jayTopicList []*data.Topic

func (l jayTopicList) IsNil() bool { return l == nil }

func (l jayTopicList) MarshalJSONArray(e *gojay.Encoder) {
	for _, v := range l {
		e.Object((*jayTopic)(v))
	}
}

type jayTopic data.Topic

func (v *jayTopic) IsNil() bool { return v == nil }

func (v *jayTopic) MarshalJSONObject(e *gojay.Encoder) {
	e.IntKey("id", v.ID)
	e.StringKey("slug", v.Slug)
}

type jayLetter data.Letter

func (v *jayLetter) IsNil() bool { return v == nil }

func (v *jayLetter) MarshalJSONObject(e *gojay.Encoder) {
	e.StringKey("subject", v.Subject)
	e.StringKey("from", v.From)
	e.StringKey("to", v.To)
	e.StringKey("body", v.Body)
	e.StringKey("footer", v.Footer)
}
