// Package plan has the parts that encoder and decoder share: the configuration of a meaning, and the table from Go
// types to compiled programs.
//
//	dialect.go Dialect: a meaning with its programs; families of Dialects that differ in options of single calls
//	plan.go    Meaning: the options of a configuration; Chosen: codecs that functions choose
//	self.go    types that write and read themselves, as codecs
//	table.go   Table: from Go types to programs, without a lock; TableOf: the same with the type of the programs
package plan
