// Package beamjson reads and writes JSON in pipelines of Apache Beam's Go SDK: lines (NDJSON, JSON Lines) and arrays in
// files, and the values that Beam sends from one machine to another.
//
//	type Event struct {
//		User string `json:"user"`
//		Cost int    `json:"cost"`
//	}
//
//	func init() { beamjson.Register[Event](nil) } // before beam.Init
//
//	func main() {
//		flag.Parse()
//		beam.Init()
//		p, s := beam.NewPipelineWithRoot()
//		events, bad := beamjson.ReadLines[Event](s, "in/*.ndjson")
//		beamjson.WriteLines[Event](s, "out/events-*.ndjson.gz", events, beamjson.Shards(5))
//		beamjson.WriteLines[beamjson.Bad](s, "out/bad.ndjson", bad)
//		if err := beamx.Run(context.Background(), p); err != nil {
//			log.Fatal(err)
//		}
//	}
//
// [Register] makes a type known to Beam. [ReadLines] divides plain files by ranges of bytes, which Beam gives to any
// number of machines; each line is read once. Files named *.gz, *.zst and *.zstd are read and written compressed, each
// as a whole. [ReadArrays] and [WriteArrays] are for files that hold one array each.
//
// Beam's flags say where a pipeline runs: on its local runner unless --runner names another one. File names may be those
// of any file system of Beam that the program imports, such as
// github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs for gs://bucket/name. Local files need no import.
//
// # What a failure leaves
//
// A range of a file gives the same values whenever it is read, so Beam may read it again after a failure.
//
// The files of WriteLines and WriteArrays get their names when all of them are complete: a pipeline that fails before
// leaves no file, but for a folder .beamjson-* beside them, which may be deleted. If a shard is written again, one
// attempt counts.
package beamjson

// Files:
//
//	register.go     Register: types and their coders
//	options.go      choices
//	read.go         ReadLines, ReadArrays: the DoFn and its outputs
//	restriction.go  the part of a file that one call reads, and its tracker
//	file.go         opening, decompression, reading at an offset
//	write.go        WriteLines, WriteArrays: shards, their attempts, the names at the end
