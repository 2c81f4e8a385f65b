// Package tag reads struct tags and names fields; it knows strings only.
//
//	tag.go          what a tag says, and the parser's door
//	tag_classic.go  the grammar of the classic encoding/json
//	tag_v2.go       the grammar of the encoding/json that stands on v2
//	naming.go       naming strategies
package tag
