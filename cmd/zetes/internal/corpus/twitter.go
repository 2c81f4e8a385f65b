package corpus

// Timeline is the answer of a search for short messages: deep, string-heavy, many members a value.
type Timeline struct {
	Statuses       []Status       `json:"statuses"`
	SearchMetadata SearchMetadata `json:"search_metadata"`
}

// SearchMetadata says how the search went.
type SearchMetadata struct {
	CompletedIn float64 `json:"completed_in"`
	MaxID       int64   `json:"max_id"`
	MaxIDStr    string  `json:"max_id_str"`
	NextResults string  `json:"next_results"`
	Query       string  `json:"query"`
	RefreshURL  string  `json:"refresh_url"`
	Count       int     `json:"count"`
	SinceID     int64   `json:"since_id"`
	SinceIDStr  string  `json:"since_id_str"`
}

// Status is one message.
type Status struct {
	Metadata struct {
		ResultType      string `json:"result_type"`
		ISOLanguageCode string `json:"iso_language_code"`
	} `json:"metadata"`
	CreatedAt            string          `json:"created_at"`
	ID                   int64           `json:"id"`
	IDStr                string          `json:"id_str"`
	Text                 string          `json:"text"`
	Source               string          `json:"source"`
	Truncated            bool            `json:"truncated"`
	InReplyToStatusID    *int64          `json:"in_reply_to_status_id"`
	InReplyToStatusIDStr *string         `json:"in_reply_to_status_id_str"`
	InReplyToUserID      *int64          `json:"in_reply_to_user_id"`
	InReplyToUserIDStr   *string         `json:"in_reply_to_user_id_str"`
	InReplyToScreenName  *string         `json:"in_reply_to_screen_name"`
	User                 User            `json:"user"`
	Geo                  any             `json:"geo"`
	Coordinates          any             `json:"coordinates"`
	Place                any             `json:"place"`
	Contributors         any             `json:"contributors"`
	RetweetedStatus      *Status         `json:"retweeted_status,omitempty"`
	RetweetCount         int             `json:"retweet_count"`
	FavoriteCount        int             `json:"favorite_count"`
	Entities             MessageEntities `json:"entities"`
	Favorited            bool            `json:"favorited"`
	Retweeted            bool            `json:"retweeted"`
	PossiblySensitive    *bool           `json:"possibly_sensitive,omitempty"`
	Lang                 string          `json:"lang"`
}

// User is the author of a message.
type User struct {
	ID          int64   `json:"id"`
	IDStr       string  `json:"id_str"`
	Name        string  `json:"name"`
	ScreenName  string  `json:"screen_name"`
	Location    string  `json:"location"`
	Description string  `json:"description"`
	URL         *string `json:"url"`
	Entities    struct {
		URL         *LinkList `json:"url,omitempty"`
		Description LinkList  `json:"description"`
	} `json:"entities"`
	Protected              bool    `json:"protected"`
	FollowersCount         int     `json:"followers_count"`
	FriendsCount           int     `json:"friends_count"`
	ListedCount            int     `json:"listed_count"`
	CreatedAt              string  `json:"created_at"`
	FavouritesCount        int     `json:"favourites_count"`
	UTCOffset              *int    `json:"utc_offset"`
	TimeZone               *string `json:"time_zone"`
	GeoEnabled             bool    `json:"geo_enabled"`
	Verified               bool    `json:"verified"`
	StatusesCount          int     `json:"statuses_count"`
	Lang                   string  `json:"lang"`
	ContributorsEnabled    bool    `json:"contributors_enabled"`
	IsTranslator           bool    `json:"is_translator"`
	IsTranslationEnabled   bool    `json:"is_translation_enabled"`
	BackgroundColor        string  `json:"profile_background_color"`
	BackgroundImageURL     string  `json:"profile_background_image_url"`
	BackgroundImageURLTLS  string  `json:"profile_background_image_url_https"`
	BackgroundTile         bool    `json:"profile_background_tile"`
	ProfileImageURL        string  `json:"profile_image_url"`
	ProfileImageURLTLS     string  `json:"profile_image_url_https"`
	ProfileBannerURL       string  `json:"profile_banner_url,omitempty"`
	LinkColor              string  `json:"profile_link_color"`
	SidebarBorderColor     string  `json:"profile_sidebar_border_color"`
	SidebarFillColor       string  `json:"profile_sidebar_fill_color"`
	TextColor              string  `json:"profile_text_color"`
	UseBackgroundImage     bool    `json:"profile_use_background_image"`
	DefaultProfile         bool    `json:"default_profile"`
	DefaultProfileImage    bool    `json:"default_profile_image"`
	Following              bool    `json:"following"`
	FollowRequestSent      bool    `json:"follow_request_sent"`
	NotificationsRequested bool    `json:"notifications"`
}

// LinkList wraps the links of one text.
type LinkList struct {
	URLs []Link `json:"urls"`
}

// Link is a link and its place in the text.
type Link struct {
	URL         string `json:"url"`
	ExpandedURL string `json:"expanded_url"`
	DisplayURL  string `json:"display_url"`
	Indices     [2]int `json:"indices"`
}

// MessageEntities is what was found in the text of a message.
type MessageEntities struct {
	Hashtags     []Hashtag `json:"hashtags"`
	Symbols      []Hashtag `json:"symbols"`
	URLs         []Link    `json:"urls"`
	UserMentions []Mention `json:"user_mentions"`
	Media        []Media   `json:"media,omitempty"`
}

// Hashtag is a marked word.
type Hashtag struct {
	Text    string `json:"text"`
	Indices [2]int `json:"indices"`
}

// Mention is a marked user.
type Mention struct {
	ScreenName string `json:"screen_name"`
	Name       string `json:"name"`
	ID         int64  `json:"id"`
	IDStr      string `json:"id_str"`
	Indices    [2]int `json:"indices"`
}

// Media is an attached picture.
type Media struct {
	ID                int64           `json:"id"`
	IDStr             string          `json:"id_str"`
	Indices           [2]int          `json:"indices"`
	MediaURL          string          `json:"media_url"`
	MediaURLTLS       string          `json:"media_url_https"`
	URL               string          `json:"url"`
	DisplayURL        string          `json:"display_url"`
	ExpandedURL       string          `json:"expanded_url"`
	Type              string          `json:"type"`
	Sizes             map[string]Size `json:"sizes"`
	SourceStatusID    int64           `json:"source_status_id,omitempty"`
	SourceStatusIDStr string          `json:"source_status_id_str,omitempty"`
}

// Size is one rendering of a picture.
type Size struct {
	W      int    `json:"w"`
	H      int    `json:"h"`
	Resize string `json:"resize"`
}
