// Package report writes what was found in scenes for those who read it elsewhere than in a
// terminal: a page of HTML with pictures for people, SARIF for services that show findings beside
// the text, and JUnit for those that show tests.
//
// The bytes of a report are a function of what was found: no time, no machine, no order of maps.
// Names of objects are text in all of them, whatever they hold.
package report
