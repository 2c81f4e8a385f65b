// Package stream reads and writes streams of JSON values: values that follow one another, one in each line (NDJSON,
// JSON Lines), and the elements of one array of any length, in memory for one value.
//
// [Values], [Lines] and [Elements] are iterators over values of one type, [WriteLines] and [WriteArray] write what
// an iterator gives. [LinesAt] reads the lines of a range of a file, for shards and checkpoints. [At] has the values
// that a JSONPath selects in a document of any size, as $.data[*], and a [Finder] those of several, with all that
// lies between them. A [Pusher] takes bytes as they come. [Decoder] and [Encoder] are for values of any type and for
// tokens; their methods are those of encoding/json's. [Receive], [Send] and [Consume] join streams and channels.
// [Events] and [WriteEvents] are for server-sent events, [Records] and [WriteRecords] for JSON text sequences.
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
// All take the meaning of an API by [Using]; without that it is that of package zetes' own functions. Errors are those
// of package zetes: a *[zetes.Error] whose Value says which value of the stream it is about.
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
//	channels.go   Receive, Consume, Send
