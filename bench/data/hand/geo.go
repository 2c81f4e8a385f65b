package hand

import (
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/corpus"
)

// WriteGeometry writes a Geometry.
func WriteGeometry(w *codec.Writer, v *corpus.Geometry) {
	w.BeginObject()
	w.MemberString(nameType, v.Type)
	w.Member(nameFeatures)
	writeStructs(w, v.Features, writeFeature)
	w.EndObject()
}

var namesGeometry = codec.NewNames("type", "features")

// ReadGeometry reads a Geometry.
func ReadGeometry(r *codec.Reader, v *corpus.Geometry) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(namesGeometry)
		if !ok {
			return
		}
		switch i {
		case 0:
			v.Type = r.String()
		case 1:
			v.Features = readStructs(r, readFeature)
		default:
			r.Skip()
		}
	}
}

func writeFeature(w *codec.Writer, v *corpus.Feature) {
	w.BeginObject()
	w.MemberString(nameType, v.Type)
	w.Member(nameProperties)
	w.BeginObject()
	w.MemberString(nameName, v.Properties.Name)
	w.EndObject()
	w.Member(nameGeometry)
	w.BeginObject()
	w.MemberString(nameType, v.Geometry.Type)
	w.Member(nameCoordinates)
	writeList(w, v.Geometry.Coordinates, writeRing)
	w.EndObject()
	w.EndObject()
}

func writeRing(w *codec.Writer, ring [][2]float64) {
	writeStructs(w, ring, func(w *codec.Writer, p *[2]float64) {
		w.BeginArray()
		w.Float64(p[0])
		w.Float64(p[1])
		w.EndArray()
	})
}

var (
	namesFeature    = codec.NewNames("type", "properties", "geometry")
	namesProperties = codec.NewNames("name")
	namesPolygon    = codec.NewNames("type", "coordinates")
)

func readFeature(r *codec.Reader, v *corpus.Feature) {
	for i := range r.ObjectOf(namesFeature) {
		switch i {
		case 0:
			v.Type = r.String()
		case 1:
			for i := range r.ObjectOf(namesProperties) {
				if i == 0 {
					v.Properties.Name = r.String()
				}
			}
		case 2:
			for i := range r.ObjectOf(namesPolygon) {
				switch i {
				case 0:
					v.Geometry.Type = r.String()
				case 1:
					v.Geometry.Coordinates = readList(r, readRing)
				}
			}
		}
	}
}

func readRing(r *codec.Reader) [][2]float64 {
	return readStructs(r, func(r *codec.Reader, p *[2]float64) {
		i := 0
		for r.BeginArray(); r.NextElement(); i++ {
			if i < len(p) { // as encoding/json, which drops what an array has no room for
				p[i] = r.Float64()
			} else {
				r.Skip()
			}
		}
	})
}
