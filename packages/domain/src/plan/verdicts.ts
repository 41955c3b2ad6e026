import { cleanLine } from '../text/clean.ts'

/** How a run of a step ended, in its owner's words. */
export type StepWord =
  | { readonly kind: 'blocked'; readonly reason: string; readonly options: readonly string[] }
  | { readonly kind: 'handoff'; readonly to: string; readonly reason: string }
  | { readonly kind: 'report' }

const MARK = '[ \\t*_`>#-]{0,6}'
const BLOCKED = new RegExp(`^${MARK}BLOCKED:[*_\`]*[ \\t]*(.*)$`, 'm')
const HANDOFF = new RegExp(`^${MARK}HANDOFF:[*_\`]*[ \\t]*([^:\\n]{1,80}):[ \\t]*(.*)$`, 'm')
const MOST_OPTIONS = 8
const LONGEST = 300

/** Without the marks that made it bold. */
const short = (text: string): string =>
  cleanLine(text)
    .slice(0, LONGEST)
    .replace(/[*_`\s]+$/, '')

/** `BLOCKED: <reason>` with its options under it, `HANDOFF: <member>: <reason>`, or a report. */
export function stepWord(text: string): StepWord {
  const blocked = BLOCKED.exec(text)
  if (blocked) {
    const below = text.slice(blocked.index + blocked[0].length)
    return { kind: 'blocked', reason: short(blocked[1] ?? '') || 'no reason was given', options: optionsIn(below) }
  }
  const handoff = HANDOFF.exec(text)
  return handoff
    ? { kind: 'handoff', to: short(handoff[1] ?? ''), reason: short(handoff[2] ?? '') }
    : { kind: 'report' }
}

/** The `- …` lines of a text, each once. */
export function optionsIn(text: string): readonly string[] {
  const lines = [...text.matchAll(/^[ \t]{0,6}[-*•][ \t]+(\S.*)$/gm)].map((match) => short(match[1] ?? ''))
  const seen = new Set<string>()
  return lines
    .filter((line) => line !== '' && !seen.has(line.toLowerCase()) && seen.add(line.toLowerCase()))
    .slice(0, MOST_OPTIONS)
}

/** A plan is approved in the first line or the last; anything else is a concern. */
export function approvesPlan(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return [lines[0], lines.at(-1)].some((line) => new RegExp(`^${MARK}APPROVED?\\b`).test(line ?? ''))
}

export type ReviewWord =
  | { readonly verdict: 'accept' }
  | { readonly verdict: 'reopen'; readonly reason: string }
  | { readonly verdict: 'unread' }

/** `ACCEPT` or `REOPEN: <reason>` on a line; where both stand, the doubt counts. */
export function reviewWord(text: string): ReviewWord {
  const reopen = new RegExp(`^${MARK}REOPEN\\b[*_\`]*:?[*_\`]*[ \\t]*(.*)$`, 'm').exec(text)
  if (reopen) return { verdict: 'reopen', reason: short(reopen[1] ?? '') || 'no reason was given' }
  return new RegExp(`^${MARK}ACCEPT(ED)?\\b`, 'm').test(text) ? { verdict: 'accept' } : { verdict: 'unread' }
}

/** `ACKNOWLEDGE`, or why not. Silence is no acknowledgement. */
export function handoffWord(text: string): { readonly acknowledged: boolean; readonly reason: string } {
  const refused = new RegExp(`^${MARK}REFUSED?\\b[*_\`]*:?[*_\`]*[ \\t]*(.*)$`, 'm').exec(text)
  if (refused) return { acknowledged: false, reason: short(refused[1] ?? '') || 'no reason was given' }
  const acknowledged = new RegExp(`^${MARK}ACKNOWLEDGED?\\b`, 'm').test(text)
  return { acknowledged, reason: acknowledged ? '' : 'the answer was neither ACKNOWLEDGE nor REFUSE' }
}
