package opt

import (
	"bytes"
	"database/sql/driver"
	"fmt"
	"reflect"
	"strconv"
	"time"
)

// This file supports databases. It imports database/sql/driver, which is small, but not database/sql, whose conversions
// add 280 KB to a binary.

// Value implements driver.Valuer. Null and undefined become NULL; any other value is converted as database/sql converts
// an argument of type T.
func (o Value[T]) Value() (driver.Value, error) {
	if o.state != defined {
		return nil, nil
	}
	return driver.DefaultParameterConverter.ConvertValue(o.v)
}

// Scan implements sql.Scanner. NULL makes o null. A *T that is a sql.Scanner itself scans src. Other types accept the
// values of drivers if they fit without loss: numbers and their texts, booleans as package driver reads them, strings
// and bytes, times. After an error o is unchanged.
func (o *Value[T]) Scan(src any) error {
	if src == nil {
		o.SetNull()
		return nil
	}
	was := *o
	*o = Value[T]{state: defined}
	var err error
	if s, ok := any(&o.v).(interface{ Scan(src any) error }); ok {
		err = s.Scan(src)
	} else {
		err = assign(reflect.ValueOf(&o.v).Elem(), src)
	}
	if err != nil {
		*o = was
		return fmt.Errorf("opt: cannot scan %T into %T: %w", src, o.v, err)
	}
	return nil
}

type scanError string

func (e scanError) Error() string { return string(e) }

const (
	errKind  = scanError("types do not fit")
	errRange = scanError("number does not fit")
)

// assign stores src, a value from a driver, in dst.
func assign(dst reflect.Value, src any) error {
	b, isBytes := src.([]byte)
	if isBytes {
		src = bytes.Clone(b) // a driver may use its bytes again
	}
	if v := reflect.ValueOf(src); v.Type().AssignableTo(dst.Type()) {
		dst.Set(v)
		return nil
	}
	text, isText := src.(string)
	if isBytes {
		text, isText = string(b), true
	}
	switch dst.Kind() {
	case reflect.Pointer:
		dst.Set(reflect.New(dst.Type().Elem()))
		return assign(dst.Elem(), src)
	case reflect.String:
		return assignString(dst, src, text, isText)
	case reflect.Bool:
		v, err := driver.Bool.ConvertValue(src)
		if err != nil {
			return err
		}
		dst.SetBool(v.(bool))
		return nil
	case reflect.Slice:
		if isText && dst.Type().Elem().Kind() == reflect.Uint8 {
			dst.SetBytes([]byte(text))
			return nil
		}
	}
	if isText {
		return parse(dst, text)
	}
	return assignNumber(dst, src)
}

func assignString(dst reflect.Value, src any, text string, isText bool) error {
	if !isText {
		switch v := src.(type) {
		case int64:
			text = strconv.FormatInt(v, 10)
		case float64:
			text = strconv.FormatFloat(v, 'g', -1, 64)
		case bool:
			text = strconv.FormatBool(v)
		case time.Time:
			text = v.Format(time.RFC3339Nano)
		default:
			return errKind
		}
	}
	dst.SetString(text)
	return nil
}

// assignNumber stores an int64 or float64 in a number. It stores any other src in a type of the same kind, such as a
// bool in a named bool type.
func assignNumber(dst reflect.Value, src any) error {
	v := reflect.ValueOf(src)
	i, isInt := src.(int64)
	f, isFloat := src.(float64)
	switch {
	case isInt && dst.CanInt() && !dst.OverflowInt(i):
		dst.SetInt(i)
	case isInt && dst.CanUint() && i >= 0 && !dst.OverflowUint(uint64(i)):
		dst.SetUint(uint64(i))
	case isInt && dst.CanFloat():
		dst.SetFloat(float64(i))
	case isFloat && dst.CanFloat() && !dst.OverflowFloat(f):
		dst.SetFloat(f)
	case dst.CanInt() || dst.CanUint() || dst.CanFloat():
		if isInt || isFloat {
			return errRange
		}
		return errKind
	case v.Kind() == dst.Kind() && v.CanConvert(dst.Type()):
		dst.Set(v.Convert(dst.Type()))
	default:
		return errKind
	}
	return nil
}

// parse parses text as a number and stores it in dst.
func parse(dst reflect.Value, text string) error {
	switch {
	case dst.CanInt():
		v, err := strconv.ParseInt(text, 10, dst.Type().Bits())
		dst.SetInt(v)
		return err
	case dst.CanUint():
		v, err := strconv.ParseUint(text, 10, dst.Type().Bits())
		dst.SetUint(v)
		return err
	case dst.CanFloat():
		v, err := strconv.ParseFloat(text, dst.Type().Bits())
		dst.SetFloat(v)
		return err
	}
	return errKind
}
