package corpus

// Bundle is a medical record: hundreds of optional members, of which each value has a few.
type Bundle struct {
	ResourceType string  `json:"resourceType"`
	Type         string  `json:"type"`
	Entry        []Entry `json:"entry"`
}

// Entry is one resource and how it was asked for.
type Entry struct {
	FullURL  string   `json:"fullUrl"`
	Resource Resource `json:"resource"`
	Request  struct {
		Method string `json:"method"`
		URL    string `json:"url"`
	} `json:"request"`
}

// Resource holds any kind of resource that occurs. A member whose shape depends on the kind is an any.
type Resource struct {
	ResourceType      string          `json:"resourceType"`
	ID                string          `json:"id"`
	Text              *Narrative      `json:"text,omitempty"`
	Extension         []Extension     `json:"extension,omitempty"`
	Identifier        []Identifier    `json:"identifier,omitempty"`
	Active            *bool           `json:"active,omitempty"`
	Status            string          `json:"status,omitempty"`
	Intent            string          `json:"intent,omitempty"`
	Class             *Coding         `json:"class,omitempty"`
	ClinicalStatus    *Concept        `json:"clinicalStatus,omitempty"`
	Verification      *Concept        `json:"verificationStatus,omitempty"`
	Use               string          `json:"use,omitempty"`
	Category          []Concept       `json:"category,omitempty"`
	Code              *Concept        `json:"code,omitempty"`
	Vaccine           *Concept        `json:"vaccineCode,omitempty"`
	Name              any             `json:"name,omitempty"`
	Telecom           []ContactPoint  `json:"telecom,omitempty"`
	Gender            string          `json:"gender,omitempty"`
	BirthDate         string          `json:"birthDate,omitempty"`
	Deceased          string          `json:"deceasedDateTime,omitempty"`
	Address           []Address       `json:"address,omitempty"`
	MaritalStatus     *Concept        `json:"maritalStatus,omitempty"`
	MultipleBirth     *bool           `json:"multipleBirthBoolean,omitempty"`
	Communication     []Communication `json:"communication,omitempty"`
	Type              any             `json:"type,omitempty"`
	Subject           *Reference      `json:"subject,omitempty"`
	Patient           *Reference      `json:"patient,omitempty"`
	Encounter         *Reference      `json:"encounter,omitempty"`
	Participant       []Participant   `json:"participant,omitempty"`
	Period            *Period         `json:"period,omitempty"`
	BillablePeriod    *Period         `json:"billablePeriod,omitempty"`
	PerformedPeriod   *Period         `json:"performedPeriod,omitempty"`
	Created           string          `json:"created,omitempty"`
	Issued            string          `json:"issued,omitempty"`
	Started           string          `json:"started,omitempty"`
	Onset             string          `json:"onsetDateTime,omitempty"`
	Abatement         string          `json:"abatementDateTime,omitempty"`
	Effective         string          `json:"effectiveDateTime,omitempty"`
	Occurrence        string          `json:"occurrenceDateTime,omitempty"`
	Recorded          string          `json:"recordedDate,omitempty"`
	Authored          string          `json:"authoredOn,omitempty"`
	ServiceProvider   *Reference      `json:"serviceProvider,omitempty"`
	Provider          *Reference      `json:"provider,omitempty"`
	Insurer           *Reference      `json:"insurer,omitempty"`
	Requester         *Reference      `json:"requester,omitempty"`
	Referral          *Reference      `json:"referral,omitempty"`
	Claim             *Reference      `json:"claim,omitempty"`
	Prescription      *Reference      `json:"prescription,omitempty"`
	Managing          []Reference     `json:"managingOrganization,omitempty"`
	Priority          *Concept        `json:"priority,omitempty"`
	Diagnosis         []Diagnosis     `json:"diagnosis,omitempty"`
	Procedure         []Procedure     `json:"procedure,omitempty"`
	Insurance         []Insurance     `json:"insurance,omitempty"`
	Item              []Item          `json:"item,omitempty"`
	SupportingInfo    []Supporting    `json:"supportingInfo,omitempty"`
	Total             any             `json:"total,omitempty"`
	Contained         []Contained     `json:"contained,omitempty"`
	Outcome           string          `json:"outcome,omitempty"`
	CareTeam          []CareTeam      `json:"careTeam,omitempty"`
	Payment           *Payment        `json:"payment,omitempty"`
	ReasonCode        []Concept       `json:"reasonCode,omitempty"`
	ReasonReference   []Reference     `json:"reasonReference,omitempty"`
	Addresses         []Reference     `json:"addresses,omitempty"`
	Activity          []Activity      `json:"activity,omitempty"`
	Medication        *Concept        `json:"medicationCodeableConcept,omitempty"`
	Dosage            []Dosage        `json:"dosageInstruction,omitempty"`
	LifecycleStatus   string          `json:"lifecycleStatus,omitempty"`
	Achievement       *Concept        `json:"achievementStatus,omitempty"`
	Description       *Narrative      `json:"description,omitempty"`
	Goal              []Reference     `json:"goal,omitempty"`
	Quantity          *Quantity       `json:"valueQuantity,omitempty"`
	Concept           *Concept        `json:"valueCodeableConcept,omitempty"`
	Component         []Component     `json:"component,omitempty"`
	PrimarySource     *bool           `json:"primarySource,omitempty"`
	Result            []Reference     `json:"result,omitempty"`
	NumberOfSeries    int             `json:"numberOfSeries,omitempty"`
	NumberOfInstances int             `json:"numberOfInstances,omitempty"`
	Series            []Series        `json:"series,omitempty"`
}

