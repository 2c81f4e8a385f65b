package hand

import (
	"bytes"
	"slices"
	"strconv"
	"sync"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/corpus"
)

// WriteCatalog writes a Catalog.
func WriteCatalog(w *codec.Writer, v *corpus.Catalog) {
	w.BeginObject()
	w.Member(nameAreaNames)
	writeNames(w, v.AreaNames)
	w.Member(nameAudienceSubCategoryNames)
	writeNames(w, v.AudienceSubCategoryNames)
	w.Member(nameBlockNames)
	writeNames(w, v.BlockNames)
	w.Member(nameEvents)
	writeNumbered(w, v.Events, writeEvent)
	w.Member(namePerformances)
	writeStructs(w, v.Performances, writePerformance)
	w.Member(nameSeatCategoryNames)
	writeNames(w, v.SeatCategoryNames)
	w.Member(nameSubTopicNames)
	writeNames(w, v.SubTopicNames)
	w.Member(nameSubjectNames)
	writeNames(w, v.SubjectNames)
	w.Member(nameTopicNames)
	writeNames(w, v.TopicNames)
	w.Member(nameTopicSubTopics)
	writeNumbered(w, v.TopicSubTopics, writeInts)
	w.Member(nameVenueNames)
	writeMap(w, v.VenueNames, (*codec.Writer).String)
	w.EndObject()
}

var namesCatalog = codec.NewNames("areaNames", "audienceSubCategoryNames", "blockNames", "events", "performances", "seatCategoryNames", "subTopicNames", "subjectNames", "topicNames", "topicSubTopics", "venueNames")

// ReadCatalog reads a Catalog.
func ReadCatalog(r *codec.Reader, v *corpus.Catalog) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(namesCatalog)
		if !ok {
			return
		}
		switch i {
		case 0:
			v.AreaNames = readNames(r)
		case 1:
			v.AudienceSubCategoryNames = readNames(r)
		case 2:
			v.BlockNames = readNames(r)
		case 3:
			v.Events = readNumbered(r, readEvent)
		case 4:
			v.Performances = readStructs(r, readPerformance)
		case 5:
			v.SeatCategoryNames = readNames(r)
		case 6:
			v.SubTopicNames = readNames(r)
		case 7:
			v.SubjectNames = readNames(r)
		case 8:
			v.TopicNames = readNames(r)
		case 9:
			v.TopicSubTopics = readNumbered(r, readInts)
		case 10:
			v.VenueNames = readMap(r, (*codec.Reader).String)
		default:
			r.Skip()
		}
	}
}

// writeAny spares null, which most of these are, the way through the plans.
func writeAny(w *codec.Writer, v any) {
	if v == nil {
		w.Null()
		return
	}
	zetes.WriteValue(w, v)
}

func readAny(r *codec.Reader) (v any) {
	if !r.Null() {
		zetes.ReadValue(r, &v)
	}
	return v
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
	list := numbers.Get().(*[]number)
	for k := range m {
		n := number{key: k}
		n.size = len(strconv.AppendInt(n.text[:0], k, 10))
		*list = append(*list, n)
	}
	slices.SortFunc(*list, func(a, b number) int { return bytes.Compare(a.text[:a.size], b.text[:b.size]) })
	w.BeginObject()
	for i := range *list {
		n := &(*list)[i]
		w.Name(string(n.text[:n.size]))
		write(w, m[n.key])
	}
	w.EndObject()
	*list = (*list)[:0]
	numbers.Put(list)
}

// number is a key of a map and its name.
type number struct {
	text [20]byte
	size int
	key  int64
}

var numbers = sync.Pool{New: func() any { return new([]number) }}

var namesNone = codec.NewNames()

func readNumbered[V any](r *codec.Reader, read func(*codec.Reader) V) map[int64]V {
	if r.Null() {
		return nil
	}
	m := map[int64]V{}
	for r.BeginObject(); ; {
		if _, ok := r.NextMemberOf(namesNone); !ok {
			return m
		}
		k, err := strconv.ParseInt(string(r.MemberName()), 10, 64)
		if err != nil {
			r.Fail(err)
			return m
		}
		m[k] = read(r)
	}
}

func writeEvent(w *codec.Writer, v corpus.Event) {
	w.BeginObject()
	w.Member(nameDescription)
	writePointer(w, v.Description, (*codec.Writer).String)
	w.MemberInt(nameID, v.ID)
	w.Member(nameLogo)
	writePointer(w, v.Logo, (*codec.Writer).String)
	w.MemberString(nameName, v.Name)
	w.Member(nameSubTopicIDs)
	writeInts(w, v.SubTopicIDs)
	w.Member(nameSubjectCode)
	writeAny(w, v.SubjectCode)
	w.Member(nameSubtitle)
	writeAny(w, v.Subtitle)
	w.Member(nameTopicIDs)
	writeInts(w, v.TopicIDs)
	w.EndObject()
}

