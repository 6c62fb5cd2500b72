package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// The flags of this file say in plain words what is wrong with a value.

// lengthFlag is a finite number, 0 or more.
type lengthFlag struct {
	p    *float64
	unit string // what its number is in, for messages
}

func (f *lengthFlag) String() string { return strconv.FormatFloat(*f.p, 'g', -1, 64) }
func (f *lengthFlag) Type() string   { return "number" }

// Set reads the number.
func (f *lengthFlag) Set(s string) error {
	x, err := strconv.ParseFloat(s, 64)
	switch {
	case err != nil && strings.IndexByte("0123456789.+-", (s + " ")[0]) >= 0 && f.unit != "":
		return fmt.Errorf("a number is wanted, without a unit: it is in %s", f.unit)
	case err != nil:
		return errors.New("a number is wanted")
	case !(x >= 0) || math.IsInf(x, 0):
		return errors.New("a finite number is wanted, 0 or more")
	}
	*f.p = x
	return nil
}

// wholeFlag is a whole number that is not below the least, or none, which is below it.
type wholeFlag struct {
	p     *int
	least int
}

func (f *wholeFlag) String() string {
	if *f.p < f.least {
		return ""
	}
	return strconv.Itoa(*f.p)
}

func (f *wholeFlag) Type() string { return "count" }

// Set reads the number.
func (f *wholeFlag) Set(s string) error {
	x, err := strconv.Atoi(s)
	if err != nil || x < f.least {
		return fmt.Errorf("a whole number is wanted, %d or more", f.least)
	}
	*f.p = x
	return nil
}

// wordFlag is one of some words.
type wordFlag struct {
	p     *string
	words []string
}

func (f *wordFlag) String() string { return *f.p }
func (f *wordFlag) Type() string   { return "word" }

// Set reads the word.
func (f *wordFlag) Set(s string) error {
	if slices.Contains(f.words, s) {
		*f.p = s
		return nil
	}
	return fmt.Errorf("it is one of %s", strings.Join(f.words, ", "))
}

// filesWith returns the completion of an argument that is a file with one of the endings.
func filesWith(endings ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return endings, cobra.ShellCompDirectiveFilterFileExt
	}
}
