package num

import (
	"math"

	"github.com/collide-go/collide"
)

// BadNumber returns why x is neither a coordinate nor a length, nil if it is one.
func BadNumber(x float64) error {
	switch {
	case math.Abs(x) <= collide.MaxMagnitude:
		return nil
	case math.IsNaN(x) || math.IsInf(x, 0):
		return collide.ErrNotFinite
	}
	return collide.ErrOutOfRange
}

// CheckNumber refuses NaN, infinities and magnitudes above collide.MaxMagnitude.
func CheckNumber(path string, v float64) error {
	if code := BadNumber(v); code != nil {
		return &collide.Error{Code: code, Path: path, Index: -1, Value: v}
	}
	return nil
}

// CheckSize refuses what CheckNumber does, negative numbers, and those between 0 and
// collide.MinSize.
func CheckSize(path string, v float64) error {
	if err := CheckNumber(path, v); err != nil {
		return err
	}
	if v < 0 {
		return &collide.Error{Code: collide.ErrNegativeSize, Path: path, Index: -1, Value: v}
	}
	return CheckExtent(path, v)
}

// CheckExtent refuses an extent between 0 and collide.MinSize.
func CheckExtent(path string, v float64) error {
	if v == 0 || v >= collide.MinSize {
		return nil
	}
	return &collide.Error{Code: collide.ErrOutOfRange, Path: path, Index: -1, Value: v}
}

// CheckTolerance refuses a tolerance of queries that is negative, infinite or NaN.
func CheckTolerance(v float64) error {
	if v >= 0 && !math.IsInf(v, 1) {
		return nil
	}
	return &collide.Error{Code: collide.ErrBadOption, Path: "tolerance", Index: -1, Value: v}
}

// CheckChoice refuses the value of an option that is not one of 0 to most.
func CheckChoice(path string, v, most int) error {
	if v >= 0 && v <= most {
		return nil
	}
	return &collide.Error{Code: collide.ErrBadOption, Path: path, Index: -1, Value: float64(v)}
}
