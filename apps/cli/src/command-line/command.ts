import type { CliProgram } from '../program.ts'
import type { Input } from './input.ts'

/** The range of a number option. A value outside it is refused, never clamped. */
export type Range = { readonly min: number; readonly max: number; readonly whole: boolean; readonly above?: boolean }

/** One option: `kind` says how to parse it, `value` is its placeholder in help. */
export type CommandOption = {
  readonly name: string
  readonly summary: string
  readonly short?: string
  readonly value?: string
  readonly choices?: readonly string[]
  readonly range?: Range
} & { readonly kind: 'flag' | 'text' | 'number' | 'list' }

/** A positional argument. With `rest`, the last one takes all remaining words. */
export type Argument = { readonly name: string; readonly optional?: boolean; readonly rest?: boolean }

/** Runs the command and returns the exit code. */
export type CommandWork = (program: CliProgram, input: Input) => Promise<number>

/** Where help lists a command. */
export type Group = 'run' | 'sessions' | 'decide' | 'team' | 'set up' | 'for programs'

/** One command: enough to parse it, print its help and load its code. */
export type CliCommand = {
  /** `sessions show`; empty for bare `convene`. */
  readonly name: string
  readonly group: Group
  /** Whether `convene help` describes it. The others are only named there. */
  readonly everyday?: true
  readonly summary: string
  readonly arguments: readonly Argument[]
  readonly options: readonly CommandOption[]
  readonly examples: readonly string[]
  readonly notes?: readonly string[]
  /** Whether it works with a server's sessions when the user is logged in. `--local` makes it use this machine's. */
  readonly remote?: true
  readonly load: () => Promise<CommandWork>
}
