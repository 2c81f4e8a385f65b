package sqlnull_test

import (
	"database/sql"
	"fmt"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec/ready/sqlnull"
)

func ExampleAll() {
	type row struct {
		Name sql.NullString `json:"name"`
		Age  sql.NullInt64  `json:"age"`
		Mail sql.NullString `json:"mail,omitempty"`
	}
	api := zetes.Config{Codecs: sqlnull.All()}.Freeze()
	out, err := api.MarshalString(row{Name: sql.NullString{String: "Ada", Valid: true}})
	fmt.Println(out, err)
	var r row
	err = api.UnmarshalString(`{"name": null, "age": 36}`, &r)
	fmt.Println(r.Name.Valid, r.Age.Int64, err)
	// Output:
	// {"name":"Ada","age":null} <nil>
	// false 36 <nil>
}
