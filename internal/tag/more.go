package tag

import "strings"

// More is a set of tag options that encoding/json ignores, with the meanings that easyjson and jingo give them. The
// option "case" has the meaning that encoding/json gives it from Go 1.27 on.
type More uint16

// The options. There is no bit for jingo's option "escape", since every string is escaped without it.
const (
	KeepEmpty More = 1 << iota // "!omitempty": written even if it is empty, under an option that gives all fields "omitempty"
	KeepZero                   // "!omitzero": written even if it is zero, under an option that gives all fields "omitzero"
	Intern                     // "intern": equal strings share memory
	NoCopy                     // "nocopy": strings are parts of the input
	Raw                        // "raw": text that is JSON
	Stringer                   // "stringer": the field is written by its String method
	Encoder                    // "encoder": the field's type must have a method that writes it
	Exact                      // "case:strict": the name matches only if it is equal
	Fold                       // "case:ignore": the name matches regardless of case
)

var moreOptions = map[string]More{
	"!omitempty": KeepEmpty, "!omitzero": KeepZero, "intern": Intern, "nocopy": NoCopy, "raw": Raw, "stringer": Stringer, "encoder": Encoder,
	"case:strict": Exact, "case:ignore": Fold,
}

// ParseMore returns the options of More that a tag has.
func ParseMore(tag string) (m More) {
	_, options, _ := strings.Cut(tag, ",")
	for option := range strings.SplitSeq(options, ",") {
		m |= moreOptions[option]
	}
	return m
}

// Has reports whether m has an option of o.
func (m More) Has(o More) bool { return m&o != 0 }
