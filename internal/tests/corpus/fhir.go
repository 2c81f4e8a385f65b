package corpus

// Bundle is a patient's medical record: a union type of many optional members, deep and repetitive.
type Bundle struct {
	ResourceType string        `json:"resourceType"`
	Type         string        `json:"type"`
	Entry        []BundleEntry `json:"entry"`
}

// BundleEntry is one resource with the request that creates it.
type BundleEntry struct {
	FullURL  string        `json:"fullUrl"`
	Resource Resource      `json:"resource"`
	Request  BundleRequest `json:"request"`
}

// BundleRequest says how an entry is to be stored.
type BundleRequest struct {
	Method string `json:"method"`
	URL    string `json:"url"`
}

// Resource is any resource of the record; each kind uses some of the members.
type Resource struct {
	ResourceType              string          `json:"resourceType"`
	ID                        string          `json:"id"`
	Text                      *Narrative      `json:"text,omitempty"`
	Extension                 []Extension     `json:"extension,omitempty"`
	Identifier                []Identifier    `json:"identifier,omitempty"`
	Name                      any             `json:"name,omitempty"`
	Telecom                   []Identifier    `json:"telecom,omitempty"`
	Gender                    string          `json:"gender,omitempty"`
	BirthDate                 string          `json:"birthDate,omitempty"`
	DeceasedDateTime          string          `json:"deceasedDateTime,omitempty"`
	Address                   []Address       `json:"address,omitempty"`
	MaritalStatus             *Concept        `json:"maritalStatus,omitempty"`
	MultipleBirthBoolean      *bool           `json:"multipleBirthBoolean,omitempty"`
	Communication             []Communication `json:"communication,omitempty"`
	Active                    bool            `json:"active,omitempty"`
	Type                      any             `json:"type,omitempty"`
	Status                    string          `json:"status,omitempty"`
	Class                     *Coding         `json:"class,omitempty"`
	Subject                   *Reference      `json:"subject,omitempty"`
	Participant               []Participant   `json:"participant,omitempty"`
	Period                    *Period         `json:"period,omitempty"`
	ServiceProvider           *Reference      `json:"serviceProvider,omitempty"`
	ClinicalStatus            *Concept        `json:"clinicalStatus,omitempty"`
	VerificationStatus        *Concept        `json:"verificationStatus,omitempty"`
	Code                      *Concept        `json:"code,omitempty"`
	Encounter                 *Reference      `json:"encounter,omitempty"`
	OnsetDateTime             string          `json:"onsetDateTime,omitempty"`
	RecordedDate              string          `json:"recordedDate,omitempty"`
	Use                       string          `json:"use,omitempty"`
	Patient                   *Reference      `json:"patient,omitempty"`
	BillablePeriod            *Period         `json:"billablePeriod,omitempty"`
	Created                   string          `json:"created,omitempty"`
	Provider                  *Reference      `json:"provider,omitempty"`
	Priority                  *Concept        `json:"priority,omitempty"`
	Diagnosis                 []Diagnosis     `json:"diagnosis,omitempty"`
	Insurance                 []Insurance     `json:"insurance,omitempty"`
	Item                      []ClaimItem     `json:"item,omitempty"`
	Total                     any             `json:"total,omitempty"`
	Contained                 []Contained     `json:"contained,omitempty"`
	Insurer                   *Reference      `json:"insurer,omitempty"`
	Referral                  *Reference      `json:"referral,omitempty"`
	Claim                     *Reference      `json:"claim,omitempty"`
	Outcome                   string          `json:"outcome,omitempty"`
	CareTeam                  []CareTeam      `json:"careTeam,omitempty"`
	Payment                   *Payment        `json:"payment,omitempty"`
	ReasonCode                []Concept       `json:"reasonCode,omitempty"`
	ManagingOrganization      []Reference     `json:"managingOrganization,omitempty"`
	Intent                    string          `json:"intent,omitempty"`
	Category                  []Concept       `json:"category,omitempty"`
	Addresses                 []Reference     `json:"addresses,omitempty"`
	Activity                  []Activity      `json:"activity,omitempty"`
	MedicationCodeableConcept *Concept        `json:"medicationCodeableConcept,omitempty"`
	AuthoredOn                string          `json:"authoredOn,omitempty"`
	Requester                 *Reference      `json:"requester,omitempty"`
	ReasonReference           []Reference     `json:"reasonReference,omitempty"`
	Prescription              *Reference      `json:"prescription,omitempty"`
	LifecycleStatus           string          `json:"lifecycleStatus,omitempty"`
	AchievementStatus         *Concept        `json:"achievementStatus,omitempty"`
	Description               *Concept        `json:"description,omitempty"`
	Goal                      []Reference     `json:"goal,omitempty"`
	AbatementDateTime         string          `json:"abatementDateTime,omitempty"`
	EffectiveDateTime         string          `json:"effectiveDateTime,omitempty"`
	Issued                    string          `json:"issued,omitempty"`
	ValueQuantity             *Quantity       `json:"valueQuantity,omitempty"`
	PerformedPeriod           *Period         `json:"performedPeriod,omitempty"`
	DosageInstruction         []Dosage        `json:"dosageInstruction,omitempty"`
	Started                   string          `json:"started,omitempty"`
	NumberOfSeries            int             `json:"numberOfSeries,omitempty"`
	NumberOfInstances         int             `json:"numberOfInstances,omitempty"`
	Series                    []Series        `json:"series,omitempty"`
	Procedure                 []ProcedureRef  `json:"procedure,omitempty"`
	VaccineCode               *Concept        `json:"vaccineCode,omitempty"`
	OccurrenceDateTime        string          `json:"occurrenceDateTime,omitempty"`
	PrimarySource             bool            `json:"primarySource,omitempty"`
	SupportingInfo            []Supporting    `json:"supportingInfo,omitempty"`
	Component                 []Component     `json:"component,omitempty"`
	ValueCodeableConcept      *Concept        `json:"valueCodeableConcept,omitempty"`
	Result                    []Reference     `json:"result,omitempty"`
}

