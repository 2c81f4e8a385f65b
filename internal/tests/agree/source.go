package agree

import "embed"

// Source is the code of this package without this file and tests, to be compiled into programs.
//
//go:embed agree.go checker.go choice.go doc.go document.go door.go fill.go mutate.go same.go show.go shrink.go versions.go versions_v2.go worker.go
var Source embed.FS
