package generated

// unminded is plainTagged, with code that knows no further tag options.
//
//zetes:json
type unminded struct {
	ID int    `json:"id,required"`
	B  []byte `json:"b,raw"`
}
