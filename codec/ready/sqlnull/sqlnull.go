// Package sqlnull has codecs for the types of database/sql that may be null. A value is written as its content, or as
// null.
package sqlnull

import (
	"database/sql"
	"time"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/codec/ready"
)

// All returns a codec for each of the types with a name of their own: sql.NullString, NullInt64, NullInt32, NullInt16,
// NullByte, NullFloat64, NullBool and NullTime. For a sql.Null[T] there is [Of].
func All() []codec.Codec {
	return []codec.Codec{
		ready.Nullable(func(n *sql.NullString) (*string, *bool) { return &n.String, &n.Valid }),
		ready.Nullable(func(n *sql.NullInt64) (*int64, *bool) { return &n.Int64, &n.Valid }),
		ready.Nullable(func(n *sql.NullInt32) (*int32, *bool) { return &n.Int32, &n.Valid }),
		ready.Nullable(func(n *sql.NullInt16) (*int16, *bool) { return &n.Int16, &n.Valid }),
		ready.Nullable(func(n *sql.NullByte) (*byte, *bool) { return &n.Byte, &n.Valid }),
		ready.Nullable(func(n *sql.NullFloat64) (*float64, *bool) { return &n.Float64, &n.Valid }),
		ready.Nullable(func(n *sql.NullBool) (*bool, *bool) { return &n.Bool, &n.Valid }),
		ready.Nullable(func(n *sql.NullTime) (*time.Time, *bool) { return &n.Time, &n.Valid }),
	}
}

// Of returns the codec for sql.Null[T].
func Of[T any]() codec.Codec {
	return ready.Nullable(func(n *sql.Null[T]) (*T, *bool) { return &n.V, &n.Valid })
}
