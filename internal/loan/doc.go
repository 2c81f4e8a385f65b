// Package loan has what package codec does for the machines and doors of the module alone: lending its readers and
// writers to codecs, and writing and reading whole values with those that somebody else uses.
//
// Codec exports none of it, and its callers can't reach what it does not export. So when the program starts codec
// leaves its functions here: as a Lender for the machines, and as a Desk for the root package.
package loan
