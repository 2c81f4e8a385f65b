// Package stream reads and writes streams of JSON values: values that follow one another, one in each line (NDJSON,
// JSON Lines), and the elements of one array of any length, in memory for one value.
//
// [Values], [Lines] and [Elements] are iterators over values of one type. [WriteLines] and [WriteArray] write the
// values of an iterator. [LinesAt] reads the lines in a range of a file, for shards and checkpoints. [At] returns the
// values that a JSONPath such as $.data[*] selects in a document of any size. A [Finder] returns the values that
// several queries select, and on request the values between them. A [Pusher] takes bytes as they come. [Decoder] and
// [Encoder] are for values of any type and for tokens; they have the methods of encoding/json's Decoder and Encoder.
// [Consume] works on values on several goroutines. [Events] and [WriteEvents] are for server-sent events, [Records] and
// [WriteRecords] for JSON text sequences.
//
//	for event, err := range stream.Lines[Event](r) {
//		if err != nil {
//			return err
//		}
//		handle(event)
//	}
//
// An Encoder writes a value by one call of Write, or with [FlushAt] in pieces, so that large values need no memory of
// their size.
//
// All functions read and write under the configuration of an API if the option [Using] names one, otherwise as package
// zetes' own functions do. Errors are those of package zetes: a *[zetes.Error] whose Value says which value of the
// stream it is about.
package stream

// Files:
//
//	options.go    choices
//	read.go       Values, Lines, Elements
//	lines.go      LinesAt: the lines of a range of bytes
//	at.go         At
//	finder.go     Finder
//	push.go       Pusher
//	decoder.go    Decoder; token.go its tokens
//	encoder.go    Encoder
//	write.go      WriteLines, WriteArray
//	split.go      texts between certain bytes: events.go for Events, records.go for Records
//	parallel.go   several goroutines: read_parallel.go for Lines, write_parallel.go for WriteLines
//	consume.go    Consume
