// Package plan holds what the encoder's and the decoder's machines share: the configuration of a meaning and the table
// from Go types to compiled programs.
package plan
