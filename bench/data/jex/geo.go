package jex

import (
	"github.com/go-faster/jx"

	"github.com/zetes-json/zetes/internal/tests/corpus"
)

// WriteGeometry writes a Geometry.
func WriteGeometry(e *jx.Encoder, v *corpus.Geometry) {
	e.ObjStart()
	e.FieldStart("type")
	e.StrEscape(v.Type)
	e.FieldStart("features")
	writeList(e, v.Features, writeFeature)
	e.ObjEnd()
}

// ReadGeometry reads a Geometry.
func ReadGeometry(d *jx.Decoder, v *corpus.Geometry) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "type":
			v.Type, err = d.Str()
		case "features":
			err = readList(d, &v.Features, readFeature)
		default:
			err = d.Skip()
		}
		return err
	})
}

func writeFeature(e *jx.Encoder, v *corpus.Feature) {
	e.ObjStart()
	e.FieldStart("type")
	e.StrEscape(v.Type)
	e.FieldStart("properties")
	e.ObjStart()
	e.FieldStart("name")
	e.StrEscape(v.Properties.Name)
	e.ObjEnd()
	e.FieldStart("geometry")
	e.ObjStart()
	e.FieldStart("type")
	e.StrEscape(v.Geometry.Type)
	e.FieldStart("coordinates")
	writeList(e, v.Geometry.Coordinates, func(e *jx.Encoder, ring *[][2]float64) {
		writeList(e, *ring, func(e *jx.Encoder, p *[2]float64) {
			e.ArrStart()
			e.Float64(p[0])
			e.Float64(p[1])
			e.ArrEnd()
		})
	})
	e.ObjEnd()
	e.ObjEnd()
}

func readFeature(d *jx.Decoder, v *corpus.Feature) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "type":
			v.Type, err = d.Str()
		case "properties":
			err = d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
				if string(key) == "name" {
					v.Properties.Name, err = d.Str()
					return err
				}
				return d.Skip()
			})
		case "geometry":
			err = readPolygon(d, &v.Geometry)
		default:
			err = d.Skip()
		}
		return err
	})
}

func readPolygon(d *jx.Decoder, v *corpus.Polygon) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "type":
			v.Type, err = d.Str()
		case "coordinates":
			err = readList(d, &v.Coordinates, func(d *jx.Decoder, ring *[][2]float64) error { return readList(d, ring, readPoint2) })
		default:
			err = d.Skip()
		}
		return err
	})
}

func readPoint2(d *jx.Decoder, p *[2]float64) error {
	i := 0
	return d.Arr(func(d *jx.Decoder) (err error) {
		if i < len(p) {
			p[i], err = d.Float64()
		} else {
			err = d.Skip()
		}
		i++
		return err
	})
}
