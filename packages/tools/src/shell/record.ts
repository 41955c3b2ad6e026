import { metacharacters, peek, peekSecond, type Source } from './source.ts'
import { type Command, type Redirection, type ShellFunction, textOf, type Word } from './syntax.ts'

/** A command as it is being read. */
export type Draft = {
  readonly at: number
  readonly kind: Command['kind']
  readonly words: Word[]
  readonly assignments?: Word[]
  readonly redirections?: Redirection[]
}

/** Adds a command to the script, and to the functions whose bodies contain it. */
export function record(source: Source, draft: Draft): void {
  const { at, kind, words, assignments = [], redirections = [] } = draft
  source.script.commands.push({ at, kind, words, assignments, redirections, inputs: source.inputs })
  const name = words[0] && textOf(words[0])
  if (name !== undefined) for (const caller of source.within) functionNamed(source, caller).calls.add(name)
}

export function functionNamed(source: Source, name: string): ShellFunction {
  const known = source.script.functions.get(name) ?? { calls: new Set<string>(), isParallel: false }
  source.script.functions.set(name, known)
  return known
}

/** Whether no further word starts here. */
export function endsCommand(source: Source): boolean {
  const next = peek(source)
  if (next === '') return true
  if (!metacharacters.has(next)) return false
  return !((next === '<' || next === '>') && peekSecond(source) === '(')
}