// Narrative is text for people.
type Narrative struct {
	Status string `json:"status,omitempty"`
	Text   string `json:"text,omitempty"`
	Div    string `json:"div,omitempty"`
}

// Extension is a named value of one of several types, or a list of such.
type Extension struct {
	URL          string      `json:"url"`
	Extension    []Extension `json:"extension,omitempty"`
	ValueCoding  *Coding     `json:"valueCoding,omitempty"`
	ValueString  string      `json:"valueString,omitempty"`
	ValueCode    string      `json:"valueCode,omitempty"`
	ValueAddress *Address    `json:"valueAddress,omitempty"`
	ValueDecimal *float64    `json:"valueDecimal,omitempty"`
}

// Identifier is the name of a thing in some system.
type Identifier struct {
	Use    string   `json:"use,omitempty"`
	Type   *Concept `json:"type,omitempty"`
	System string   `json:"system"`
	Value  string   `json:"value"`
}

// Coding is a term of a code system.
type Coding struct {
	System  string `json:"system,omitempty"`
	Code    string `json:"code,omitempty"`
	Display string `json:"display,omitempty"`
}

// Concept is a thing said in one or more code systems.
type Concept struct {
	Coding []Coding `json:"coding,omitempty"`
	Text   string   `json:"text,omitempty"`
}

// Reference points at another resource.
type Reference struct {
	Reference string `json:"reference,omitempty"`
	Display   string `json:"display,omitempty"`
}

// ContactPoint is a telephone number or the like.
type ContactPoint struct {
	System string `json:"system"`
	Value  string `json:"value"`
	Use    string `json:"use,omitempty"`
}

// Address is a postal address.
type Address struct {
	Extension  []Extension `json:"extension,omitempty"`
	Line       []string    `json:"line,omitempty"`
	City       string      `json:"city,omitempty"`
	State      string      `json:"state,omitempty"`
	PostalCode string      `json:"postalCode,omitempty"`
	Country    string      `json:"country,omitempty"`
}

// Communication is a language that somebody speaks.
type Communication struct {
	Language Concept `json:"language"`
}

// Participant took part in something.
type Participant struct {
	Role       []Concept  `json:"role,omitempty"`
	Member     *Reference `json:"member,omitempty"`
	Individual *Reference `json:"individual,omitempty"`
}

// Period is a span of time.
type Period struct {
	Start string `json:"start"`
	End   string `json:"end,omitempty"`
}

// Money is an amount in a currency.
type Money struct {
	Value    float64 `json:"value"`
	Currency string  `json:"currency"`
}

// Payment is what was paid.
type Payment struct {
	Amount Money `json:"amount"`
}

// Diagnosis is one diagnosis of a claim.
type Diagnosis struct {
	Sequence  int       `json:"sequence"`
	Reference Reference `json:"diagnosisReference"`
	Type      []Concept `json:"type,omitempty"`
}

