package d3

// Trace records the steps of a query. A nil Trace records nothing.
type Trace struct{}
