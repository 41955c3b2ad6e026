import { COMPLETE, NEEDS_ITERATION, standsAlone, withoutSentinels } from '../orchestration/sentinels.ts'

/** How well the goal is met, from 0 to 1, and why; `met` ends the loop. */
export type Verdict = { readonly score: number; readonly rationale: string; readonly met: boolean }

export type Trend = 'improving' | 'stable' | 'degrading'

const ENOUGH = 0.9
const NO_SCORE = 0.5
const BY_ITSELF = { met: 1, more: 0.4, unsaid: 0.7 } as const
const NOTICEABLE = 0.1
const LONGEST = 2_000

/** A judge's reply: `SCORE:` and `RATIONALE:`, or the sentinel. What is no score at all counts as the middle. */
export function readJudgement(text: string): Verdict {
  const complete = standsAlone(text, COMPLETE)
  const score = scoreIn(text) ?? (complete ? 1 : NO_SCORE)
  return { score, rationale: rationaleIn(text), met: complete || score >= ENOUGH }
}

/** What a lead says about its own result, by sentinel. */
export function readOwnJudgement(text: string): Verdict {
  const met = standsAlone(text, COMPLETE)
  const score = met ? BY_ITSELF.met : standsAlone(text, NEEDS_ITERATION) ? BY_ITSELF.more : BY_ITSELF.unsaid
  return { score, rationale: clip(withoutSentinels(text)), met }
}

/** Against the score before; the first is stable. */
export function trendOf(score: number, before: number | undefined): Trend {
  const change = before === undefined ? 0 : rounded(score - before)
  if (change > NOTICEABLE) return 'improving'
  return change < -NOTICEABLE ? 'degrading' : 'stable'
}

/** Scores are written with two or three digits: 0.8 − 0.7 must not be more than 0.1. */
export const rounded = (score: number): number => Math.round(score * 1e6) / 1e6

const SCORE =
  /^[ \t>*_#-]{0,8}SCORE[ \t*_]{0,4}[:=][ \t*_`]{0,4}(-?\d{0,6}(?:[.,]\d{1,12})?)[ \t]{0,4}(%|\/[ \t]{0,4}\d{1,6})?/im

function scoreIn(text: string): number | undefined {
  const [, written = '', unit = ''] = SCORE.exec(text) ?? []
  if (!/\d/.test(written)) return undefined
  const whole = unit === '%' ? 100 : unit.startsWith('/') ? Number(unit.slice(1)) : 1
  const score = Number(written.replace(',', '.')) / (whole || 1)
  return Math.min(1, Math.max(0, score))
}

const RATIONALE = /^[ \t>*_#-]{0,8}RATIONALE[ \t*_]{0,4}:[ \t*_]{0,4}/im

/** Where the judge keeps to no form, everything it says is the reason. */
function rationaleIn(text: string): string {
  const found = RATIONALE.exec(text)
  const reason = found
    ? text.slice(found.index + found[0].length)
    : text.replace(new RegExp(`${SCORE.source}.*`, 'im'), '')
  return clip(withoutSentinels(reason) || withoutSentinels(text))
}

const clip = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`)
