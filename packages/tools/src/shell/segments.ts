import type { Resource } from '@convene/domain'
import { fixed, type ShellArgument, spell, spellings, toArguments, withoutUnknown } from './argument.ts'
import type { UsedArgument } from './argument-paths.ts'
import { foldersOf } from './folders.ts'
import { type Inner, innerCommands, latent } from './inner-commands.ts'
import { dangerousArguments, gitValueOptions } from './options.ts'
import { readScript } from './read-commands.ts'
import { redirections } from './redirections.ts'
import { destroys, type Whereabouts } from './safety.ts'
import { type Script, type ShellCommand, TooLarge, wordText } from './syntax.ts'

/**
 * State shared by all segments of a line. The budgets stop nested wrappers, and combinations of many folders and
 * redirections, from growing without end.
 */
export type ScriptReading = {
  where: Whereabouts
  commands: number
  words: number
  paths: number
  depth: number
  readonly doubts: string[]
  /** Every argument of every program, to find the files they may name. */
  readonly used: UsedArgument[]
}

/** Enough for any line people write on purpose. */
export const newReading = (where: Whereabouts): ScriptReading => ({
  where,
  commands: 4_000,
  words: 40_000,
  paths: 1_000,
  depth: 0,
  doubts: [],
  used: [],
})

/** What one command would touch: itself, what it runs, and what it writes. */
export function shellSegments(command: ShellCommand, reading: ScriptReading): readonly Resource[] {
  reading.paths -= command.redirections.length * reading.where.folders.length
  if (reading.paths < 0) throw new TooLarge('too many redirections in too many folders')
  const touched = redirections(command, reading.where)
  const latentCode = latentResources(command, reading)
  const words = toArguments(command.words)
  if (command.kind === 'arithmetic' || command.kind === 'loop')
    return [ask(spell(words), 'computes or sets a variable'), ...latentCode, ...touched]
  const assigned = command.assignments.map((word) => ask(wordText(word), 'sets a variable'))
  if (words.length === 0) return [...assigned, ...latentCode, ...touched]
  return [...invocation(words, command, reading), ...assigned, ...latentCode, ...touched]
}

/** All commands of a script, at any depth. */
export function scriptSegments(script: Script, reading: ScriptReading): readonly Resource[] {
  reading.doubts.push(...script.doubts)
  const { where } = reading
  reading.where = foldersOf(script, where)
  const resources = script.commands.flatMap((command) => shellSegments(command, reading))
  reading.where = where
  const bomb = forkBomb(script)
  return bomb === undefined ? resources : [...resources, { ...ask(bomb, 'starts itself without end'), verdict: 'deny' }]
}

const ask = (target: string, note: string): Resource => ({ permission: 'bash', target, note, verdict: 'ask' })

function invocation(
  words: readonly ShellArgument[],
  command: ShellCommand,
  reading: ScriptReading,
): readonly Resource[] {
  reading.words -= words.length
  if (--reading.commands < 0 || reading.words < 0) throw new TooLarge('too many commands inside commands')
  const name = baseName(words)
  const args = words.slice(1)
  const { where } = reading
  reading.used.push(...args.map(({ text, isPattern }) => ({ program: name, text, isPattern, where })))
  const inner = command.kind === 'simple' ? innerCommands(name, args, command) : undefined
  const reasons = reasonsToAsk(words, command, inner !== undefined)
  const denied = destroys(name, args, reading.where)
  const others = otherReadings(words, command, reading)
  const isDenied = denied !== undefined || others.some(({ verdict }) => verdict === 'deny')
  const note = denied ?? others.find(({ verdict }) => verdict === 'deny')?.note ?? reasons.join('; ')
  const main: Resource = {
    permission: 'bash',
    target: spell(words),
    alsoAs: [
      ...spellings(words, name === 'git' ? gitValueOptions : new Set()),
      ...others.flatMap(({ target, alsoAs = [] }) => [target, ...alsoAs]),
    ],
    ...(note ? { note } : {}),
    ...(isDenied ? { verdict: 'deny' as const } : reasons.length > 0 ? { verdict: 'ask' as const } : {}),
  }
  return [main, ...innerResources(inner ?? [], command, reading)]
}

