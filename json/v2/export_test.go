//go:build goexperiment.jsonv2 && go1.27

package json

// ForgetTrials makes the next call for each type try its plan, whatever calls before it have had.
func ForgetTrials() {
	calls.Lock()
	defer calls.Unlock()
	for _, c := range calls.byKey {
		c.byType.Store(nil)
	}
	streamed.writes.byType.Store(nil)
	streamed.reads.byType.Store(nil)
}
