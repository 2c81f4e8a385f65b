// Package doors lists the ways into the module as rows, so that one table of cases can be run through all of them.
//
// Every door is written once over an [API]; run with [Std] it is the oracle, run with [Zetes] it is what is judged.
package doors
