package main

import (
	"fmt"
	"strings"

	"github.com/collide-go/collide/schema"
	"github.com/spf13/cobra"
)

// schemaCommand returns `collide schema`.
func (a *app) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema [NAME]",
		Short: "Print a JSON Schema of what collide reads or writes",
		Long: `schema prints the JSON Schema of that name, or without a name lists them: scene and baseline (read by check),
pair and answer (read and written by query), cast and cast-answer (by cast), toi and toi-answer (by toi), world and
world-answer (by world), region and decomposition (read by decompose, and written of a mesh), check, explain and
replay, inspect and bench (written by those with --format json), replay-frame (a line of replay --format ndjson), and
shapes, which the others refer to by their common folder.

An editor with a YAML language server completes and checks a scene that begins with

  # yaml-language-server: $schema=https://github.com/collide-go/collide/raw/main/schema/scene.schema.json`,
		Example: `  collide schema
  for s in $(collide schema); do collide schema $s > $s.schema.json; done`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usageError(cmd, fmt.Errorf("schema takes one name, not %d", len(args)))
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return schema.Names(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			text := []byte(strings.Join(schema.Names(), "\n") + "\n")
			if len(args) == 1 {
				var err error
				if text, err = schema.Get(args[0]); err != nil {
					return usageError(cmd, err)
				}
			}
			_, err := a.stdout.Write(text)
			return err
		},
	}
}
