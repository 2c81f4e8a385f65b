// Package loan has functions of package codec that only this module needs: lending readers and writers to codecs, and
// writing and reading whole values with readers and writers that other code uses.
//
// Package codec does not export them, so users can't call them. At the start of a program codec stores them here: as a
// Lender for plans, and as a Desk for the root package.
package loan
