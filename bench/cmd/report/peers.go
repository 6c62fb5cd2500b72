package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// queries are what is asked of the programs.
var queries = []string{"yes or no", "distance", "manifold"}

// program is one that races: how it is called, and its variants for each query.
type program struct {
	name     string
	argv     []string
	variants map[string][]string
	passes   int // of a run at most
}

// maker says how the program of a peer is built. In its words {dir} stands for the folder of the
// race, and {prefix} for where Python's package manager has put libraries.
type maker struct {
	program
	steps [][]string
}

const (
	cxx     = "g++ -std=c++17 -DNDEBUG -O3 -march=native "
	aligned = "-DEIGEN_MAX_ALIGN_BYTES=16 -DEIGEN_MAX_STATIC_ALIGN_BYTES=16 "
)

// packages are Debian's, of the peers below.
var packages = strings.Fields("g++ libfcl-dev libccd-dev libbullet-dev libode-dev libbox2d-dev libeigen3-dev " +
	"python3-venv default-jdk-headless maven cargo")

const dyn4j = "dyn4j-5.0.2"

// makers are the peers, ours first.
var makers = []maker{
	{
		program{own, []string{"{dir}/bin/collide"}, map[string][]string{
			"yes or no": {"overlap", "relate"}, "distance": {"distance"}, "manifold": {"touch"},
		}, 20},
		[][]string{
			{"go", "build", "-o", "{dir}/bin/collide", "./cmd/race"},
			{"go", "build", "-o", "{dir}/bin/certify", "./cmd/certify"},
		},
	},
	native("fcl", aligned+"-I/usr/include/eigen3", "-lfcl -lccd -loctomap -loctomath", map[string][]string{
		"yes or no": {"overlap"}, "distance": {"distance", "indep"}, "manifold": {"manifold"},
	}),
	native("libccd", "", "-lccd", map[string][]string{"yes or no": {"overlap"}}),
	native("bullet", "-DBT_USE_DOUBLE_PRECISION -I/usr/include/bullet", "-lBulletCollision-float64 -lLinearMath-float64",
		map[string][]string{"distance": {"distance", "pair"}}),
	native("ode", "", "-lode", map[string][]string{"yes or no": {"overlap"}, "manifold": {"manifold"}}),
	native("box2d", "", "-lbox2d", map[string][]string{
		"yes or no": {"overlap"}, "distance": {"distance"}, "manifold": {"manifold"},
	}),
	native("coal", aligned+"-isystem {prefix}/include -isystem {prefix}/include/eigen3 -I/usr/include/eigen3",
		"-L{prefix}/lib -Wl,-rpath,{prefix}/lib -lcoal", map[string][]string{
			"yes or no": {"overlap"}, "distance": {"distance"}, "manifold": {"manifold"},
		}),
	{
		program{"parry", []string{"{dir}/parry/release/pairs"}, map[string][]string{
			"yes or no": {"overlap", "overlap32"}, "distance": {"distance", "distance32"},
			"manifold": {"manifold", "manifold32"},
		}, 20},
		[][]string{{
			"env", "RUSTFLAGS=-C target-cpu=native", "cargo", "build", "--release",
			"--manifest-path", "parry/Cargo.toml", "--target-dir", "{dir}/parry",
		}},
	},
	{
		program{
			"dyn4j",
			[]string{"java", "-XX:+UseSerialGC", "-cp", "{dir}/java/" + dyn4j + ".jar:{dir}/java", "Pairs"},
			map[string][]string{"yes or no": {"overlap"}, "distance": {"distance", "sat"}, "manifold": {"manifold"}},
			600,
		},
		[][]string{{"javac", "-cp", "{dir}/java/" + dyn4j + ".jar", "-d", "{dir}/java", "drivers/dyn4j/Pairs.java"}},
	},
}

// native returns how a driver of C++ is built.
func native(name, flags, libs string, variants map[string][]string) maker {
	line := strings.Fields(cxx + flags + " drivers/" + name + ".cpp " + libs + " -o {dir}/bin/" + name)
	return maker{program{name, []string{"{dir}/bin/" + name}, variants, 20}, [][]string{line}}
}

// filled returns words with what {dir} and {prefix} stand for.
func filled(dir string, words []string) []string {
	prefix, _ := filepath.Glob(filepath.Join(dir, "python/lib/python3*/site-packages/cmeel.prefix"))
	r := strings.NewReplacer("{dir}", dir, "{prefix}", strings.Join(prefix, ""))
	out := slices.Clone(words)
	for i, w := range out {
		out[i] = r.Replace(w)
	}
	return out
}

// install gets what the peers need.
func install(dir string) error {
	coordinates := strings.ReplaceAll(dyn4j, "-", ":")
	for _, argv := range [][]string{
		append([]string{"apt-get", "install", "-y", "--no-install-recommends"}, packages...),
		{"python3", "-m", "venv", "{dir}/python"},
		{"{dir}/python/bin/pip", "install", "-q", "coal"},
		{"mvn", "-q", "dependency:copy", "-Dartifact=org.dyn4j:" + coordinates, "-DoutputDirectory={dir}/java"},
	} {
		if _, err := command(filled(dir, argv)...); err != nil {
			return err
		}
	}
	return nil
}

