// Package plan holds what encoder and decoder share: the configuration of a meaning, and the table from Go types to
// compiled programs.
//
// Files:
//
//	dialect.go Dialect: a meaning with its programs; families of those that differ from call to call
//	plan.go    Meaning: the choices
//	members.go MemberSet: the members that a call chooses
//	chosen.go  output with these alone
//	choose.go  codecs that functions choose, or struct tags name
//	self.go    types that write and read themselves, as codecs
//	table.go   Table: from Go types to programs, without a lock; TableOf: with the type that a machine's programs have
package plan
