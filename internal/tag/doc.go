// Package tag parses struct tags and makes names for fields. It works on strings only.
//
//	tag.go      what a tag says; Parse
//	classic.go  the grammar of encoding/json before it stood on version 2
//	lenient.go  the grammar of the encoding/json that stands on version 2
//	more.go     options that encoding/json does not know
//	naming.go   naming strategies
package tag
