import { metacharacters, peek, peekSecond, type ShellSource } from './source.ts'
import { type Redirection, type ShellCommand, type ShellFunction, type Word, wordText } from './syntax.ts'

/** A command as it is being read. */
export type CommandDraft = {
  readonly at: number
  readonly kind: ShellCommand['kind']
  readonly words: Word[]
  readonly assignments?: Word[]
  readonly redirections?: Redirection[]
}

/** Adds a command to the script, and to the functions whose bodies contain it. */
export function recordShellCommand(source: ShellSource, draft: CommandDraft): void {
  const { at, kind, words, assignments = [], redirections = [] } = draft
  source.script.commands.push({ at, kind, words, assignments, redirections, inputs: source.inputs })
  const name = words[0] && wordText(words[0])
  if (name !== undefined) for (const caller of source.within) functionNamed(source, caller).calls.add(name)
}

export function functionNamed(source: ShellSource, name: string): ShellFunction {
  const known = source.script.functions.get(name) ?? { calls: new Set<string>(), isParallel: false }
  source.script.functions.set(name, known)
  return known
}

/** Whether no further word starts here. */
export function endsCommand(source: ShellSource): boolean {
  const next = peek(source)
  if (next === '') return true
  if (!metacharacters.has(next)) return false
  return !((next === '<' || next === '>') && peekSecond(source) === '(')
}
