package corpus

// Catalog is a concert hall's catalogue: maps with integer keys, many small structs, much white space.
type Catalog struct {
	AreaNames                map[int64]string  `json:"areaNames"`
	AudienceSubCategoryNames map[int64]string  `json:"audienceSubCategoryNames"`
	BlockNames               map[int64]string  `json:"blockNames"`
	Events                   map[int64]Event   `json:"events"`
	Performances             []Performance     `json:"performances"`
	SeatCategoryNames        map[int64]string  `json:"seatCategoryNames"`
	SubTopicNames            map[int64]string  `json:"subTopicNames"`
	SubjectNames             map[int64]string  `json:"subjectNames"`
	TopicNames               map[int64]string  `json:"topicNames"`
	TopicSubTopics           map[int64][]int64 `json:"topicSubTopics"`
	VenueNames               map[string]string `json:"venueNames"`
}

// Event is a programme that is performed once or more often.
type Event struct {
	Description *string `json:"description"`
	ID          int64   `json:"id"`
	Logo        *string `json:"logo"`
	Name        string  `json:"name"`
	SubTopicIDs []int64 `json:"subTopicIds"`
	SubjectCode any     `json:"subjectCode"`
	Subtitle    any     `json:"subtitle"`
	TopicIDs    []int64 `json:"topicIds"`
}

// Performance is one evening.
type Performance struct {
	EventID        int64          `json:"eventId"`
	ID             int64          `json:"id"`
	Logo           *string        `json:"logo"`
	Name           any            `json:"name"`
	Prices         []Price        `json:"prices"`
	SeatCategories []SeatCategory `json:"seatCategories"`
	SeatMapImage   any            `json:"seatMapImage"`
	Start          int64          `json:"start"`
	VenueCode      string         `json:"venueCode"`
}

// Price is what a seat costs for one kind of visitor.
type Price struct {
	Amount                int64 `json:"amount"`
	AudienceSubCategoryID int64 `json:"audienceSubCategoryId"`
	SeatCategoryID        int64 `json:"seatCategoryId"`
}

// SeatCategory is a group of areas of one price.
type SeatCategory struct {
	Areas          []Area `json:"areas"`
	SeatCategoryID int64  `json:"seatCategoryId"`
}

// Area is a part of the hall.
type Area struct {
	AreaID   int64 `json:"areaId"`
	BlockIDs []any `json:"blockIds"`
}
