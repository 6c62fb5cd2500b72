module github.com/collide-go/collide/bench

go 1.26.0

require (
	github.com/collide-go/collide v0.0.0
	golang.org/x/sys v0.49.0
)

replace github.com/collide-go/collide => ../
