/** Part of a word: `plain` is one bare character, `runtime` is known only at run time and stays as written. */
export type WordUnit = { readonly text: string; readonly kind: 'plain' | 'quoted' | 'runtime' }

/** A word before brace expansion and quote removal. `at` is its position in the line, NaN if the text was rewritten. */
export type Word = { readonly units: readonly WordUnit[]; readonly at: number }

/** `body` is the text of a here-document or a here-string. */
export type Redirection = { readonly operator: string; readonly target: Word; readonly body?: string }

/** A command that can run when the line runs. `inputs` are the commands whose output it reads through a pipe. */
export type ShellCommand = {
  readonly at: number
  readonly kind: 'simple' | 'test' | 'arithmetic' | 'loop'
  readonly words: readonly Word[]
  readonly assignments: readonly Word[]
  readonly redirections: readonly Redirection[]
  readonly inputs: readonly ShellCommand[]
}

/** The calls of a function defined in the line, and whether it starts something in parallel. */
export type ShellFunction = { readonly calls: Set<string>; isParallel: boolean }

/** A parsed line. `doubts` list where bash may read it differently. */
export type Script = {
  readonly commands: ShellCommand[]
  readonly functions: Map<string, ShellFunction>
  readonly doubts: string[]
}

/** The line is too long or too deeply nested to be read completely. It must not run. */
export class TooLarge extends Error {}

export const wordText = (word: Word): string => word.units.map(({ text }) => text).join('')

/** The bare word, if nothing in it is quoted or expanded: only then can it be a reserved word. */
export const bareText = (word: Word): string | undefined =>
  word.units.length > 0 && word.units.every(({ kind }) => kind === 'plain') ? wordText(word) : undefined
