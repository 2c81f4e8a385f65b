// Package fast names the fast paths: code of more than a hundred lines beside a general way that gives the same
// results, only more slowly.
//
// Each constant switches one path on. If it is false, the compiler leaves the path out, and the general way does the
// work. All constants are true in this file; a build that switches a path off replaces the file by an overlay (go
// build -overlay):
//
//	.ci/run paths             runs the tests of the engine with each path off
//	go run ./bench prices     measures what each path is worth
//
// A vector kernel has no constant. The build tag purego or the variable ZETES_CPU switches it off, together with all
// other kernels of its tier.
package fast

// The paths. Each comment names the file of the path and what the path does. "Off:" says what happens without it.
const (
	// Decoding.
	Tiny    = true // plan/decode/tiny.go: decodes a document of one scalar without bitmaps. Off: with bitmaps
	Undo    = true // plan/decode/keep.go, restore.go: saves a target's old values. Off: the input is checked first
	Offers  = true // plan/decode/offer.go: methods decode inside the caller's input. Off: each copies its argument
	Windows = true // plan/decode/window.go: decodes values of a stream in its buffer. Off: each value is copied
	Attempt = true // plan/decode/attempt.go: finds broken rules while it decodes. Off: the input is checked first
	Gather  = true // json/v2/gather.go: gathers a reader's text for a plan. Off: encoding/json/v2 reads it
	Stores  = true // plan/decode/store.go: stores into a map as a map type of the same layout. Off: by reflection

	// Encoding.
	Alone      = true // plan/encode/alone.go: writes a single scalar without a machine. Off: a machine from the pool
	Known      = true // plan/encode/known.go: looks up the names of the previous map. Off: maps are walked and sorted
	Distribute = true // order/distribute.go: sorts names of 12 and more entries by their bytes. Off: by comparing names
	Typed      = true // plan/encode/entries.go: walks a map as a map type of the same layout. Off: by reflection
	Places     = true // plan/encode/places.go: writes elements of maps from where they lie. Off: from a copy
	Integers   = true // kernel/lists.go: writes lists of integers by vectors. Off: one integer after the other
	Strings    = true // kernel/lists.go: writes lists of short strings by vectors. Off: one string after the other
	Loops      = true // plan/encode/loops.go, scalars.go: one loop writes a list of scalars. Off: a program for each

	// Text.
	Groups = true // wire/groups.go: checks 64 tokens together. Off: token by token
	Tree   = true // index/grouped.go: makes the cells of documents by groups of tokens. Off: token by token
	Near   = true // follow/near.go, scan/near.go: follows a path through the start of a text by bytes. Off: by bitmaps
)
