import { countText } from '@convene/domain'
import type { ArmComparison } from './compare-arms.ts'

/**
 * The result in one or two sentences: the last arm against the strongest alternative at the same cost, which is
 * self-consistency if it took part, otherwise the first arm.
 */
export function sentenceAbout(arms: readonly string[], comparisons: readonly ArmComparison[]): string {
  const arm = arms.at(-1)
  const against = arms.find((name) => name === 'self-consistency' && name !== arm) ?? arms[0]
  const found = comparisons.find((each) => each.arm === arm && each.against === against)
  if (!found) return 'Nothing to compare: an eval needs two arms.'
  if (found.questions === 0) return `Nothing to compare: no question has an answer from both ${arm} and ${against}.`
  return `${verdictOf(found)} ${costOf(found)}`
}

function verdictOf(found: ArmComparison): string {
  const { arm, against, verdict, questions, p } = found
  const on = `on ${countText(questions, 'question')}`
  if (verdict !== 'cannot tell') {
    const points = pointsText(Math.abs(found.difference))
    const word = verdict === 'better' ? 'better' : 'worse'
    return `${arm} is ${points} ${word} than ${against} ${on} (95 % interval ${intervalText(found)}, p = ${pText(p)}).`
  }
  const { needed } = found
  const more =
    needed.questions > questions
      ? `about ${countText(needed.questions, 'question')} would be needed to show a difference of ${pointsText(needed.aim)}`
      : 'the interval and the sign test disagree, so ask more questions'
  return `Cannot tell whether ${arm} is better than ${against}: ${withSign(found.difference)} points ${on} (95 % interval ${intervalText(found)}, p = ${pText(p)}), and ${more}.`
}

function costOf({ arm, against, costDifference, isEqualCost }: ArmComparison): string {
  if (costDifference === null) return 'The costs are unknown.'
  if (isEqualCost) return `Both cost about the same.`
  const times = 1 + costDifference
  return times >= 1
    ? `${arm} cost ${ratio(times)} times as much as ${against}.`
    : `${arm} cost ${Math.round((1 - times) * 100)} % less than ${against}.`
}

const ratio = (times: number): string => (times < 10 ? times.toFixed(1) : String(Math.round(times)))

/** `+4.2`, `−3`, `0`. */
export function withSign(share: number): string {
  const points = Math.round(share * 1_000) / 10
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0'
}

const pointsText = (share: number): string => countText(Math.round(share * 1_000) / 10, 'point')

/** `[−3, +12.5]`, in points. */
export const intervalText = ({ interval }: Pick<ArmComparison, 'interval'>): string =>
  `[${withSign(interval.low)}, ${withSign(interval.high)}]`

export const pText = (p: number): string => (p < 0.001 ? '<0.001' : p.toFixed(p < 0.1 ? 3 : 2))
