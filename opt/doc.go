// Package opt holds values that JSON may leave out or set to null, and members that no field asked for.
//
// A [Value] is undefined, null, or a value:
//
//	type Patch struct {
//		Name  opt.String         `json:"name,omitzero"`
//		Age   opt.Int            `json:"age,omitzero"`
//		Until opt.Value[MyType]  `json:"until,omitzero"`
//	}
//
// A member that is absent leaves its Value undefined, null makes it null, anything else defines it. The other way
// round, omitzero leaves an undefined Value out; null is written as null. The zero Value is undefined. Without
// omitzero, and in arrays and maps, where nothing can be left out, undefined is written as null.
//
// Values work with encoding/json and with this module alike. This module's plans know them: what a Value holds is
// encoded and decoded in place, without a call of its methods, and options and codecs of a zetes.Config reach it.
// An error within a Value leaves it as it was; its place leads through the Value. Two Values are equal (==, where T
// can be compared) when they say the same: what was defined before doesn't linger in a null or undefined one.
// Copying a Value copies it as an assignment of T does. As other Go values, they need a lock when one goroutine
// writes.
//
// A Value is also a fmt.Formatter that formats as what it holds, and a sql.Scanner and driver.Valuer for which NULL
// is null.
//
// [Unknown] keeps the members of an object that have no field, in order.
package opt
