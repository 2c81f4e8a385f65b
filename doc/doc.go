// Package doc reads and changes JSON documents that have no Go type.
//
// Memory: a [Value] that [Get] returns is a part of the bytes it was got from, which must not change as long as it is
// used. A [Document] has a copy of its text, and its Values are gone when it is released. What Text, Into and Clone
// return is the caller's.
package doc