// build builds the programs. A peer that cannot be built is left out.
func build(dir string) (list []program, err error) {
	for _, sub := range []string{"bin", "java"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			return nil, err
		}
	}
	for _, m := range makers {
		var err error
		for _, argv := range m.steps {
			if _, err = command(filled(dir, argv)...); err != nil {
				break
			}
		}
		if err != nil && m.name == own {
			return nil, err
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "without %s, which cannot be built (see -install): %v\n", m.name, err)
			continue
		}
		m.argv = filled(dir, m.argv)
		list = append(list, m.program)
	}
	return list, nil
}

// allowed returns how far off, as a share of the size, an answer of a program may be; nothing for
// ours that are held to what Distance proves. Makers of manifolds may keep to a face within a slop
// of their own.
func allowed(program, query string) string {
	switch {
	case program != own && query == "manifold":
		return "1e-3"
	case program != own:
		return "1e-4"
	case query == "manifold":
		return "1e-9"
	}
	return ""
}

// entry is a variant of a program in a race, and what it takes.
type entry struct {
	cell
	argv []string
	err  error
}

// race runs all programs over a workload for a query, in turns, and judges their answers.
func race(o *options, progs []program, work, query string) ([]cell, error) {
	var list []entry
	for _, p := range progs {
		for _, v := range p.variants[query] {
			argv := o.pinned(append(slices.Clone(p.argv), work, v, strconv.Itoa(p.passes)))
			list = append(list, entry{cell{Workload: nameOf(work), Query: query, Program: p.name, Variant: v}, argv, nil})
		}
	}
	for range o.rounds {
		for i := range list {
			if e := &list[i]; e.err == nil {
				e.err = e.pass(o.budget, "")
			}
		}
	}
	if err := judge(o, list, work, query); err != nil {
		return nil, err
	}
	var cells []cell
	for _, e := range list {
		var exit *exec.ExitError
		switch {
		case e.err == nil:
			slices.Sort(e.Times)
			cells = append(cells, e.cell)
		case errors.As(e.err, &exit) && exit.ExitCode() == 3, errors.Is(e.err, errSilent): // not what it does
		default:
			fmt.Fprintf(os.Stderr, "%s %s: %v\n", e.Program, e.Variant, e.err)
		}
	}
	return cells, nil
}

// pass runs the program once, and keeps its times. With a file for them, it writes the answers.
func (e *entry) pass(budget, results string) error {
	argv := e.argv
	if results != "" {
		argv = append(slices.Clone(argv), results)
		argv[len(argv)-2] = "1"
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), "BUDGET="+budget)
	out, err := cmd.Output()
	if err != nil || results != "" {
		return err
	}
	for line := range strings.Lines(string(out)) {
		w := strings.Fields(line)
		if len(w) < 6 || w[0] != "time" && w[0] != "each" {
			continue
		}
		if e.Pairs, err = strconv.Atoi(w[4]); err != nil {
			return err
		}
		for _, s := range w[5:] {
			x, err := strconv.ParseFloat(s, 64)
			if err != nil {
				return err
			}
			e.Times = append(e.Times, x)
		}
		return nil
	}
	return fmt.Errorf("%s: no line of times", strings.Join(argv, " "))
}

// judge sets how many answers are wrong. Ours of Distance are what bounds are proved from.
func judge(o *options, list []entry, work, query string) error {
	dir, err := os.MkdirTemp(o.dir, "answers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ours := filepath.Join(dir, "ours")
	if _, err := command(filepath.Join(o.dir, "bin/collide"), work, "distance", "1", ours); err != nil {
		return err
	}
	argv := []string{filepath.Join(o.dir, "bin/certify")}
	if query == "yes or no" {
		argv = append(argv, "-verdicts")
	}
	argv = append(argv, work, ours)
	for i := range list {
		e, path := &list[i], filepath.Join(dir, strconv.Itoa(i))
		off := allowed(e.Program, query)
		if e.err != nil || off == "" {
			continue
		}
		e.err = e.pass("0", path)
		argv = append(argv, fmt.Sprintf("%d=%s=%s", i, path, off))
	}
	out, err := command(argv...)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(out)) {
		if err := take(list, strings.Fields(line), query); err != nil {
			return err
		}
	}
	return nil
}

// errSilent is the error of a program that tells no distance of some pairs.
var errSilent = errors.New("no distance")

// take reads a line of the judge.
func take(list []entry, w []string, query string) error {
	count, err := strconv.Atoi(w[3])
	if err != nil {
		return err
	}
	i, err := strconv.Atoi(w[1])
	if err != nil { // ours
		for i := range list {
			if list[i].Program == own {
				list[i].Wrong = count
			}
		}
		return nil
	}
	list[i].Wrong = max(list[i].Wrong, count)
	if query == "distance" && w[6] != "0" {
		list[i].err = errSilent
	}
	return nil
}
