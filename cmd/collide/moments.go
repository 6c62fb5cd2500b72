package main

import (
	"github.com/collide-go/collide/report"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// Limits of what is gathered about pairs that meet, so that memory is bounded: those that reports
// list, and those that are known to have met.
const (
	mostGathered = 10000
	mostKnown    = 1 << 20
)

// moments gathers of pairs in contact, frame by frame, when each first meets, for reports.
type moments struct {
	reportFlags
	objects scene.Scene // those that met
	index   map[string]int
	known   map[[2]string]bool
	found   []scene.Found
	log     report.Log
}

// register adds the flags to cmd.
func (m *moments) register(cmd *cobra.Command) {
	m.reportFlags.register(cmd)
	cmd.Flag("html").Usage = "also write a page of HTML about each pair when it first meets, with pictures, to this file"
}

// wanted reports whether a report is asked for.
func (m *moments) wanted() bool { return m.html != "" || m.sarif != "" || m.junit != "" }

// isNew reports whether a pair has not met before, and keeps it.
func (m *moments) isNew(a, b string) bool {
	pair := [2]string{a, b}
	if m.known[pair] {
		return false
	}
	if m.known == nil {
		m.known, m.index = map[[2]string]bool{}, map[string]int{}
	}
	if len(m.known) < mostKnown {
		m.known[pair] = true
	}
	if len(m.found) >= mostGathered {
		m.log.Unlisted++
		return false
	}
	return true
}

// add takes a pair down that isNew.
func (m *moments) add(at report.Moment, a, b *scene.Object, answer scene.Answer) {
	at.At = &[2]scene.Body{a.Body, b.Body}
	f := scene.Found{A: m.object(a), B: m.object(b), Answer: answer, Verdict: answer.Verdict(0)}
	if f.Verdict == scene.Clear { // a contact of the world's own
		f.Verdict = scene.Near
	}
	m.found, m.log.Moments = append(m.found, f), append(m.log.Moments, at)
}

// object returns the number of an object.
func (m *moments) object(o *scene.Object) int {
	i, ok := m.index[o.Name]
	if !ok {
		i = len(m.objects.Objects)
		m.index[o.Name] = i
		m.objects.Objects = append(m.objects.Objects, *o)
	}
	return i
}

// write writes the reports about what was found in a file.
func (m *moments) write(file string, dim, checked int, failOn []scene.Verdict, p *pictureFlags) error {
	if !m.wanted() {
		return nil
	}
	m.objects.File, m.objects.Dim, m.log.Numbered = file, dim, true
	c := report.NewLog(&m.objects, checked, m.found, &m.log)
	c.FailOn = failOn
	return m.reportFlags.write([]*report.Check{c}, p)
}
