//go:build !unix

package mesh_test

import "time"

// cpuTime returns the CPU time of the process so far, 0 where it is not known.
func cpuTime() time.Duration { return 0 }
