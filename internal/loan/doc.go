// Package loan is between package codec and the packages of this module that do more with it than its users.
//
// Plans lend readers and writers to codecs. They must not import codec, which only programs with codecs link: at the
// start of such a program codec stores its [Lender] here. Packages above codec call codec.Inside, and a [Caller] shows
// that they are of this module.
package loan
