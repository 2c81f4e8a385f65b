package anytype

import (
	"testing"

	"github.com/zetes-json/zetes/internal/tests/anytype/testdata/groups"
	"github.com/zetes-json/zetes/internal/tests/anytype/testdata/standard"
	"github.com/zetes-json/zetes/internal/tests/doors"
)

// TestGenerated compares what generated methods call with encoding/json, for types without methods.
func TestGenerated(t *testing.T) { compare(t, doors.Generated, groups.Groups[:60], 600) }

// TestStandard compares what doors make of types whose standard methods are generated with encoding/json, which calls
// these methods.
func TestStandard(t *testing.T) { compare(t, zetes, standard.Groups, 400) }
