package lib

import (
	"time"

	"github.com/guregu/null/v6"
	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
)

// ZetesCodecs is zetes with codecs for the types of [data.Person], as users write them.
var ZetesCodecs = zetes.Config{Codecs: []codec.Codec{
	codec.For(func(w *codec.Writer, v *null.Int) {
		if v.Valid {
			w.Int(v.Int64)
		} else {
			w.Null()
		}
	}, func(r *codec.Reader, v *null.Int) {
		if v.Valid = !r.Null(); v.Valid {
			v.Int64 = r.Int()
		}
	}),
	codec.For(func(w *codec.Writer, v *null.String) {
		if v.Valid {
			w.String(v.String)
		} else {
			w.Null()
		}
	}, func(r *codec.Reader, v *null.String) {
		if v.Valid = !r.Null(); v.Valid {
			v.String = r.String()
		}
	}),
	codec.For(func(w *codec.Writer, v *time.Time) { w.Time(*v, "") }, func(r *codec.Reader, v *time.Time) { *v = r.Time("") }),
}}.Freeze()
