import { withStances } from './stance-lines.ts'

/** Marker words that agents write for the program to read, in everyday words. */
const plain: { readonly [mark: string]: string } = {
  CLEAR: 'Clear',
  CONVERGED: 'Converged',
  NOT_CONVERGED: 'Not converged',
  APPROVE: 'Approved',
  APPROVED: 'Approved',
  CONCERN: 'Concern',
  CONCERNS: 'Concerns',
  ACCEPT: 'Accepted',
  ACCEPTED: 'Accepted',
  REOPEN: 'Sent back',
  REOPENED: 'Sent back',
  BLOCKED: 'Blocked',
  HANDOFF: 'Handoff',
  ACKNOWLEDGE: 'Takes it over',
  REFUSE: 'Refuses',
  DECISION: 'Decision',
  RANK: 'Rank',
  REASON: 'Reason',
  VETO: 'Veto',
  SCORE: 'Score',
  RATIONALE: 'Rationale',
}

const MARK = /^([ \t]{0,3}[*_]{0,3})([A-Z_]{4,13})(?=[*_]{0,3}[ \t]{0,3}(?::|\.?[*_]{0,3}[ \t]{0,9}$))/gmu

/** The Head's lines about how a panel works. Nobody reads them: the stored topic lacks them, too. */
const FRAME =
  /^[ \t]{0,3}[*_]{0,3}(PROTOCOL|DISCUSSION_DEPTH)[*_]{0,3}[ \t]{0,3}:[*_]{0,3}[ \t]{0,3}([A-Za-z]{1,8})[*_.]{0,4}[ \t]{0,9}(?:\n|$)/gmu
const values: { readonly [mark: string]: readonly string[] } = {
  PROTOCOL: ['decide', 'discuss'],
  DISCUSSION_DEPTH: ['quick', 'standard', 'deep'],
}

/** A value that is still being written counts, or the line would be seen for a moment. */
const withoutFrame = (text: string): string =>
  text.replaceAll(FRAME, (whole, mark: string, said: string) =>
    values[mark]?.some((value) => value.startsWith(said.toLowerCase())) ? '' : whole,
  )

/** That a goal is clear is said by the rest of the line, and an option is an item of a list. */
const PREFIX = /^[ \t]{0,3}[*_]{0,3}(CLEAR|OPTION)[*_]{0,3}[ \t]{0,3}:[*_]{0,3}[ \t]{0,9}(\S?)/gmu

const withoutPrefix = (text: string): string =>
  text.replaceAll(PREFIX, (_, mark: string, first: string) => (mark === 'OPTION' ? `- ${first}` : first.toUpperCase()))

/** How a lead hands out tasks, and how a loop ends. */
const TASK = /^([ \t]{0,3}[*_~`]{0,3})@worker[ \t]{0,9}[:：][ \t]{0,9}/gimu
const TASK_END = /^[ \t]{0,3}[*_~`]{0,3}@end[*_~`]{0,3}[ \t]{0,9}(?:\n|$)/gimu
const SENTINEL = /\[\[\s{0,3}(GROUP_REFLECT_COMPLETE|NEEDS_ITERATION|REFLECTION_COMPLETE)\s{0,3}\]\]/giu

const withoutLoop = (text: string): string =>
  text
    .replaceAll(TASK, '$1For ')
    .replaceAll(TASK_END, '')
    .replaceAll(SENTINEL, (_, said: string) => (/^needs/iu.test(said) ? '“not complete”' : '“complete”'))

/** What an agent said, in plain words where it wrote for the program. */
export const withPlainMarks = (text: string): string =>
  withoutPrefix(withoutLoop(withStances(withoutFrame(text)))).replaceAll(MARK, (whole, before: string, mark: string) =>
    Object.hasOwn(plain, mark) ? `${before}${plain[mark]}` : whole,
  )

const STANCES = ['POSITION', 'CONFIDENCE', 'CHANGED', 'VOTE', 'PROBABILITIES', 'OPTION']
const OPENINGS = [...Object.keys(plain), ...Object.keys(values), ...STANCES, '@worker', '@end']
const BEGUN = /^[ \t>#-]{0,6}[*_]{0,3}(@?\w{1,16})[*_]{0,3}[ \t]?$/u
const SENTINEL_BEGUN = /\[\[[A-Z_ ]{0,24}\]?$/u

/** Characters that a begun sentinel has at most. */
const LONGEST = 27

/** A text that is still being written, without a mark of which only a part is there. */
export function withoutOpenMark(text: string): string {
  const start = text.lastIndexOf('\n') + 1
  const word = BEGUN.exec(text.slice(start))?.[1] ?? ''
  const isMark = word !== '' && OPENINGS.some((mark) => mark.startsWith(word))
  return isMark ? text.slice(0, start) : text.slice(0, -LONGEST) + text.slice(-LONGEST).replace(SENTINEL_BEGUN, '')
}
