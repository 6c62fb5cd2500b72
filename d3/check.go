package d3

import (
	"math"

	"github.com/collide-go/collide"
)

// checkNumber refuses NaN, infinities and magnitudes above collide.MaxMagnitude.
func checkNumber(path string, v float64) error {
	if math.Abs(v) <= collide.MaxMagnitude {
		return nil
	}
	code := collide.ErrOutOfRange
	if math.IsNaN(v) || math.IsInf(v, 0) {
		code = collide.ErrNotFinite
	}
	return &collide.Error{Code: code, Path: path, Index: -1, Value: v}
}

// checkSize refuses what checkNumber does, and negative numbers.
func checkSize(path string, v float64) error {
	if err := checkNumber(path, v); err != nil {
		return err
	}
	if v < 0 {
		return &collide.Error{Code: collide.ErrNegativeSize, Path: path, Index: -1, Value: v}
	}
	return nil
}

// checkVec applies checkNumber to each coordinate.
func checkVec(path string, v Vec) error { return checkEach(path, v, checkNumber) }

// checkSizes applies checkSize to each coordinate.
func checkSizes(path string, v Vec) error { return checkEach(path, v, checkSize) }

// checkEach applies check to each coordinate. The path is only spelt out for a coordinate that fails.
func checkEach(path string, v Vec, check func(string, float64) error) error {
	if check("", v.X) != nil {
		return check(path+".x", v.X)
	}
	if check("", v.Y) != nil {
		return check(path+".y", v.Y)
	}
	if check("", v.Z) != nil {
		return check(path+".z", v.Z)
	}
	return nil
}