const baseName = (words: readonly ShellArgument[]): string => (words[0]?.text ?? '').replace(/^.*\//, '')

const setters = new Set(
  (
    'export declare typeset readonly local alias unalias hash enable source . set unset shopt read mapfile readarray ' +
    'getopts let complete compgen compopt bind fc history'
  ).split(' '),
)

function reasonsToAsk(words: readonly ShellArgument[], command: ShellCommand, runsOthers: boolean): readonly string[] {
  const [name, ...args] = words
  const base = baseName(words)
  const reasons: string[] = []
  if (name?.isRuntime || (name?.isPattern && name.text !== '[' && name.text !== '[[') || hasBraces(command))
    reasons.push('the name of the program is known only at run time')
  if (args.some(({ isRuntime }) => isRuntime)) reasons.push('an argument is known only at run time')
  if (runsOthers) reasons.push(`${base} runs other commands`)
  if (setters.has(base)) reasons.push(`${base} changes the shell`)
  const options = dangerousArguments(base, args).map(({ text }) => text)
  if (options.length > 0) reasons.push(`${base} may run programs or write files with ${options.slice(0, 3).join(' ')}`)
  if (command.assignments.length > 0) reasons.push('sets a variable')
  return reasons
}

const hasBraces = ({ words }: ShellCommand): boolean =>
  words[0] !== undefined && toArguments([words[0]]).length !== 1 && words[0].units.length > 0

/** For deny rules: the command with everything unknown left empty, and what its dangerous options name. */
function otherReadings(
  words: readonly ShellArgument[],
  command: ShellCommand,
  reading: ScriptReading,
): readonly Resource[] {
  const less = withoutUnknown(words)
  const shorter = less ? invocation(less, command, reading) : []
  const named = optionValues(words).flatMap((script) => innerResources([{ script }], command, reading))
  return [...shorter, ...named]
}

function optionValues(words: readonly ShellArgument[]): readonly string[] {
  const args = words.slice(1)
  const dangerous = new Set(dangerousArguments(baseName(words), args))
  return args.flatMap((argument, at) => {
    if (!dangerous.has(argument)) return []
    const next = args[at + 1]?.text
    const values = [argument.text, ...(next === undefined ? [] : [next])].flatMap((text) => [text, ...afterSigns(text)])
    return values.map((value) => value.replace(/^!|^ext::/, '')).filter((value) => !value.startsWith('-'))
  })
}

const afterSigns = (text: string): readonly string[] => {
  const first = text.indexOf('=')
  if (first < 0) return []
  const value = text.slice(first + 1)
  const second = value.indexOf('=')
  return second < 0 ? [value] : [value, value.slice(second + 1)]
}

function innerResources(inner: readonly Inner[], command: ShellCommand, reading: ScriptReading): readonly Resource[] {
  if (inner.length === 0) return []
  if (++reading.depth > 40) throw new TooLarge('too many commands inside commands')
  const resources = inner.flatMap((one) => {
    if ('words' in one) return invocation(one.words, command, reading)
    return scriptSegments(readScript(one.script), reading)
  })
  reading.depth--
  return resources
}

const evaluators = new Set(
  '[[ [ test let declare typeset local export readonly printf read unset mapfile readarray wait getopts'.split(' '),
)

/** Quoted text that bash may evaluate anyway: subscripts in tests and declarations, values of prompts and aliases. */
function latentResources(command: ShellCommand, reading: ScriptReading): readonly Resource[] {
  const words = command.words.map(wordText)
  const texts = [
    ...command.assignments.map(wordText),
    ...(evaluators.has(words[0] ?? '') || command.kind !== 'simple' ? words.slice(1) : []),
  ]
  const written = new Set(
    [...command.words, ...command.assignments]
      .filter(({ units }) => units.some(({ kind }) => kind === 'quoted'))
      .map(wordText),
  )
  const suspects = texts.filter((text) => written.has(text)).flatMap(latent)
  if (suspects.length === 0) return []
  const isOurs = ({ target }: Resource) => target === ':' || target.startsWith('<<END_')
  const resources = innerResources(suspects, command, reading).filter((resource) => !isOurs(resource))
  if (resources.length === 0) return []
  return [ask(spell(words.map(fixed)), 'quoted text that may be evaluated'), ...resources]
}

const maxCalls = 50_000

/** A fork bomb: a function that calls itself and starts something in the background. */
function forkBomb({ functions }: Script): string | undefined {
  let calls = 0
  for (const name of functions.keys()) {
    const seen = new Set<string>()
    const open = [...(functions.get(name)?.calls ?? [])]
    for (let called = open.pop(); called !== undefined; called = open.pop()) {
      if (++calls > maxCalls) throw new TooLarge('too many functions that call each other')
      if (seen.has(called)) continue
      seen.add(called)
      open.push(...(functions.get(called)?.calls ?? []))
    }
    const isParallel = [name, ...seen].some((called) => functions.get(called)?.isParallel)
    if (seen.has(name) && isParallel) return name
  }
  return undefined
}
