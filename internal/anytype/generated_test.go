package anytype

import (
	"testing"

	"github.com/zetes-json/zetes/internal/anytype/testdata/generated"
	"github.com/zetes-json/zetes/internal/anytype/testdata/standard"
	"github.com/zetes-json/zetes/internal/doors"
)

// TestGenerated compares generated code for the types of groups with encoding/json. Command check does that for other
// groups.
func TestGenerated(t *testing.T) { compare(t, doors.Generated, generated.Groups, 600) }

// TestStandard compares what doors make of types whose standard methods are generated with encoding/json, which calls
// these methods.
func TestStandard(t *testing.T) { compare(t, zetes, standard.Groups, 400) }
