package hand

import (
	"maps"
	"slices"
	"strconv"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/codec"
)

// WriteCatalog writes a Catalog.
func WriteCatalog(w *codec.Writer, v *data.Catalog) {
	w.BeginObject()
	w.Name("areaNames")
	writeNames(w, v.AreaNames)
	w.Name("audienceSubCategoryNames")
	writeNames(w, v.AudienceSubCategoryNames)
	w.Name("blockNames")
	writeNames(w, v.BlockNames)
	w.Name("events")
	writeNumbered(w, v.Events, writeEvent)
	w.Name("performances")
	writeStructs(w, v.Performances, writePerformance)
	w.Name("seatCategoryNames")
	writeNames(w, v.SeatCategoryNames)
	w.Name("subTopicNames")
	writeNames(w, v.SubTopicNames)
	w.Name("subjectNames")
	writeNames(w, v.SubjectNames)
	w.Name("topicNames")
	writeNames(w, v.TopicNames)
	w.Name("topicSubTopics")
	writeNumbered(w, v.TopicSubTopics, writeInts)
	w.Name("venueNames")
	writeMap(w, v.VenueNames, (*codec.Writer).String)
	w.EndObject()
}

// ReadCatalog reads a Catalog.
func ReadCatalog(r *codec.Reader, v *data.Catalog) {
	for r.BeginObject(); ; {
		name, ok := r.NextMemberBytes()
		if !ok {
			return
		}
		switch string(name) {
		case "areaNames":
			v.AreaNames = readNames(r)
		case "audienceSubCategoryNames":
			v.AudienceSubCategoryNames = readNames(r)
		case "blockNames":
			v.BlockNames = readNames(r)
		case "events":
			v.Events = readNumbered(r, readEvent)
		case "performances":
			v.Performances = readStructs(r, readPerformance)
		case "seatCategoryNames":
			v.SeatCategoryNames = readNames(r)
		case "subTopicNames":
			v.SubTopicNames = readNames(r)
		case "subjectNames":
			v.SubjectNames = readNames(r)
		case "topicNames":
			v.TopicNames = readNames(r)
		case "topicSubTopics":
			v.TopicSubTopics = readNumbered(r, readInts)
		case "venueNames":
			v.VenueNames = readMap(r, (*codec.Reader).String)
		default:
			r.Skip()
		}
	}
}

func writeNames(w *codec.Writer, m map[int64]string) { writeNumbered(w, m, (*codec.Writer).String) }

func readNames(r *codec.Reader) map[int64]string { return readNumbered(r, (*codec.Reader).String) }

func writeInts(w *codec.Writer, list []int64) { writeList(w, list, (*codec.Writer).Int) }

func readInts(r *codec.Reader) []int64 { return readList(r, (*codec.Reader).Int) }

// writeNumbered writes the entries in the order of their names, as encoding/json does.
func writeNumbered[V any](w *codec.Writer, m map[int64]V, write func(*codec.Writer, V)) {
	if m == nil {
		w.Null()
		return
	}
	names := make(map[string]int64, len(m))
	for k := range m {
		names[strconv.FormatInt(k, 10)] = k
	}
	w.BeginObject()
	for _, name := range slices.Sorted(maps.Keys(names)) {
		w.Name(name)
		write(w, m[names[name]])
	}
	w.EndObject()
}

func readNumbered[V any](r *codec.Reader, read func(*codec.Reader) V) map[int64]V {
	if r.Null() {
		return nil
	}
	m := map[int64]V{}
	for r.BeginObject(); ; {
		name, ok := r.NextMember()
		if !ok {
			return m
		}
		k, err := strconv.ParseInt(name, 10, 64)
		if err != nil {
			r.Fail(err)
			return m
		}
		m[k] = read(r)
	}
}

func writeEvent(w *codec.Writer, v data.Event) {
	w.BeginObject()
	w.Name("description")
	writePointer(w, v.Description, (*codec.Writer).String)
	w.Name("id")
	w.Int(v.ID)
	w.Name("logo")
	writePointer(w, v.Logo, (*codec.Writer).String)
	w.Name("name")
	w.String(v.Name)
	w.Name("subTopicIds")
	writeInts(w, v.SubTopicIDs)
	w.Name("subjectCode")
	zetes.WriteValue(w, v.SubjectCode)
	w.Name("subtitle")
	zetes.WriteValue(w, v.Subtitle)
	w.Name("topicIds")
	writeInts(w, v.TopicIDs)
	w.EndObject()
}

