//go:build goexperiment.jsonv2 && go1.27

package shape

import (
	"encoding/json/v2"
	"reflect"
)

// StreamMethods says whether the toolchain has MarshalJSONTo and UnmarshalJSONFrom.
const StreamMethods = true

var methodTypesV2 = []methodType{
	{MarshalJSONTo, reflect.TypeFor[json.MarshalerTo]()},
	{UnmarshalJSONFrom, reflect.TypeFor[json.UnmarshalerFrom]()},
}
