package cases

type foldable struct {
	K     int    `json:"k"`
	S     int    `json:"s"`
	KS    int    `json:"ks"`
	Name  string `json:"Name"`
	NAME  string `json:"NAME"`
	NaMe2 string `json:"name2"`
	É     int    `json:"é"`
	Beta  int    `json:"straße"`
	Sigma int    `json:"ΣΑΣ"`
	Dot   int    `json:"i"`
	Mu    int    `json:"µ"`
	Angst int    `json:"Å"`
	Ohm   int    `json:"Ω"`
	Dz    int    `json:"ǆ"`
	Under int    `json:"foo_bar"`
	Dash  int    `json:"foo-bar"`
	Mixed int    `json:"FooBar"`
}

func init() {
	alone[foldable]("runes", `{"K":1,"S":2}`, `{"K":3,"ſ":4}`, `{"KS":5,"kſ":6,"KS":7}`, `{"\u212a":1,"\u017F":2}`, `{"name":"a"}`, `{"NAME":"a"}`, `{"NaME":"a","Name":"b"}`, `{"NAME2":"x"}`, `{"É":1}`, `{"e\u0301":1}`, `{"STRASSE":1,"STRAẞE":2}`, `{"σας":1,"σασ":2,"ςας":3}`,
		`{"I":1,"İ":2,"ı":3}`, `{"μ":1,"Μ":2,"MU":3}`, `{"å":1,"Å":2,"Å":3}`, `{"ω":1,"Ω":2}`, `{"Ǆ":1,"ǅ":2}`, `{"FOO_BAR":1,"foobar":2,"Foo-Bar":3,"FOOBAR":4,"foo_bar":5,"fooBar":6}`, `{"k\u0000":1,"K ":2," k":3}`, "{\"k\xff\":1,\"\xff\":2}", `{"kſ":"x","Name":"after"}`, `{"name":1,"k":2}`)
	alone[struct {
		A int `json:"ABC"`
		B int `json:"abc"`
		C int `json:"Abc"`
	}]("several", `{"ABC":1,"abc":2,"Abc":3}`, `{"aBC":1}`, `{"abC":1,"abc":2}`, `{"aBc":"x","Abc":3}`)
	alone[struct {
		B int `json:"abc"`
		A int `json:"ABC"`
	}]("several/other-order", `{"ABC":1,"abc":2,"Abc":3}`, `{"aBC":1}`)
	alone[struct {
		A int "json:\"a\xffb\""
		B int
	}]("invalid-name", "{\"a\xffb\":1,\"A\xffB\":2}", `{"a\ufffdb":1,"B":2}`, `{"A":3}`)
	alone[struct {
		A int "json:\"a\ufffdb\""
	}]("replacement-name", "{\"a\xffb\":1}", `{"a\ud800b":2}`, `{"A\ufffdB":3}`, "{\"a\xc3b\":1}")
	into("duplicates", func() struct {
		A []int
		M map[string][]int
		P *struct{ X, Y int }
		I any
		S string
	} {
		return struct {
			A []int
			M map[string][]int
			P *struct{ X, Y int }
			I any
			S string
		}{[]int{1, 2, 3, 4}, map[string][]int{"old": {1, 2}}, &struct{ X, Y int }{5, 6}, map[string]any{"old": 1}, "s"}
	}, `{"A":[1],"A":[2,3],"A":null,"A":[4]}`, `{"A":[9,9],"A":[]}`, `{"M":{"old":[7]},"M":{"new":[8]},"m":{"old":null}}`, `{"P":{"X":1},"P":{"Y":2}}`, `{"P":null,"P":{"Y":2}}`, `{"I":{"a":1},"I":{"b":2}}`, `{"I":[1],"I":"x"}`, `{"S":"a","s":"b","S":null}`, `{"A":[1],"A":"x","A":[2]}`)
	alone[any]("duplicates/any", `{"a":1,"a":2}`, `{"a":{"x":1},"a":{"y":2}}`, `{"a":[1,2],"\u0061":[3]}`, `{"":1,"":2}`)
	alone[map[string][]int]("duplicates/map", `{"a":[1,2,3],"a":[4]}`, `{"a":[1],"a":null}`)
	alone[map[string]map[string]int]("duplicates/map-of-map", `{"a":{"x":1},"a":{"y":2}}`)
	alone[map[string]*recursive]("duplicates/map-of-pointer", `{"a":{"Name":"x"},"a":{"Kids":[]}}`)
	alone[map[string]recursive]("duplicates/map-of-struct", `{"a":{"Name":"x"},"a":{"Kids":[]}}`)
}
