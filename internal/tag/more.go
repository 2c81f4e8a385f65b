package tag

import "strings"

// More are tag options that encoding/json passes over, with the meanings that easyjson and jingo have given them, and
// that encoding/json itself has given the option "case" from Go 1.27 on.
type More uint16

// The options. That of jingo's "escape" is what happens anyway.
const (
	KeepEmpty More = 1 << iota // "!omitempty": of a field that is to be left out where it is empty, as all are
	KeepZero                   // "!omitzero"
	Intern                     // "intern": equal strings share memory
	NoCopy                     // "nocopy": strings are parts of the input
	Raw                        // "raw": text that is JSON
	Stringer                   // "stringer": written by the String method
	Encoder                    // "encoder": written by a method for that
	Exact                      // "case:strict": the name matches only if it is equal
	Fold                       // "case:ignore": the name matches regardless of case
)

var moreOptions = map[string]More{
	"!omitempty": KeepEmpty, "!omitzero": KeepZero, "intern": Intern, "nocopy": NoCopy, "raw": Raw, "stringer": Stringer, "encoder": Encoder,
	"case:strict": Exact, "case:ignore": Fold,
}

// ParseMore returns which of the options a tag has.
func ParseMore(tag string) (m More) {
	_, options, _ := strings.Cut(tag, ",")
	for option := range strings.SplitSeq(options, ",") {
		m |= moreOptions[option]
	}
	return m
}

// Has reports whether m has o.
func (m More) Has(o More) bool { return m&o != 0 }
