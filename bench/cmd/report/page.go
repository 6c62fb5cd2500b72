package main

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// regimes are the columns of tables.
var regimes = []string{"far", "near", "touch", "shallow", "deep"}

// result is what a race of one workload for one query showed.
type result struct {
	ours *cell
	peer *cell // the fastest one that is right, nil for none
}

// ratio returns our time over that of the fastest right peer, 0 where there is none.
func (r *result) ratio() float64 {
	if r.ours == nil || r.peer == nil {
		return 0
	}
	return r.ours.least() / r.peer.least()
}

// page is the page being written.
type page struct {
	o       *options
	text    strings.Builder
	kinds   []string // the first parts of the names of workloads
	results map[[3]string]result
	own     map[[3]string]*cell // by workload, program and variant
}

// writePage writes the page, a table of all times beside it and a plot.
func writePage(o *options, cells []cell) error {
	if err := writeTimes(strings.TrimSuffix(o.page, ".md")+".csv", cells); err != nil {
		return err
	}
	p := &page{o: o, results: map[[3]string]result{}}
	p.sort(cells)
	p.head(cells)
	for _, q := range queries {
		fmt.Fprintf(&p.text, "\n## %s%s\n\n", strings.ToUpper(q[:1]), q[1:])
		p.paragraph(said[q])
		p.table(q, false)
		p.table(q, true)
	}
	p.wrong(cells)
	p.ownPage(cells)
	plot := strings.TrimSuffix(o.page, ".md") + ".svg"
	if err := os.WriteFile(plot, p.plot(), 0o644); err != nil {
		return err
	}
	return os.WriteFile(o.page, []byte(p.text.String()), 0o644)
}

// said is what each query is.
var said = map[string]string{
	"yes or no": "Whether two bodies have a point in common: `Overlap` or `Relate` of ours, the faster one.",
	"distance": "The signed distance with points and normal: `Distance`, its bracket included. Programs without " +
		"a distance of bodies apart, or without a depth, are left out there.",
	"manifold": "The points of contact: `Touch`. The depth of the deepest one is judged.",
}

// split returns the kinds and the regime of a workload.
func split(workload string) (kinds, regime string) {
	kinds, regime, _ = strings.Cut(workload, ".")
	return kinds, regime
}

// sort finds the result of each cell, and the kinds.
func (p *page) sort(cells []cell) {
	groups := map[[3]string][]cell{}
	for _, c := range cells {
		if c.Query == ownQuery {
			continue
		}
		kinds, regime := split(c.Workload)
		key := [3]string{c.Query, kinds, regime}
		groups[key] = append(groups[key], c)
		if !slices.Contains(p.kinds, kinds) {
			p.kinds = append(p.kinds, kinds)
		}
	}
	for key, list := range groups {
		isOurs := func(c cell) bool { return c.Program == own }
		ours := slices.DeleteFunc(slices.Clone(list), func(c cell) bool { return !isOurs(c) })
		p.results[key] = result{fastest(ours), fastest(slices.DeleteFunc(list, isOurs))}
	}
	slices.SortFunc(p.kinds, func(a, b string) int {
		return cmp.Or(cmp.Compare(weight(a), weight(b)), strings.Compare(a, b))
	})
}

// weight orders kinds by their last number: that of their corners.
func weight(kinds string) int {
	i := strings.LastIndexFunc(kinds, func(r rune) bool { return r < '0' || r > '9' })
	n, _ := strconv.Atoi(kinds[i+1:])
	return n
}

// head writes the beginning.
func (p *page) head(cells []cell) {
	var peers []string
	for _, c := range cells {
		if c.Program != own && c.Program != base && !slices.Contains(peers, c.Program) {
			peers = append(peers, c.Program)
		}
	}
	slices.Sort(peers)
	fmt.Fprintf(&p.text, `# Benchmarks against other libraries

Written by a command, in the folder bench (with `+"`-install`"+` it also gets what the peers need):

    go run ./cmd/report -n %d -rounds %d -budget %s%s

`, p.o.n, p.o.rounds, p.o.budget, map[bool]string{true: " -base " + p.o.base}[p.o.base != ""])
	p.paragraph(fmt.Sprintf(`Machine: %s, %s. Peers: %s. %d pairs a workload, drawn at random; least times
		of passes over all of them, processor time of the thread, in ns a query; all programs run in turns on
		one core. Shapes and poses are made before. [benchmarks.csv](benchmarks.csv) has all times, with those
		of the peers that are wrong, and quantiles.`,
		processor(), runtime.Version(), strings.Join(peers, ", "), p.o.n))
	p.paragraph(`A cell is the ratio of our time to that of the fastest peer that is right there, in doubles
		or floats; then our time; then that peer and its time. Right is who is off by more than 1e-4 of the
		size, or gives the wrong verdict, for at most one pair in a thousand, by a judge that asks no query of
		ours (bench/cmd/certify). The depth of a manifold, that of its deepest point, may be off by 1e-3, as
		engines keep to a face within a slop of their own; ours by 1e-9. The depths of cylinders, cones and
		ellipsoids are judged from one side only: whether the translation found separates.`)
	p.text.WriteString("![our time over that of the fastest right peer, for each workload](benchmarks.svg)\n")
}

