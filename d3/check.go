package d3

import "github.com/collide-go/collide/internal/num"

// checkVec applies num.CheckNumber to each coordinate.
func checkVec(path string, v Vec) error { return checkEach(path, v, num.CheckNumber) }

// checkSizes applies num.CheckSize to each coordinate.
func checkSizes(path string, v Vec) error { return checkEach(path, v, num.CheckSize) }

// checkEach applies check to each coordinate. The path is only spelt out for a coordinate that
// fails.
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
