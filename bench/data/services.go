package data

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// These types have the shapes of what services answer that many programs call. Their contents are made here.

// Completion is the answer of a language model, or with Delta in place of Message a piece of one.
type Completion struct {
	ID      string   `json:"id"`
	Object  string   `json:"object"`
	Created int64    `json:"created"`
	Model   string   `json:"model"`
	Choices []Choice `json:"choices"`
	Usage   *Usage   `json:"usage,omitempty"`
	Print   *string  `json:"system_fingerprint"`
}

// Choice is one of the answers of a Completion.
type Choice struct {
	Index   int             `json:"index"`
	Message *Message        `json:"message,omitempty"`
	Delta   *Message        `json:"delta,omitempty"`
	Odds    json.RawMessage `json:"logprobs"`
	Finish  *string         `json:"finish_reason"`
}

// Message is a text, or calls of functions with their arguments as JSON in a string.
type Message struct {
	Role    string  `json:"role,omitempty"`
	Content *string `json:"content"`
	Refusal *string `json:"refusal,omitempty"`
	Calls   []Call  `json:"tool_calls,omitempty"`
}

// Call is a call of a function.
type Call struct {
	ID       string   `json:"id"`
	Type     string   `json:"type"`
	Function Function `json:"function"`
}

// Function is a function and its arguments.
type Function struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// Request is what a language model is asked: the texts so far, and the functions that it may call.
type Request struct {
	Model       string    `json:"model"`
	Messages    []Message `json:"messages"`
	Tools       []Tool    `json:"tools,omitempty"`
	Choice      any       `json:"tool_choice,omitempty"`
	Temperature *float64  `json:"temperature,omitempty"`
	Limit       int       `json:"max_completion_tokens,omitempty"`
	Stream      bool      `json:"stream,omitempty"`
}

// Tool is a function that may be called, with a schema of its arguments.
type Tool struct {
	Type     string `json:"type"`
	Function struct {
		Name        string         `json:"name"`
		Description string         `json:"description"`
		Parameters  map[string]any `json:"parameters"`
		Strict      bool           `json:"strict"`
	} `json:"function"`
}

// Usage counts tokens.
type Usage struct {
	Prompt     int            `json:"prompt_tokens"`
	Completion int            `json:"completion_tokens"`
	Total      int            `json:"total_tokens"`
	Details    map[string]int `json:"completion_tokens_details"`
}

// Issue is one of a list of issues: wide, with many addresses, and with members that are null.
type Issue struct {
	URL        string         `json:"url"`
	Repository string         `json:"repository_url"`
	LabelsURL  string         `json:"labels_url"`
	EventsURL  string         `json:"events_url"`
	HTML       string         `json:"html_url"`
	ID         int64          `json:"id"`
	Node       string         `json:"node_id"`
	Number     int            `json:"number"`
	Title      string         `json:"title"`
	User       Account        `json:"user"`
	Labels     []Label        `json:"labels"`
	State      string         `json:"state"`
	Locked     bool           `json:"locked"`
	Assignee   *Account       `json:"assignee"`
	Assignees  []Account      `json:"assignees"`
	Milestone  *Label         `json:"milestone"`
	Comments   int            `json:"comments"`
	Created    time.Time      `json:"created_at"`
	Updated    time.Time      `json:"updated_at"`
	Closed     *time.Time     `json:"closed_at"`
	Reason     *string        `json:"state_reason"`
	Body       *string        `json:"body"`
	Reactions  map[string]int `json:"reactions"`
}

// Account is a user of an Issue.
type Account struct {
	Login     string `json:"login"`
	ID        int64  `json:"id"`
	Node      string `json:"node_id"`
	Avatar    string `json:"avatar_url"`
	URL       string `json:"url"`
	HTML      string `json:"html_url"`
	Followers string `json:"followers_url"`
	Gists     string `json:"gists_url"`
	Events    string `json:"events_url"`
	Type      string `json:"type"`
	Admin     bool   `json:"site_admin"`
}

