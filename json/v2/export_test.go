//go:build goexperiment.jsonv2 && go1.27

package json

// ForgetTrials makes the next call for each type try its plan, whatever calls before it have had.
func ForgetTrials() {
	list := []*call{plainMarshaling, plainUnmarshaling}
	if more := calls.Load(); more != nil {
		list = append(list, *more...)
	}
	for _, c := range list {
		c.byType.Store(nil)
	}
	streamed.writes.byType.Store(nil)
	streamed.reads.byType.Store(nil)
}
