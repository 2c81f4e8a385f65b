// Package codec reads and writes JSON a piece at a time: what hand-written codecs and generated code speak.
package codec
