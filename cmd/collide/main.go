// Command collide answers collision questions about scenes and about streams of pairs.
//
//	collide check examples/cell/cell.yaml    # who touches whom, how deep, where
//	collide query < pairs.ndjson             # an answer line for each pair line
//	collide help check                       # what a command takes, with examples
package main

import (
	"context"
	"os"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
