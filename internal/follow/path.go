package follow

// Step is one level of a path. In a JSON Pointer it may be both a name and an index, such as the 0 of /a/0: an index in
// arrays, and a name in objects.
type Step struct {
	Name    string
	Index   int // of an element, or -1
	IsIndex bool
	IsName  bool
}

// NameStep returns the step to the member with that name.
func NameStep(name string) Step { return Step{Name: name, Index: -1, IsName: true} }

// IndexStep returns the step to the element with that index.
func IndexStep(index int) Step { return Step{Index: index, IsIndex: true} }
