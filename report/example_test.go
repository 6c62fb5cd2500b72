package report_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/collide-go/collide/report"
	"github.com/collide-go/collide/scene"
)

// A scene is checked by a program, and reported to a service that shows tests.
func Example() {
	const text = `{"version":1,"dim":2,"units":"m","objects":[
		{"name":"shelf","shape":{"type":"box","size":[2,1]}},
		{"name":"robot","shape":{"type":"circle","radius":0.5},"pose":{"p":[1.25,0]}}]}`
	s, err := scene.Decode(context.Background(), strings.NewReader(text), "hall.json", scene.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := s.Check(context.Background(), scene.CheckOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	c := report.NewCheck(s, found, nil)
	fmt.Println(c.Summary())
	fmt.Println(c.Sentence(&found[0]))
	fmt.Println("failures:", c.Failures())
	if err := report.JUnit(os.Stdout, report.NewCheck(s, nil, nil)); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1 pair checked: 1 overlapping, 0 clear
	// shelf and robot overlap, 0.25 m deep
	// failures: 1
	// <?xml version="1.0" encoding="UTF-8"?>
	// <testsuites name="collide" tests="1" failures="0" skipped="0" errors="0">
	//  <testsuite name="hall.json" tests="1" failures="0" skipped="0" errors="0" file="hall.json">
	//   <testcase classname="hall" name="all other pairs" file="hall.json">
	//    <system-out>1 pair, clear</system-out>
	//   </testcase>
	//  </testsuite>
	// </testsuites>
}
