package main

// The third ball is off the slanted side: (2*1 + 1*1 - 2)/sqrt(5) from its line in the plane y = 0,
// less its radius.
func Example() {
	main()
	// Output:
	// ball at {3 0 0}: apart, distance 1.500000, bracket narrower than 1e-8: true
	// ball at {0 0 3.5}: apart, distance 1.000000, bracket narrower than 1e-8: true
	// ball at {1 0 1}: overlapping, distance -0.052786, bracket narrower than 1e-8: true
}
