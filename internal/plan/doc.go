// Package plan has the parts that encoder and decoder share: configurations, and tables from Go types to programs.
//
//	plan.go    Meaning: how JSON is written and read under a configuration; Chosen: codecs that functions choose
//	dialect.go Dialect: a Meaning and the programs compiled under it; families of Dialects that differ in options of
//	           single calls
//	self.go    codecs for types that write and read themselves (MarshalZetes, UnmarshalZetes)
//	table.go   Table: from Go types to programs, without a lock; TableOf: the same with the type of the programs
package plan
