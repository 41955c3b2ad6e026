import type { Program } from '../program.ts'
import type { Input } from './input.ts'

/** A number that a person may give; what is outside is refused, nothing is clamped. */
export type Range = { readonly min: number; readonly max: number; readonly whole: boolean; readonly above?: boolean }

/** One option: `kind` says how it is read, `value` how it is written in help. */
export type Option = {
  readonly name: string
  readonly summary: string
  readonly short?: string
  readonly value?: string
  readonly choices?: readonly string[]
  readonly range?: Range
} & { readonly kind: 'flag' | 'text' | 'number' | 'list' }

/** A word that stands without dashes. The last one takes the rest where `rest` is set. */
export type Argument = { readonly name: string; readonly optional?: boolean; readonly rest?: boolean }

/** Does the work, and answers with the exit code. */
export type Work = (program: Program, input: Input) => Promise<number>

/** One command: enough to parse it, to help with it and to load the code behind it. */
export type Command = {
  /** `sessions show`; empty for bare `convene`. */
  readonly name: string
  readonly summary: string
  readonly arguments: readonly Argument[]
  readonly options: readonly Option[]
  readonly examples: readonly string[]
  readonly notes?: readonly string[]
  readonly load: () => Promise<Work>
}