// Narrative is a resource told in HTML.
type Narrative struct {
	Status string `json:"status"`
	Div    string `json:"div"`
}

// Coding is a code in some system of codes.
type Coding struct {
	System  string `json:"system"`
	Code    string `json:"code"`
	Display string `json:"display,omitempty"`
}

// Concept is an idea with its codes.
type Concept struct {
	Coding []Coding `json:"coding,omitempty"`
	Text   string   `json:"text,omitempty"`
}

// Reference points to another resource.
type Reference struct {
	Reference string `json:"reference,omitempty"`
	Display   string `json:"display,omitempty"`
}

// Period is a span of time.
type Period struct {
	Start string `json:"start"`
	End   string `json:"end,omitempty"`
}

// Extension is a value that the standard has no member for.
type Extension struct {
	URL          string      `json:"url"`
	Extension    []Extension `json:"extension,omitempty"`
	ValueString  string      `json:"valueString,omitempty"`
	ValueCode    string      `json:"valueCode,omitempty"`
	ValueAddress *Address    `json:"valueAddress,omitempty"`
	ValueCoding  *Coding     `json:"valueCoding,omitempty"`
	ValueDecimal *float64    `json:"valueDecimal,omitempty"`
}

// Identifier is an assigned number, or a way to reach a person.
type Identifier struct {
	Type   *Concept `json:"type,omitempty"`
	System string   `json:"system"`
	Value  string   `json:"value"`
	Use    string   `json:"use,omitempty"`
}

// Address is a postal address.
type Address struct {
	Extension  []Extension `json:"extension,omitempty"`
	Line       []string    `json:"line,omitempty"`
	City       string      `json:"city"`
	State      string      `json:"state"`
	PostalCode string      `json:"postalCode,omitempty"`
	Country    string      `json:"country"`
}

// Communication is a language that a person speaks.
type Communication struct {
	Language Concept `json:"language"`
}

// Participant is a person who took part.
type Participant struct {
	Individual *Reference `json:"individual,omitempty"`
	Role       []Concept  `json:"role,omitempty"`
	Member     *Reference `json:"member,omitempty"`
}

// Diagnosis is a diagnosis in a claim.
type Diagnosis struct {
	Sequence           int       `json:"sequence"`
	DiagnosisReference Reference `json:"diagnosisReference"`
	Type               []Concept `json:"type,omitempty"`
}