// Procedure is one procedure of a claim.
type Procedure struct {
	Sequence  int       `json:"sequence"`
	Reference Reference `json:"procedureReference"`
}

// Insurance says who pays.
type Insurance struct {
	Sequence int       `json:"sequence,omitempty"`
	Focal    bool      `json:"focal"`
	Coverage Reference `json:"coverage"`
}

// Item is a line of a claim.
type Item struct {
	Sequence            int            `json:"sequence"`
	DiagnosisSequence   []int          `json:"diagnosisSequence,omitempty"`
	ProcedureSequence   []int          `json:"procedureSequence,omitempty"`
	InformationSequence []int          `json:"informationSequence,omitempty"`
	Category            *Concept       `json:"category,omitempty"`
	ProductOrService    Concept        `json:"productOrService"`
	ServicedPeriod      *Period        `json:"servicedPeriod,omitempty"`
	Location            *Concept       `json:"locationCodeableConcept,omitempty"`
	Net                 *Money         `json:"net,omitempty"`
	Encounter           []Reference    `json:"encounter,omitempty"`
	Adjudication        []Adjudication `json:"adjudication,omitempty"`
}

// Adjudication is what became of a line of a claim.
type Adjudication struct {
	Category Concept `json:"category"`
	Amount   *Money  `json:"amount,omitempty"`
}

// Supporting is further information about a claim.
type Supporting struct {
	Sequence       int       `json:"sequence"`
	Category       Concept   `json:"category"`
	ValueReference Reference `json:"valueReference"`
}

// Contained is a resource within another.
type Contained struct {
	ResourceType string      `json:"resourceType"`
	ID           string      `json:"id"`
	Status       string      `json:"status"`
	Intent       string      `json:"intent,omitempty"`
	Type         *Concept    `json:"type,omitempty"`
	Subject      *Reference  `json:"subject,omitempty"`
	Beneficiary  *Reference  `json:"beneficiary,omitempty"`
	Payor        []Reference `json:"payor,omitempty"`
	Requester    *Reference  `json:"requester,omitempty"`
	Performer    []Reference `json:"performer,omitempty"`
}

// CareTeam is a member of a team, or a reference to a team.
type CareTeam struct {
	Reference string     `json:"reference,omitempty"`
	Sequence  int        `json:"sequence,omitempty"`
	Provider  *Reference `json:"provider,omitempty"`
	Role      *Concept   `json:"role,omitempty"`
}

// Activity is a planned activity.
type Activity struct {
	Detail struct {
		Code     Concept   `json:"code"`
		Status   string    `json:"status"`
		Location Reference `json:"location"`
	} `json:"detail"`
}

// Dosage says how much of a medication to take, and when.
type Dosage struct {
	Sequence int `json:"sequence"`
	Timing   *struct {
		Repeat struct {
			Frequency  int     `json:"frequency"`
			Period     float64 `json:"period"`
			PeriodUnit string  `json:"periodUnit"`
		} `json:"repeat"`
	} `json:"timing,omitempty"`
	AsNeeded    bool          `json:"asNeededBoolean"`
	DoseAndRate []DoseAndRate `json:"doseAndRate,omitempty"`
}

// DoseAndRate is a single dose.
type DoseAndRate struct {
	Type         Concept  `json:"type"`
	DoseQuantity Quantity `json:"doseQuantity"`
}

// Quantity is a measured value.
type Quantity struct {
	Value  float64 `json:"value"`
	Unit   string  `json:"unit,omitempty"`
	System string  `json:"system,omitempty"`
	Code   string  `json:"code,omitempty"`
}

// Component is a part of an observation.
type Component struct {
	Code     Concept  `json:"code"`
	Quantity Quantity `json:"valueQuantity"`
}

// Series is a series of pictures.
type Series struct {
	UID               string     `json:"uid"`
	Number            int        `json:"number"`
	Modality          Coding     `json:"modality"`
	NumberOfInstances int        `json:"numberOfInstances"`
	BodySite          Coding     `json:"bodySite"`
	Started           string     `json:"started"`
	Instance          []Instance `json:"instance"`
}

// Instance is one picture.
type Instance struct {
	UID      string `json:"uid"`
	SOPClass Coding `json:"sopClass"`
	Number   int    `json:"number"`
	Title    string `json:"title"`
}
