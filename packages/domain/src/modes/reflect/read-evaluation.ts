import { fieldsIn, markIn, marksIn, withoutMarks, withoutStances } from '../../answer/marks.ts'
import { readShare } from '../../answer/number.ts'
import { optionMeant } from '../../answer/option.ts'
import { saysSentinel } from '../../answer/sentinel.ts'
import { COMPLETE, NEEDS_ITERATION, REFLECTION_COMPLETE, withoutSentinels } from '../orchestrate/sentinels.ts'

/** How well the goal is met, from 0 to 1, and why. `met` ends the loop. */
export type JudgedScore = { readonly score: number; readonly rationale: string; readonly met: boolean }

export type Trend = 'improving' | 'stable' | 'degrading'

const ENOUGH = 0.9
/** Who scores a result below this does not mean that it is complete. */
const HALF = 0.5
const BY_ITSELF = { met: 1, more: 0.4 } as const
const NOTICEABLE = 0.1
const LONGEST = 2_000

const MARKERS = { words: ['SCORE', 'RATIONALE'] }

/**
 * A judge's reply: `SCORE:` and `RATIONALE:`, or the sentinel. Undefined if it has no readable score, or two, or if a low
 * score contradicts the sentinel.
 */
export function readJudgement(text: string): JudgedScore | undefined {
  const complete = saysComplete(text)
  const scores = scoresIn(text)
  const score = scores.length === 0 && complete ? 1 : agreed(scores)
  if (score === undefined || (complete && score < HALF)) return undefined
  if (score >= ENOUGH && ABOUT_THE_FORM.test(text)) return undefined
  return { score, rationale: rationaleIn(text), met: complete || score >= ENOUGH }
}

/** `A score of 0.9 or [GROUP_REFLECT_COMPLETE] on a separate line` repeats the ask, and is no reason. */
const ABOUT_THE_FORM = /GROUP_REFLECT_COMPLETE\W{0,4}(?:in double square brackets|(?:alone )?on an? [^\n]{0,20}line)/iu

/** A lead's verdict on its own result, by sentinel or under the keys of its JSON. Undefined if neither yes nor no. */
export function readOwnJudgement(text: string): JudgedScore | undefined {
  const met = saysComplete(text)
  if (met || saysSentinel(text, NEEDS_ITERATION, 'no'))
    return { score: met ? BY_ITSELF.met : BY_ITSELF.more, rationale: clip(withoutSentinels(text)), met }
  const fields = fieldsIn(text, { words: ['VERDICT', 'REASON'] })
  const verdict = optionMeant(
    ['complete', 'needs_iteration'],
    fields.find(({ word }) => word === 'VERDICT')?.value ?? '',
  )
  if (verdict === undefined) return undefined
  const rationale = clip(fields.find(({ word }) => word === 'REASON')?.value ?? '')
  return { score: verdict === 'complete' ? BY_ITSELF.met : BY_ITSELF.more, rationale, met: verdict === 'complete' }
}

/** Whether an agent says on a separate line that nothing is left to do. */
export const readDone = (text: string): true | undefined => saysSentinel(text, REFLECTION_COMPLETE, 'yes') || undefined

/** Whether a lead or a judge says that the goal is met. Next to its opposite it does not count. */
export const saysComplete = (text: string): boolean =>
  saysSentinel(text, COMPLETE, 'yes') && !saysSentinel(text, NEEDS_ITERATION, 'no')

/** Compared with the previous score. The first one is stable. */
export function trendOf(score: number, before: number | undefined): Trend {
  const change = before === undefined ? 0 : rounded(score - before)
  if (change > NOTICEABLE) return 'improving'
  return change < -NOTICEABLE ? 'degrading' : 'stable'
}

/** Scores have two or three digits: 0.8 − 0.7 must not be more than 0.1. */
export const rounded = (score: number): number => Math.round(score * 1e6) / 1e6

const scoresIn = (text: string): readonly (number | undefined)[] =>
  marksIn(text, MARKERS).flatMap(({ word, value }) => (word === 'SCORE' ? [readShare(value, 1)] : []))

/** Two different scores count as none: one of them may be quoted. */
const agreed = (scores: readonly (number | undefined)[]): number | undefined =>
  scores.every((score) => score === scores[0]) ? scores[0] : undefined

/** If the judge ignores the form, its whole text is the reason, without JSON for the program. */
function rationaleIn(text: string): string {
  const prose = withoutMarks(text.replaceAll(JSON_FENCE, ''), { words: ['SCORE'] })
  const reason = withoutStances(markIn(text, 'RATIONALE', MARKERS)?.text ?? prose)
  return clip(withoutSentinels(reason) || withoutSentinels(text))
}

const JSON_FENCE = /^```(?:json)?[ \t]*\n\s*\{[^`]{0,4000}```[ \t]*$/gimu

const clip = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`)
