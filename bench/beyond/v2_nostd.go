//go:build !(goexperiment.jsonv2 && go1.27)

package beyond

// HasV2 reports whether there are rows of encoding/json/v2.
const HasV2 = false

func v2Rows() []*row { return nil }
