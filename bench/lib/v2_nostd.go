//go:build !(goexperiment.jsonv2 && go1.27)

package lib

import (
	experiment "github.com/go-json-experiment/json"

	"github.com/zetes-json/zetes"
)

var refV2 = &Reference{
	Name:      "go-json-experiment/json",
	Marshal:   func(v any) ([]byte, error) { return experiment.Marshal(v, experiment.Deterministic(true)) },
	Unmarshal: func(data []byte, v any) error { return experiment.Unmarshal(data, v) },
}

var stdV2 = &Lib{
	Name: "std-v2", About: "encoding/json/v2 of the running toolchain", Level: V2,
	Missing: "this binary was built with a toolchain that lacks it; Go 1.27 has it",
}

// zetesV2 is the nearest Config of zetes, where package json/v2 can't be built.
var zetesV2 = zetesLib("zetes-v2", "v2's choices: NoEscapeHTML, UnsortedMaps, EmptySlices, EmptyMaps, ExactCase, RejectDuplicates, RejectInvalidUTF8", V2, zetes.Config{
	NoEscapeHTML: true, UnsortedMaps: true, EmptySlices: true, EmptyMaps: true, ExactCase: true, RejectDuplicates: true, RejectInvalidUTF8: true,
})
