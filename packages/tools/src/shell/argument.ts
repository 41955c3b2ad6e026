import { basename } from 'node:path'
import { expandBraces } from './expand-braces.ts'
import type { Word, WordUnit } from './syntax.ts'

/** A word as the program gets it: braces expanded, quotes removed. Parts known only at run time stay as written. */
export type ShellArgument = {
  readonly text: string
  readonly isRuntime: boolean
  readonly isPattern: boolean
  readonly rest: string
}

export function toArguments(words: readonly Word[]): readonly ShellArgument[] {
  return words.flatMap(({ units }) =>
    expandBraces(units)
      .filter((expanded) => expanded.length > 0)
      .map(toArgument),
  )
}

export const fixed = (text: string): ShellArgument => ({ text, isRuntime: false, isPattern: false, rest: text })

function toArgument(units: readonly WordUnit[]): ShellArgument {
  const known = units.filter(({ kind }) => kind !== 'runtime')
  return {
    text: join(units),
    isRuntime: known.length < units.length,
    isPattern: units.some(({ text, kind }) => kind === 'plain' && '*?['.includes(text)),
    rest: join(known),
  }
}

const join = (units: readonly WordUnit[]): string => units.map(({ text }) => text).join('')

/** The command as if everything known only at run time were empty. Undefined if no command is left. */
export function withoutUnknown(words: readonly ShellArgument[]): readonly ShellArgument[] | undefined {
  if (!words.some(({ isRuntime }) => isRuntime)) return undefined
  const left = words.filter(({ isRuntime, rest }) => !isRuntime || rest !== '').map(({ rest }) => fixed(rest))
  return left.length > 0 ? left : undefined
}

/** Words in one text. A word with a blank in it is quoted, so it cannot pass for two. */
export const spell = (words: readonly ShellArgument[]): string => words.map(({ text }) => quote(text)).join(' ')

const quote = (text: string): string => (/^[^\s']+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/**
 * Other ways to write the same command, for rules that ask or deny: without its folder, without the options before its
 * verb, without quotes.
 */
export function spellings(words: readonly ShellArgument[], valueOptions: ReadonlySet<string>): readonly string[] {
  const [name, ...rest] = words
  if (!name) return []
  const bare = fixed(basename(name.text))
  const verb = afterOptions(rest, valueOptions)
  const whole = [
    [name, ...rest],
    [bare, ...rest],
  ]
  const forms = verb.length === 0 ? whole : [...whole, [name, ...verb], [bare, ...verb]]
  const spelled = forms.flatMap((form) => [spell(form), form.map(({ text }) => text).join(' ')])
  return [...new Set(spelled)].filter((text) => text !== spell(words))
}

function afterOptions(words: readonly ShellArgument[], valueOptions: ReadonlySet<string>): readonly ShellArgument[] {
  let at = 0
  while (words[at]?.text.startsWith('-')) at += valueOptions.has(words[at]?.text ?? '') ? 2 : 1
  return words.slice(at)
}
