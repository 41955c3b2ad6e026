import { homedir } from 'node:os'
import type { Resource } from '@convene/domain'
import { fixed, spell } from './argument.ts'
import type { UsedArgument } from './argument-paths.ts'
import { readByGrammar, type SecondReading } from './grammar.ts'
import { hasHidden, showHidden } from './hidden.ts'
import { readScript } from './read-commands.ts'
import { newReading, type ScriptReading, scriptSegments } from './segments.ts'
import { bareText, type Script, type ShellCommand, TooLarge } from './syntax.ts'

/** What a line would touch when bash runs it, and why the reading is not certain, if so. */
export type ShellReading = {
  readonly resources: readonly Resource[]
  readonly doubts: readonly string[]
  /** Every argument of every command that was read. */
  readonly used: readonly UsedArgument[]
}

export type ShellPlace = { readonly folder?: string; readonly home?: string }

/** Up to this length, reading takes well under a second. Nobody could review a longer line anyway. */
export const maxExactLength = 16_384

/**
 * Every command that can run when bash runs the line, with what it runs and writes. It is read twice, by our own reader
 * and by tree-sitter's grammar. If they differ, the user is asked. A line that is too long is not read, and always
 * asks. One that nests or expands too far to be read is denied.
 */
export async function readShell(
  line: string,
  { folder = '/', home = homedir() }: ShellPlace = {},
): Promise<ShellReading> {
  if (line.length > maxExactLength) return unread(line)
  try {
    const script = readScript(line)
    const reading = newReading({ folders: [folder], home })
    const { doubts } = reading
    const resources = [...scriptSegments(script, reading)]
    const second = await readByGrammar(line)
    doubts.push(...differences(script, second))
    if (line.includes('\0')) doubts.push('it contains a NUL')
    const missed = second ? missedCommands(script, second, reading) : []
    if (doubts.length > 0 || missed.length > 0 || resources.length === 0)
      resources.push(uncertain(line, [...new Set(doubts)], missed))
    return {
      resources: distinct(hasHidden(line) ? resources.map(shown).concat(hiddenNote(line)) : resources),
      doubts: [...new Set(doubts)],
      used: reading.used,
    }
  } catch (error) {
    if (error instanceof TooLarge) return tooLarge(line, error.message)
    throw error
  }
}

/** Each resource once, no matter how often the line touches it. */
const distinct = (resources: readonly Resource[]): readonly Resource[] => [
  ...new Map(resources.map((resource) => [JSON.stringify(resource), resource])).values(),
]

/**
 * Splits at everything that can end a command. Bash would not, but this keeps a plainly written denied command denied.
 */
function unread(line: string): ShellReading {
  const reason = `longer than ${maxExactLength} characters, so it was not analysed`
  const alsoAs = [...new Set(line.split(/[\n;&|(){}`]+/).map((part) => part.trim()))].filter((part) => part !== '')
  const target = showHidden(line)
  return {
    resources: [{ permission: 'bash', target, alsoAs, verdict: 'ask', note: `The command is ${reason}.` }],
    doubts: [reason],
    used: [],
  }
}

function tooLarge(line: string, reason: string): ShellReading {
  const target = showHidden(line.slice(0, 200))
  return {
    resources: [{ permission: 'bash', target, verdict: 'deny', note: `Refused: ${reason}.` }],
    doubts: [reason],
    used: [],
  }
}

const reserved = new Set(['time', 'coproc'])
const declared = new Set(['[', 'declare', 'typeset', 'export', 'readonly', 'local', 'unset', 'unsetenv'])

function differences(script: Script, second: SecondReading | undefined): readonly string[] {
  if (!second) return ['it takes too long to parse']
  if (!second.isSound) return ['the grammar finds an error']
  const isNamed = ({ kind, words }: ShellCommand) =>
    kind === 'simple' && words[0] && !declared.has(bareText(words[0]) ?? '')
  const reservedSpans = [...second.commands].filter(([, text]) => startsReserved(text))
  /** `time` and `coproc` are commands to the grammar, but keywords to bash. */
  const isAfterReserved = (at: number) => reservedSpans.some(([start, text]) => at > start && at < start + text.length)
  const isUnseen = (command: ShellCommand) =>
    isNamed(command) && !second.commands.has(command.at) && !isAfterReserved(command.at)
  return script.commands.some(isUnseen) ? ['it can be read in more than one way'] : []
}

const startsReserved = (text: string): boolean => reserved.has(/^\S*/.exec(text)?.[0] ?? '')

/** Commands that only the grammar sees, with their words unchanged. */
function missedCommands(script: Script, second: SecondReading, reading: ScriptReading): readonly Resource[] {
  const known = new Set(script.commands.map(({ at }) => at))
  return [...second.commands]
    .filter(([at, text]) => !known.has(at) && !startsReserved(text) && !text.startsWith('(('))
    .flatMap(([, text]) => scriptSegments(readScript(text), reading))
}

/** An ambiguous line always asks, and is denied if a rule denies any of its readings. */
function uncertain(line: string, doubts: readonly string[], missed: readonly Resource[]): Resource {
  const reason = doubts[0] ?? (missed.length > 0 ? 'it can be read in more than one way' : 'it contains no command')
  const words = doubts.length > 0 ? line.split(/[\s;&|(){}<>`"'$\\]+/).filter((word) => word !== '') : []
  if (words.length > 1_000) throw new TooLarge(`${reason}, and it is long`)
  const denied = missed.find(({ verdict }) => verdict === 'deny')
  return {
    permission: 'bash',
    target: line,
    alsoAs: [
      ...missed.flatMap(({ target, alsoAs = [] }) => [target, ...alsoAs]),
      ...words.flatMap((_, at) => tails(words, at)),
    ],
    verdict: denied ? 'deny' : 'ask',
    note: denied?.note ?? `Not read with certainty: ${reason}.`,
  }
}

/** The log stores each of these. For a long line, only as many words as rules look at. */
const maxTail = 40

const tails = (words: readonly string[], at: number): readonly string[] => {
  const tail = words.length > 200 ? words.slice(at, at + maxTail) : words.slice(at)
  const bare = [(tail[0] ?? '').replace(/^.*\//, ''), ...tail.slice(1)]
  return [tail, bare].map((form) => spell(form.map(fixed)))
}

const shown = (resource: Resource): Resource => ({
  ...resource,
  target: showHidden(resource.target),
  alsoAs: [...(resource.alsoAs ?? []), resource.target],
})

const hiddenNote = (line: string): Resource => ({
  permission: 'bash',
  target: showHidden(line),
  verdict: 'ask',
  note: 'It contains invisible characters.',
})