// paragraph writes text in lines of up to 100 columns, and an empty line.
func (p *page) paragraph(text string) {
	width := 0
	for i, w := range strings.Fields(text) {
		switch {
		case i > 0 && width+1+len(w) > 100:
			p.text.WriteByte('\n')
			width = 0
		case i > 0:
			p.text.WriteByte(' ')
			width++
		}
		p.text.WriteString(w)
		width += len(w)
	}
	p.text.WriteString("\n\n")
}

// processor returns the name of the machine's processor.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if name, ok := strings.CutPrefix(lines.Text(), "model name"); ok {
			return strings.TrimLeft(name, "\t :")
		}
	}
	return runtime.GOARCH
}

// table writes the table of a query in one dimension.
func (p *page) table(query string, plane bool) {
	fmt.Fprintf(&p.text, "| %s | %s |\n|%s\n", map[bool]string{false: "space", true: "plane"}[plane],
		strings.Join(regimes, " | "), strings.Repeat("---|", len(regimes)+1))
	for _, kinds := range p.kinds {
		if strings.HasPrefix(kinds, "2d-") != plane {
			continue
		}
		fmt.Fprintf(&p.text, "| %s |", strings.TrimPrefix(kinds, "2d-"))
		for _, regime := range regimes {
			fmt.Fprintf(&p.text, " %s |", p.results[[3]string{query, kinds, regime}].String())
		}
		p.text.WriteByte('\n')
	}
	p.text.WriteByte('\n')
}

// String returns the text of a cell of a table.
func (r result) String() string {
	switch {
	case r.ours == nil:
		return ""
	case r.peer == nil:
		return fmt.Sprintf("%.0f, no right peer", r.ours.least())
	}
	return fmt.Sprintf("**%.2f** %.0f, %s %.0f", r.ratio(), r.ours.least(), r.peer.label(), r.peer.least())
}

// label returns the name of a program, with the variant where it is not the plain one.
func (c *cell) label() string {
	switch c.Variant {
	case "overlap", "distance", "manifold":
		return c.Program
	}
	if strings.HasSuffix(c.Variant, "32") {
		return c.Program + "32"
	}
	return c.Program + " " + c.Variant
}

// wrong writes who is wrong where.
func (p *page) wrong(cells []cell) {
	p.text.WriteString("## Wrong answers\n\n")
	p.paragraph("Who is wrong on more than one pair in a thousand of a workload, and on how many of them in percent.")
	p.text.WriteString("| program | query | workloads |\n|---|---|---|\n")
	list := map[[2]string][]string{}
	var keys [][2]string
	for _, c := range cells {
		key := [2]string{c.label(), c.Query}
		if c.right() {
			continue
		}
		if list[key] == nil {
			keys = append(keys, key)
		}
		list[key] = append(list[key], fmt.Sprintf("%s %.1f", c.Workload, 100*float64(c.Wrong)/float64(c.Pairs)))
	}
	slices.SortFunc(keys, func(a, b [2]string) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	for _, key := range keys {
		fmt.Fprintf(&p.text, "| %s | %s | %s |\n", key[0], key[1], strings.Join(list[key], ", "))
	}
	p.text.WriteByte('\n')
}

// writeTimes writes a row for each program of each cell.
func writeTimes(path string, cells []cell) error {
	f, err := os.Create(filepath.Clean(path))
	if err != nil {
		return err
	}
	w := csv.NewWriter(f)
	head := "workload,query,program,variant,pairs,wrong,passes,least,p10,median,p99"
	rows := [][]string{strings.Split(head, ",")}
	for _, c := range cells {
		row := []string{c.Workload, c.Query, c.Program, c.Variant}
		for _, n := range []int{c.Pairs, c.Wrong, len(c.Times)} {
			row = append(row, strconv.Itoa(n))
		}
		for _, x := range []float64{c.least(), c.at(0.1), c.at(0.5), c.at(0.99)} {
			row = append(row, strconv.FormatFloat(x, 'f', 1, 64))
		}
		rows = append(rows, row)
	}
	if err := w.WriteAll(rows); err != nil {
		return err
	}
	return f.Close()
}
