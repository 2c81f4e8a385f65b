package measure

import "embed"

// Source is the code of this package without this file and tests, to be compiled into programs.
//
//go:embed measure.go worker.go clock_unix.go clock_other.go
var Source embed.FS
