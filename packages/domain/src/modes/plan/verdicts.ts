import { jsonIn } from '../../answer/json.ts'
import { undecorated } from '../../answer/lines.ts'
import { markIn } from '../../answer/marks.ts'
import { verdictIn } from '../../answer/verdict.ts'
import { isNone, isUnneeded } from '../../answer/words.ts'
import { cleanLine } from '../../text/clean.ts'

/** How a step's run ended, in its owner's words. */
export type StepWord =
  | { readonly kind: 'blocked'; readonly reason: string; readonly options: readonly string[] }
  | { readonly kind: 'handoff'; readonly to: string; readonly reason: string }
  | { readonly kind: 'report' }

/** Only in capitals: a report may describe something else as blocked. */
const MARKERS = { words: ['BLOCKED', 'HANDOFF'], exact: true }
const MOST_OPTIONS = 8
const LONGEST = 300
const NO_REASON = 'no reason was given'

const short = (text: string): string => undecorated(cleanLine(text).slice(0, LONGEST))

/** `BLOCKED: <reason>` with its options below, `HANDOFF: <member>: <reason>`, or a report. */
export function stepWord(text: string): StepWord {
  const blocked = markIn(text, 'BLOCKED', MARKERS)
  if (blocked && !isNone(blocked.value) && !isUnneeded(blocked.value)) {
    const [first = '', ...below] = blocked.text.split('\n')
    return { kind: 'blocked', reason: short(first) || NO_REASON, options: optionsIn(below.join('\n')) }
  }
  const handoff = markIn(text, 'HANDOFF', MARKERS)
  if (!handoff || isNone(handoff.value) || isUnneeded(handoff.value)) return bareBlock(text)
  const [, to = handoff.value, reason = ''] =
    /^([^:：–—]{1,80}?)\s*(?:[:：–—]|\s-\s)\s*(.*)$/su.exec(handoff.value) ?? []
  return { kind: 'handoff', to: short(to), reason: short(reason) }
}

/** `BLOCKED:` with nothing after it or below it. */
const bareBlock = (text: string): StepWord =>
  /^(?:[^\S\n]|[*_~`>#-])*BLOCKED[*_~`]*\s{0,4}[:：](?:[^\S\n]|[*_~`])*$/mu.test(text)
    ? { kind: 'blocked', reason: NO_REASON, options: [] }
    : { kind: 'report' }

/** The items of a list, without duplicates. */
export const optionsIn = (text: string): readonly string[] =>
  distinct(
    Array.from(text.matchAll(/^[ \t]{0,6}(?:[-*•]|\d{1,2}[.)]|[A-Ha-h][.)])[ \t]+(\S.*)$/gmu), ([, line = '']) => line),
  )

/** The ways out a lead names: a list, or one in JSON. Fewer than two are not a choice. */
export function waysIn(text: string): readonly string[] | undefined {
  const json = jsonIn(text, (value): value is object => textsIn(value) !== undefined)
  const options = json ? distinct(textsIn(json.value) ?? []) : optionsIn(text)
  return options.length >= 2 ? options : undefined
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')

function textsIn(value: unknown): readonly string[] | undefined {
  if (isTexts(value)) return value
  return typeof value === 'object' && value !== null ? Object.values(value).find(isTexts) : undefined
}

function distinct(lines: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return lines
    .map(short)
    .filter((line) => line !== '' && !seen.has(line.toLowerCase()) && seen.add(line.toLowerCase()))
    .slice(0, MOST_OPTIONS)
}

export type PlanWord = { readonly verdict: 'approve' | 'concerns' }

/** `APPROVE` or `CONCERNS: <which>` on a line. If both are present, the concerns count. */
export function planWord(text: string): PlanWord | undefined {
  const no = ['CONCERN', 'CONCERNS', 'REJECT', 'REJECTED']
  const { says } = verdictIn(text, { yes: ['APPROVE', 'APPROVED'], no })
  return says === 'unread' ? undefined : { verdict: says === 'yes' ? 'approve' : 'concerns' }
}

export type ReviewWord = { readonly verdict: 'accept' } | { readonly verdict: 'reopen'; readonly reason: string }

/**
 * `ACCEPT` or `REOPEN: <reason>` on a line. If both are present, the reopen counts. Some reviewers answer with the word
 * for a plan: an approval accepts the step.
 */
export function reviewWord(text: string): ReviewWord | undefined {
  const { says, reason } = verdictIn(text, { yes: ['ACCEPT', 'ACCEPTED'], no: ['REOPEN', 'REOPENED'] })
  if (says === 'no') return { verdict: 'reopen', reason: short(reason) || NO_REASON }
  return says === 'yes' || planWord(text)?.verdict === 'approve' ? { verdict: 'accept' } : undefined
}

export type HandoffWord = { readonly acknowledged: boolean; readonly reason: string }

/** `ACKNOWLEDGE`, or `REFUSE: <why>`. Anything else is neither. */
export function handoffWord(text: string): HandoffWord | undefined {
  const no = ['REFUSE', 'REFUSED', 'DECLINE', 'DECLINED']
  const { says, reason } = verdictIn(text, { yes: ['ACKNOWLEDGE', 'ACKNOWLEDGED'], no })
  if (says === 'no') return { acknowledged: false, reason: short(reason) || NO_REASON }
  return says === 'yes' ? { acknowledged: true, reason: '' } : undefined
}
