// Package load measures one HTTP service in two implementations under load: clients on loopback that send good, bad
// and broken off requests in turns, and compare every answer.
//
// Files: load.go (a run: rounds, services, what must hold) · serve.go (the process of the
// clients) · documents.go (what is sent) · client.go (one connection) ·
// histogram.go (latencies) · table.go (what is printed).
package load
