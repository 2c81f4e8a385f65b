//go:build !(goexperiment.jsonv2 && go1.27)

package lib

import experiment "github.com/go-json-experiment/json"

var refV2 = &Reference{
	Name:      "go-json-experiment/json",
	Marshal:   func(v any) ([]byte, error) { return experiment.Marshal(v, experiment.Deterministic(true)) },
	Unmarshal: func(data []byte, v any) error { return experiment.Unmarshal(data, v) },
}

var stdV2 = &Lib{
	Name: "std-v2", About: "encoding/json/v2 of the running toolchain", Level: V2,
	Missing: "this binary was built with a toolchain that lacks it; Go 1.27 has it",
}
