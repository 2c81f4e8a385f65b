//go:build goexperiment.jsonv2

package encode

// What differs between the toolchains' ways of encoding.
const (
	ifacesSpeak         = false // methods of a value in an interface are called as the interface's own
	asksAppendText      = true  // AppendText is called, before MarshalText
	namesPointers       = false // errors name the pointer type where a method was found through a pointer
	alwaysNamesPointers = true  // errors name the pointer type whatever the method was found by
	oddKeysAreForeign   = true  // keys that are neither strings, integers nor texts may still be said
	escapesJSAlways     = true  // U+2028 and U+2029 in raw values are escaped even where HTML is not
	sortsCleanKeys      = true  // keys that are texts are sorted after invalid UTF-8 was replaced
	timeSpeaks          = false // time.Time's own method finds the words for a time that has no JSON form
)
