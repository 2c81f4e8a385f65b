// Package opt has values that JSON may leave out or set to null, and a store for members without a field.
//
// A [Value] is undefined, null, or a value:
//
//	type Patch struct {
//		Name  opt.String         `json:"name,omitzero"`
//		Age   opt.Int            `json:"age,omitzero"`
//		Until opt.Value[MyType]  `json:"until,omitzero"`
//	}
//
// An absent member leaves its Value undefined, null makes it null, and any other value defines it. When writing,
// omitzero leaves an undefined Value out, and a null Value is written as null. The zero Value is undefined. Without
// omitzero, and in arrays and maps, undefined is written as null, since nothing can be left out there.
//
// Values work with encoding/json and with this module. This module encodes and decodes the contents of a Value in
// place, without calling its methods, and options and codecs of a zetes.Config apply to the contents. An error within a
// Value leaves it unchanged, and the error's place leads through the Value. Two Values are equal (==, if T can be
// compared) if they have the same state and contents: a null or undefined Value keeps nothing of an earlier one.
// Copying a Value copies it as an assignment of T does. Like other Go values, they need a lock if one goroutine writes.
//
// A Value is also a fmt.Formatter, which formats its contents, and a sql.Scanner and driver.Valuer for which NULL is
// null.
//
// [Unknown] keeps the members of an object that have no field, in order.
package opt
