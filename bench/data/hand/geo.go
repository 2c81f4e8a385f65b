package hand

import (
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/codec"
)

// WriteGeometry writes a Geometry.
func WriteGeometry(w *codec.Writer, v *data.Geometry) {
	w.BeginObject()
	w.Name("type")
	w.String(v.Type)
	w.Name("features")
	writeStructs(w, v.Features, writeFeature)
	w.EndObject()
}

// ReadGeometry reads a Geometry.
func ReadGeometry(r *codec.Reader, v *data.Geometry) {
	for r.BeginObject(); ; {
		name, ok := r.NextMemberBytes()
		if !ok {
			return
		}
		switch string(name) {
		case "type":
			v.Type = r.String()
		case "features":
			v.Features = readStructs(r, readFeature)
		default:
			r.Skip()
		}
	}
}

func writeFeature(w *codec.Writer, v *data.Feature) {
	w.BeginObject()
	w.Name("type")
	w.String(v.Type)
	w.Name("properties")
	w.BeginObject()
	w.Name("name")
	w.String(v.Properties.Name)
	w.EndObject()
	w.Name("geometry")
	w.BeginObject()
	w.Name("type")
	w.String(v.Geometry.Type)
	w.Name("coordinates")
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

func readFeature(r *codec.Reader, v *data.Feature) {
	for name := range r.Object() {
		switch name {
		case "type":
			v.Type = r.String()
		case "properties":
			for name := range r.Object() {
				if name == "name" {
					v.Properties.Name = r.String()
				} else {
					r.Skip()
				}
			}
		case "geometry":
			for name := range r.Object() {
				switch name {
				case "type":
					v.Geometry.Type = r.String()
				case "coordinates":
					v.Geometry.Coordinates = readList(r, readRing)
				default:
					r.Skip()
				}
			}
		default:
			r.Skip()
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
