// Package fast names the fast paths: code of more than a hundred lines beside a general way that gives the same
// results, only more slowly.
//
// Each constant is one path. Where it is false the compiler leaves the path out, and the general way does the work. All
// are true here; a build that has one of them off replaces this file by an overlay (go build -overlay):
//
//	.ci/run paths             runs the tests of the engine with each path off
//	go run ./bench prices     measures what each path is worth
//
// A vector kernel is switched off together with all others of its tier, by the tag purego or by ZETES_CPU.
package fast

// The paths. A comment names the file of the path, and after the semicolon the general way.
const (
	// Decoding.
	Tiny    = true // plan/decode/tiny.go: documents of one scalar; a state with bitmaps
	Undo    = true // plan/decode/keep.go, restore.go: old values of a target are saved; the input is checked first
	Offers  = true // plan/decode/offer.go: methods decode in the input of the run around them; each copies its argument
	Windows = true // plan/decode/window.go: values of a stream are decoded where they lie; each is cut out and copied
	Gather  = true // json/v2/gather.go: the text of a reader that can't go back is gathered for a plan; encoding/json/v2 reads it
	Stores  = true // plan/decode/store.go: members are stored by Go's statements for maps of the same layout; reflection

	// Encoding.
	Alone      = true // plan/encode/alone.go: results of one scalar; a machine from the pool
	Known      = true // plan/encode/known.go: maps are looked up by the names of the map before; they are walked and sorted
	Distribute = true // order/distribute.go: names of large maps are sorted by their bytes; by comparing
	Typed      = true // plan/encode/entries.go: maps are walked as maps of the same layout; reflection
	Places     = true // plan/encode/places.go: elements of maps are written where they lie; they are copied
	Integers   = true // kernel/integers.go: lists of integers by vectors; one after the other
	Strings    = true // kernel/strings.go: lists of short strings by vectors; one after the other
	Loops      = true // plan/encode/loops.go, scalars.go: a loop for each kind of scalars in a list; a program for each element

	// Both.
	Addresses = true // shape/netip.go, plan/*/netip.go, num/hextets.go: netip.Addr and its kin; their methods

	// Text.
	Groups = true // wire/groups.go: 64 tokens are checked together; token by token
	Tree   = true // index/grouped.go: cells of documents are made by groups; token by token
)
