import { findMember, type NamedMember } from '../../answer/find-member.ts'
import { withoutQuotes } from '../../answer/lines.ts'
import { denies, isFormWords } from '../../answer/words.ts'
import { sumUpTexts } from '../../text/sum-up.ts'
import { jsonAssignments, type Written } from './json-assignments.ts'
import { splitNameLine } from './split-name-line.ts'

/** Work for one member: its slug, and the task in the lead's words. */
export type MemberTask = { readonly member: string; readonly task: string }

/** The contents of a plan. `prose` is the text outside the assignments. `dropped` are those that match no member. */
export type AssignmentPlan = {
  readonly assignments: readonly MemberTask[]
  readonly guessed: readonly string[]
  readonly dropped: readonly string[]
  readonly prose: string
}

/** Also right behind an `@end`, without a break. */
const BLOCK = /(?:(?<![\w@])|(?<=@end))(?:[*_~`]{1,3})?@worker[ \t]*[:：][ \t]*/giu
/** A list mark whose item is the next block. */
const DANGLING = /(?:^|\n)[ \t]*(?:[-*•]|\d{1,3}[.)])[ \t]*$/
const END = /(?<![\w@])[*_~`]{0,3}@end\b[*_~`]{0,3}/i

/**
 * The assignments of a plan, in the order in which the members are first named: blocks `@worker:<name>` with the task
 * after the name or below it, each up to `@end`, the next block or the end, or else a JSON array of `{ worker, task }`.
 * If there are blocks, JSON is just part of some task.
 */
export function parseAssignments(text: string, members: readonly NamedMember[]): AssignmentPlan {
  const json = jsonAssignments(text)
  if (json && json.beside.search(BLOCK) < 0) return planOf(json.entries, members, '')
  const [before = '', ...blocks] = withoutDeniedBlocks(withoutQuotedBlocks(text)).split(BLOCK)
  const read = blocks.flatMap((block) => readBlock(block, members))
  const prose = [before, ...read.map(({ after }) => after)]
    .map((part) => part.replace(DANGLING, '').trim())
    .filter((part) => /\p{L}/u.test(part))
  return planOf(read, members, prose.join('\n\n'))
}

/** A quoted block next to the lead's own words is someone else's. A quotation within a task stays in it. */
const withoutQuotedBlocks = (text: string): string =>
  /^\s*>[^\n]*@worker/imu.test(text) && withoutQuotes(text) !== text
    ? text.replaceAll(/^\s*>[^\n]*/gmu, (line) => line.replaceAll(BLOCK, MENTION))
    : text

/** Replaces a mark that assigns nothing, leaving the name. An `@` before a member called Worker would assign. */
const MENTION = ''
const LONGEST_CLAUSE = 200

/** `I will not assign @worker:Ada anything`, or a task with `do not ask @worker:Ada`, only mentions a member. */
const withoutDeniedBlocks = (text: string): string =>
  text.replaceAll(BLOCK, (mark: string, at: number) => {
    const before = text.slice(Math.max(0, at - LONGEST_CLAUSE), at)
    const clause = before.slice(before.search(/[^.,:;!?\n–—]*$/u))
    return denies(clause) || UNREAL.test(clause) ? MENTION : mark
  })

/** `I would ask @worker:Ada`: not now. */
const UNREAL = /(?<!\p{L})(?:would|could|might)(?!\p{L})/iu

type Block = Written & { readonly after: string }

function readBlock(block: string, members: readonly NamedMember[]): readonly Block[] {
  const end = END.exec(block)
  const body = end ? block.slice(0, end.index) : block
  const after = end ? block.slice(end.index + end[0].length) : ''
  const [first = '', ...lines] = body.split(/\r\n|[\n\r]/)
  const taskOf = (rest: string) => [rest, ...lines].join('\n').trimEnd().replace(DANGLING, '').trim()
  const shared = severalNames(first, members)
  if (shared.length > 0)
    return shared.map((name, index) => ({ name, task: taskOf(''), after: index === 0 ? after : '' }))
  const { name, rest } = splitNameLine(first, members)
  return [{ name, task: taskOf(rest), after }]
}

/** `@worker:Ada, Bert`: the names for a shared task, if nothing else is on the line. */
function severalNames(line: string, members: readonly NamedMember[]): readonly string[] {
  const names = line.split(/\s*(?:[,;&/+]|\band\b)\s*/iu).filter((name) => name !== '')
  const isMember = (name: string) => findMember(name, members)?.guessed === false
  return names.length > 1 && names.every(isMember) ? names : []
}

function planOf(entries: readonly Written[], members: readonly NamedMember[], prose: string): AssignmentPlan {
  const tasks = new Map<string, string>()
  const guessed: string[] = []
  const dropped: string[] = []
  for (const { name, task } of entries) {
    const meant = findMember(name, members)
    if (!meant || isNoTask(task)) {
      dropped.push(meant ? emptyTask(meant.member) : unknownMember(name, members))
      continue
    }
    if (meant.guessed) guessed.push(`"${short(name)}" was read as ${meant.member.name}.`)
    const { slug } = meant.member
    const earlier = tasks.get(slug)
    tasks.set(slug, earlier === undefined ? task : `${earlier}\n\n---\n\n${task}`)
  }
  const assignments = [...tasks].map(([member, task]) => ({ member, task }))
  return { assignments, guessed: firstOf(guessed), dropped: firstOf(dropped), prose }
}

/** Empty, or the template quoted back. */
const isNoTask = (task: string): boolean => /^(?:<[^<>]*>|…|\.{3})?$/u.test(task) || isFormWords(task)

const MOST_WARNINGS = 10

/** Caps the warnings for a text full of broken assignments. */
const firstOf = (warnings: readonly string[]): readonly string[] => sumUpTexts(warnings, MOST_WARNINGS)

const emptyTask = ({ name }: NamedMember): string => `The assignment for ${name} has no task and was dropped.`

function unknownMember(name: string, members: readonly NamedMember[]): string {
  const names = members.map((member) => member.name).join(', ')
  return `An assignment for "${short(name)}" was dropped: the name matches no member, or several. Members: ${names}.`
}

const short = (name: string): string => (name.length <= 60 ? name : `${name.slice(0, 59)}…`)
