// Package loan connects package codec with those packages of this module that need more of it than it exports.
//
// Compiled plans lend readers and writers to codecs. They must not import codec, so that only programs with codecs link
// it. In such a program codec stores its [Lender] here when it is initialized. Packages that may import codec call
// codec.Inside, whose argument, a [Caller], shows that the call comes from this module.
package loan