// Insurance says which coverage pays.
type Insurance struct {
	Sequence int       `json:"sequence,omitempty"`
	Focal    bool      `json:"focal"`
	Coverage Reference `json:"coverage"`
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

// Adjudication is one decision about a claimed item.
type Adjudication struct {
	Category Concept `json:"category"`
	Amount   *Money  `json:"amount,omitempty"`
}

// ClaimItem is one claimed item.
type ClaimItem struct {
	Sequence                int            `json:"sequence"`
	Category                *Concept       `json:"category,omitempty"`
	ProductOrService        Concept        `json:"productOrService"`
	Encounter               []Reference    `json:"encounter,omitempty"`
	DiagnosisSequence       []int          `json:"diagnosisSequence,omitempty"`
	ProcedureSequence       []int          `json:"procedureSequence,omitempty"`
	InformationSequence     []int          `json:"informationSequence,omitempty"`
	ServicedPeriod          *Period        `json:"servicedPeriod,omitempty"`
	LocationCodeableConcept *Concept       `json:"locationCodeableConcept,omitempty"`
	Net                     *Money         `json:"net,omitempty"`
	Adjudication            []Adjudication `json:"adjudication,omitempty"`
}

// Contained is a resource inside another one.
type Contained struct {
	ResourceType string      `json:"resourceType"`
	ID           string      `json:"id"`
	Status       string      `json:"status"`
	Intent       string      `json:"intent,omitempty"`
	Type         *Concept    `json:"type,omitempty"`
	Subject      *Reference  `json:"subject,omitempty"`
	Requester    *Reference  `json:"requester,omitempty"`
	Performer    []Reference `json:"performer,omitempty"`
	Beneficiary  *Reference  `json:"beneficiary,omitempty"`
	Payor        []Reference `json:"payor,omitempty"`
}

// CareTeam is a member of the team that cares.
type CareTeam struct {
	Reference string     `json:"reference,omitempty"`
	Sequence  int        `json:"sequence,omitempty"`
	Provider  *Reference `json:"provider,omitempty"`
	Role      *Concept   `json:"role,omitempty"`
}

// Activity is a part of a plan of care.
type Activity struct {
	Detail ActivityDetail `json:"detail"`
}

// ActivityDetail is what an Activity consists of.
type ActivityDetail struct {
	Code     Concept   `json:"code"`
	Status   string    `json:"status"`
	Location Reference `json:"location"`
}

// Quantity is a measured value.
type Quantity struct {
	Value  float64 `json:"value"`
	Unit   string  `json:"unit,omitempty"`
	System string  `json:"system,omitempty"`
	Code   string  `json:"code,omitempty"`
}

// Dosage is how a medicine is to be taken.
type Dosage struct {
	Sequence        int           `json:"sequence"`
	Timing          *DosageTiming `json:"timing,omitempty"`
	AsNeededBoolean bool          `json:"asNeededBoolean"`
	DoseAndRate     []DoseAndRate `json:"doseAndRate,omitempty"`
}

// DosageTiming says when.
type DosageTiming struct {
	Repeat DosageRepeat `json:"repeat"`
}

// DosageRepeat says how often.
type DosageRepeat struct {
	Frequency  int     `json:"frequency"`
	Period     float64 `json:"period"`
	PeriodUnit string  `json:"periodUnit"`
}

// DoseAndRate says how much.
type DoseAndRate struct {
	Type         Concept  `json:"type"`
	DoseQuantity Quantity `json:"doseQuantity"`
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

// Instance is a picture of a Series.
type Instance struct {
	UID      string `json:"uid"`
	SOPClass Coding `json:"sopClass"`
	Number   int    `json:"number"`
	Title    string `json:"title"`
}

// ProcedureRef points to a procedure of a claim.
type ProcedureRef struct {
	Sequence           int       `json:"sequence"`
	ProcedureReference Reference `json:"procedureReference"`
}

// Supporting is information that supports a claim.
type Supporting struct {
	Sequence       int       `json:"sequence"`
	Category       Concept   `json:"category"`
	ValueReference Reference `json:"valueReference"`
}

// Component is a part of an observation.
type Component struct {
	Code          Concept  `json:"code"`
	ValueQuantity Quantity `json:"valueQuantity"`
}
