module github.com/collide-go/collide

go 1.26

require (
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	go.yaml.in/yaml/v4 v4.0.0
)

require golang.org/x/text v0.14.0 // indirect