func readEvent(r *codec.Reader) (v data.Event) {
	for r.BeginObject(); ; {
		name, ok := r.NextMemberBytes()
		if !ok {
			return v
		}
		switch string(name) {
		case "description":
			v.Description = readPointer(r, (*codec.Reader).String)
		case "id":
			v.ID = r.Int()
		case "logo":
			v.Logo = readPointer(r, (*codec.Reader).String)
		case "name":
			v.Name = r.String()
		case "subTopicIds":
			v.SubTopicIDs = readInts(r)
		case "subjectCode":
			zetes.ReadValue(r, &v.SubjectCode)
		case "subtitle":
			zetes.ReadValue(r, &v.Subtitle)
		case "topicIds":
			v.TopicIDs = readInts(r)
		default:
			r.Skip()
		}
	}
}

func writePerformance(w *codec.Writer, v *data.Performance) {
	w.BeginObject()
	w.Name("eventId")
	w.Int(v.EventID)
	w.Name("id")
	w.Int(v.ID)
	w.Name("logo")
	writePointer(w, v.Logo, (*codec.Writer).String)
	w.Name("name")
	zetes.WriteValue(w, v.Name)
	w.Name("prices")
	writeStructs(w, v.Prices, writePrice)
	w.Name("seatCategories")
	writeStructs(w, v.SeatCategories, writeSeatCategory)
	w.Name("seatMapImage")
	zetes.WriteValue(w, v.SeatMapImage)
	w.Name("start")
	w.Int(v.Start)
	w.Name("venueCode")
	w.String(v.VenueCode)
	w.EndObject()
}

func readPerformance(r *codec.Reader, v *data.Performance) {
	for r.BeginObject(); ; {
		name, ok := r.NextMemberBytes()
		if !ok {
			return
		}
		switch string(name) {
		case "eventId":
			v.EventID = r.Int()
		case "id":
			v.ID = r.Int()
		case "logo":
			v.Logo = readPointer(r, (*codec.Reader).String)
		case "name":
			zetes.ReadValue(r, &v.Name)
		case "prices":
			v.Prices = readStructs(r, readPrice)
		case "seatCategories":
			v.SeatCategories = readStructs(r, readSeatCategory)
		case "seatMapImage":
			zetes.ReadValue(r, &v.SeatMapImage)
		case "start":
			v.Start = r.Int()
		case "venueCode":
			v.VenueCode = r.String()
		default:
			r.Skip()
		}
	}
}

func writePrice(w *codec.Writer, v *data.Price) {
	w.BeginObject()
	w.Name("amount")
	w.Int(v.Amount)
	w.Name("audienceSubCategoryId")
	w.Int(v.AudienceSubCategoryID)
	w.Name("seatCategoryId")
	w.Int(v.SeatCategoryID)
	w.EndObject()
}

func readPrice(r *codec.Reader, v *data.Price) {
	for r.BeginObject(); ; {
		name, ok := r.NextMemberBytes()
		if !ok {
			return
		}
		switch string(name) {
		case "amount":
			v.Amount = r.Int()
		case "audienceSubCategoryId":
			v.AudienceSubCategoryID = r.Int()
		case "seatCategoryId":
			v.SeatCategoryID = r.Int()
		default:
			r.Skip()
		}
	}
}

func writeSeatCategory(w *codec.Writer, v *data.SeatCategory) {
	w.BeginObject()
	w.Name("areas")
	writeStructs(w, v.Areas, writeArea)
	w.Name("seatCategoryId")
	w.Int(v.SeatCategoryID)
	w.EndObject()
}

func readSeatCategory(r *codec.Reader, v *data.SeatCategory) {
	for r.BeginObject(); ; {
		name, ok := r.NextMemberBytes()
		if !ok {
			return
		}
		switch string(name) {
		case "areas":
			v.Areas = readStructs(r, readArea)
		case "seatCategoryId":
			v.SeatCategoryID = r.Int()
		default:
			r.Skip()
		}
	}
}

func writeArea(w *codec.Writer, v *data.Area) {
	w.BeginObject()
	w.Name("areaId")
	w.Int(v.AreaID)
	w.Name("blockIds")
	writeList(w, v.BlockIDs, func(w *codec.Writer, v any) { zetes.WriteValue(w, v) })
	w.EndObject()
}

func readArea(r *codec.Reader, v *data.Area) {
	for r.BeginObject(); ; {
		name, ok := r.NextMemberBytes()
		if !ok {
			return
		}
		switch string(name) {
		case "areaId":
			v.AreaID = r.Int()
		case "blockIds":
			v.BlockIDs = readList(r, func(r *codec.Reader) (v any) {
				zetes.ReadValue(r, &v)
				return v
			})
		default:
			r.Skip()
		}
	}
}