// Label is a label of an Issue.
type Label struct {
	ID          int64   `json:"id"`
	URL         string  `json:"url"`
	Name        string  `json:"name"`
	Color       string  `json:"color"`
	Default     bool    `json:"default"`
	Description *string `json:"description"`
}

// Page is the answer to a query of a graph: nodes within edges within connections.
type Page struct {
	Data struct {
		Repository struct {
			Name   string     `json:"name"`
			Issues Connection `json:"issues"`
		} `json:"repository"`
	} `json:"data"`
}

// Connection is a list of edges.
type Connection struct {
	Total int    `json:"totalCount"`
	Edges []Edge `json:"edges"`
	Info  struct {
		End  *string `json:"endCursor"`
		Next bool    `json:"hasNextPage"`
	} `json:"pageInfo"`
}

// Edge is a node and its place in the list.
type Edge struct {
	Cursor string `json:"cursor"`
	Node   struct {
		ID       string      `json:"id"`
		Title    string      `json:"title"`
		Created  time.Time   `json:"createdAt"`
		Author   *Author     `json:"author"`
		Comments *Connection `json:"comments,omitempty"`
	} `json:"node"`
}

// maker makes the contents of services, the same each time.
type maker struct{ *rand.Rand }

func newMaker() maker { return maker{rand.New(rand.NewPCG(35, 11))} }

// word returns a word of small letters.
func (m maker) word() string {
	b := make([]byte, 2+m.IntN(8))
	for i := range b {
		b[i] = "etaoinshrdlucmfwyp"[m.IntN(18)]
	}
	return string(b)
}

// text returns n words, with what texts of programmers have among them: quotes, code, lists, other scripts.
func (m maker) text(n int) string {
	var b strings.Builder
	for i := range n {
		switch m.IntN(40) {
		case 0:
			fmt.Fprintf(&b, "\n\n```go\nif err := %s(%q); err != nil {\n\treturn err\n}\n```\n", m.word(), m.word())
		case 1:
			b.WriteString(".\n- **" + m.word() + "**: ")
		case 2:
			b.WriteString(" “größer” — 例 ")
		default:
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(m.word())
		}
	}
	return b.String()
}

func (m maker) id(prefix string) string { return fmt.Sprintf("%s%016x", prefix, m.Uint64()) }

func (m maker) time() time.Time { return time.Unix(1_750_000_000+m.Int64N(4e7), 0).UTC() }

func (m maker) completion() *Completion {
	fingerprint := m.id("fp_")
	return &Completion{ID: m.id("chat-"), Object: "chat.completion", Created: m.time().Unix(), Model: "model-5-mini", Print: &fingerprint}
}

// NewChat returns the answer of a language model, with a text and a call.
func NewChat() *Completion {
	m := newMaker()
	text, stop, calls := m.text(400), "stop", "tool_calls"
	c := m.completion()
	c.Usage = &Usage{812, 1105, 1917, map[string]int{"reasoning_tokens": 448, "audio_tokens": 0, "accepted_prediction_tokens": 0}}
	c.Choices = []Choice{
		{Message: &Message{Role: "assistant", Content: &text}, Odds: json.RawMessage("null"), Finish: &stop},
		{Index: 1, Message: &Message{Role: "assistant", Calls: []Call{{m.id("call_"), "function", Function{"search", `{"query":"river \"old bridge\"","limit":10}`}}}}, Odds: json.RawMessage("null"), Finish: &calls},
	}
	return c
}

// NewChunk returns one of the pieces in which a language model sends an answer.
func NewChunk() *Completion {
	m := newMaker()
	c, text := m.completion(), " "+m.word()
	c.Object = "chat.completion.chunk"
	c.Choices = []Choice{{Delta: &Message{Content: &text}, Odds: json.RawMessage("null")}}
	return c
}

