// Package doors lists the ways into the module as rows, so that one table of cases can be run through all of them.
//
// Every door is written once over an [API]; run with [Std] it is the oracle, run with [Zetes] it is what is judged.
//
//	api.go        the functions that doors call, of encoding/json and of zetes
//	doors.go      the doors
//	static.go     generic functions, for doors that know the type
//	generated.go  doors over generated methods
//	v2.go         the doors of json/v2 and encoding/json/v2; config_v2.go: of zetes.V2
package doors
