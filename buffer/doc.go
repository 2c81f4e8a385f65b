// Package buffer holds output in chunks that come from pools and go back to them.
//
// A [Buffer] grows without copying its content: its chunks begin at 128 bytes and double up to 32 KB. Its length is
// known before a byte is sent, and [Buffer.WriteTo] hands up to 64 chunks to the system in one call (writev) on a
// network connection. The package does not know JSON: encoders that append use [Buffer.Reserve] and [Buffer.Commit],
// and encoders that write use the usual Write methods.
//
// # Lifetimes
//
// A Buffer owns its chunks. They go back to the pools when they are sent ([Buffer.WriteTo]), when the content is
// dropped ([Buffer.Reset]), and when the Buffer is no longer used ([Buffer.Release]). [Buffer.ReadCloser] moves them to
// a reader that gives them back while it is read. If a Buffer is not released, the garbage collector frees its chunks.
// These uses panic: a Buffer after Release, a second Release, giving a chunk to a pool twice, and a Buffer that the
// reader or writer of its own ReadFrom or WriteTo calls.
//
// Pools hold only chunks of these sizes. The garbage collector frees all other memory: slices that
// [Buffer.Commit] took over, chunks for a Reserve beyond the largest size, and pooled chunks that are not used for a
// while. So a rare huge output does not stay in memory.
//
// The package imports net for writev, which costs about 190 KB of binary in a program that doesn't use the network.
package buffer