var namesEvent = codec.NewNames("description", "id", "logo", "name", "subTopicIds", "subjectCode", "subtitle", "topicIds")

func readEvent(r *codec.Reader) (v corpus.Event) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(namesEvent)
		if !ok {
			return v
		}
		switch i {
		case 0:
			v.Description = readPointer(r, (*codec.Reader).String)
		case 1:
			v.ID = r.Int()
		case 2:
			v.Logo = readPointer(r, (*codec.Reader).String)
		case 3:
			v.Name = r.String()
		case 4:
			v.SubTopicIDs = readInts(r)
		case 5:
			v.SubjectCode = readAny(r)
		case 6:
			v.Subtitle = readAny(r)
		case 7:
			v.TopicIDs = readInts(r)
		default:
			r.Skip()
		}
	}
}

func writePerformance(w *codec.Writer, v *corpus.Performance) {
	w.BeginObject()
	w.MemberInt(nameEventID, v.EventID)
	w.MemberInt(nameID, v.ID)
	w.Member(nameLogo)
	writePointer(w, v.Logo, (*codec.Writer).String)
	w.Member(nameName)
	writeAny(w, v.Name)
	w.Member(namePrices)
	writeStructs(w, v.Prices, writePrice)
	w.Member(nameSeatCategories)
	writeStructs(w, v.SeatCategories, writeSeatCategory)
	w.Member(nameSeatMapImage)
	writeAny(w, v.SeatMapImage)
	w.MemberInt(nameStart, v.Start)
	w.MemberString(nameVenueCode, v.VenueCode)
	w.EndObject()
}

var namesPerformance = codec.NewNames("eventId", "id", "logo", "name", "prices", "seatCategories", "seatMapImage", "start", "venueCode")

func readPerformance(r *codec.Reader, v *corpus.Performance) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(namesPerformance)
		if !ok {
			return
		}
		switch i {
		case 0:
			v.EventID = r.Int()
		case 1:
			v.ID = r.Int()
		case 2:
			v.Logo = readPointer(r, (*codec.Reader).String)
		case 3:
			v.Name = readAny(r)
		case 4:
			v.Prices = readStructs(r, readPrice)
		case 5:
			v.SeatCategories = readStructs(r, readSeatCategory)
		case 6:
			v.SeatMapImage = readAny(r)
		case 7:
			v.Start = r.Int()
		case 8:
			v.VenueCode = r.String()
		default:
			r.Skip()
		}
	}
}

func writePrice(w *codec.Writer, v *corpus.Price) {
	w.BeginObject()
	w.MemberInt(nameAmount, v.Amount)
	w.MemberInt(nameAudienceSubCategoryID, v.AudienceSubCategoryID)
	w.MemberInt(nameSeatCategoryID, v.SeatCategoryID)
	w.EndObject()
}

var namesPrice = codec.NewNames("amount", "audienceSubCategoryId", "seatCategoryId")

func readPrice(r *codec.Reader, v *corpus.Price) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(namesPrice)
		if !ok {
			return
		}
		switch i {
		case 0:
			v.Amount = r.Int()
		case 1:
			v.AudienceSubCategoryID = r.Int()
		case 2:
			v.SeatCategoryID = r.Int()
		default:
			r.Skip()
		}
	}
}

func writeSeatCategory(w *codec.Writer, v *corpus.SeatCategory) {
	w.BeginObject()
	w.Member(nameAreas)
	writeStructs(w, v.Areas, writeArea)
	w.MemberInt(nameSeatCategoryID, v.SeatCategoryID)
	w.EndObject()
}

var namesSeatCategory = codec.NewNames("areas", "seatCategoryId")

func readSeatCategory(r *codec.Reader, v *corpus.SeatCategory) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(namesSeatCategory)
		if !ok {
			return
		}
		switch i {
		case 0:
			v.Areas = readStructs(r, readArea)
		case 1:
			v.SeatCategoryID = r.Int()
		default:
			r.Skip()
		}
	}
}

func writeArea(w *codec.Writer, v *corpus.Area) {
	w.BeginObject()
	w.MemberInt(nameAreaID, v.AreaID)
	w.Member(nameBlockIDs)
	writeList(w, v.BlockIDs, writeAny)
	w.EndObject()
}

var namesArea = codec.NewNames("areaId", "blockIds")

func readArea(r *codec.Reader, v *corpus.Area) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(namesArea)
		if !ok {
			return
		}
		switch i {
		case 0:
			v.AreaID = r.Int()
		case 1:
			v.BlockIDs = readList(r, readAny)
		default:
			r.Skip()
		}
	}
}