// NewChunks returns the pieces in which a language model sends an answer of a hundred words.
func NewChunks() []*Completion {
	m, list := newMaker(), make([]*Completion, 100)
	for i := range list {
		c, text := *NewChunk(), " "+m.word()
		c.Choices = []Choice{{Delta: &Message{Content: &text}, Odds: json.RawMessage("null")}}
		list[i] = &c
	}
	return list
}

// NewRequest returns the next request of a talk with a language model, with three functions.
func NewRequest() *Request {
	m, warmth := newMaker(), 0.7
	r := &Request{Model: "model-5-mini", Choice: "auto", Temperature: &warmth, Limit: 4096, Stream: true}
	for i := range 9 {
		text := m.text(20 + 15*i)
		r.Messages = append(r.Messages, Message{Role: []string{"system", "user", "assistant"}[min(i, 1+i%2)], Content: &text})
	}
	for range 3 {
		members, t := map[string]any{}, Tool{Type: "function"}
		for range 4 {
			members[m.word()] = map[string]any{"type": "string", "description": m.text(8), "enum": []any{m.word(), m.word()}}
		}
		t.Function.Name, t.Function.Description, t.Function.Strict = m.word(), m.text(12), true
		t.Function.Parameters = map[string]any{"type": "object", "properties": members, "additionalProperties": false}
		r.Tools = append(r.Tools, t)
	}
	return r
}

func (m maker) account() Account {
	name, api := m.word(), "https://api.example.org/users/"
	return Account{name, m.Int64N(1e8), m.id("U_"), "https://img.example.org/u/" + name + "?v=4", api + name, "https://example.org/" + name,
		api + name + "/followers", api + name + "/gists{/gist_id}", api + name + "/events{/privacy}", "User", false}
}

// NewIssues returns a page of thirty issues.
func NewIssues() *[]Issue {
	m, list := newMaker(), make([]Issue, 30)
	for i := range list {
		repo := "https://api.example.org/repos/weavers/loom"
		url, body := fmt.Sprint(repo, "/issues/", 900-i), m.text(20+m.IntN(200))
		v := Issue{URL: url, Repository: repo, LabelsURL: url + "/labels{/name}", EventsURL: url + "/events", HTML: url, ID: m.Int64N(4e9), Node: m.id("I_"), Number: 900 - i,
			Title: m.text(6), User: m.account(), Labels: []Label{}, State: "open", Assignees: []Account{}, Comments: m.IntN(30), Created: m.time(), Updated: m.time(),
			Body: &body, Reactions: map[string]int{"+1": m.IntN(9), "-1": 0, "eyes": m.IntN(2), "heart": m.IntN(3), "total_count": m.IntN(12)}}
		for range m.IntN(4) {
			about := m.text(5)
			v.Labels = append(v.Labels, Label{m.Int64N(4e9), repo + "/labels/x", m.word(), "d73a4a", m.IntN(2) == 0, &about})
		}
		if i%3 == 0 {
			a, closed, reason := m.account(), m.time(), "completed"
			v.Assignee, v.Assignees, v.State, v.Closed, v.Reason = &a, []Account{a}, "closed", &closed, &reason
		}
		list[i] = v
	}
	return &list
}

// NewPage returns the answer to a query of a graph.
func NewPage() *Page {
	m, p := newMaker(), new(Page)
	p.Data.Repository.Name = "loom"
	p.Data.Repository.Issues = m.connection(25, true)
	return p
}

func (m maker) connection(n int, deeper bool) (c Connection) {
	c.Total = n + m.IntN(500)
	for range n {
		e := Edge{Cursor: m.id("Y3Vy")}
		e.Node.ID, e.Node.Title, e.Node.Created = m.id("I_"), m.text(7), m.time()
		e.Node.Author = &Author{m.Int64N(1e6), m.word(), "https://img.example.org/u/" + m.word()}
		if deeper {
			in := m.connection(3, false)
			e.Node.Comments = &in
		}
		c.Edges = append(c.Edges, e)
	}
	c.Info.End, c.Info.Next = &c.Edges[n-1].Cursor, deeper
	return c
}
