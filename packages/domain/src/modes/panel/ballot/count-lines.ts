import { forecastLines } from '../../../decision/forecast-text.ts'
import type { OptionPoints, Tally } from '../../../mode/view.ts'
import { savedText } from '../../../run/estimate-text.ts'
import { countText } from '../../../text/amounts.ts'
import { blindOption } from '../debate/options.ts'
import { endedEarly } from '../debate/state.ts'
import type { BallotRooms } from './state.ts'
import { decisionOf, tallyBallots } from './tally.ts'

const [PLAIN, BLIND, POOLED] = ['Plain majority', 'Blind first round', 'All rounds together'] as const

/** The lines of a decision's counts that no table of votes shows. */
export const comparedIn = (counts: readonly string[]): readonly string[] =>
  counts.filter((line) => ![PLAIN, BLIND, POOLED].some((name) => line.startsWith(`${name}: `)))

/** The counts side by side, one line per way of counting, and what to compare them with. */
export function countLines(panel: BallotRooms, name: (voter: string) => string): readonly string[] {
  if (panel.debate.options.length === 0) return []
  const { majority, blind, pooled } = tallyBallots(panel)
  const line = (name: string, count: OptionPoints) =>
    `${name}: ${count.map(({ option, points }) => `${option} ${points}`).join(' · ')}`
  const counts = [
    line(PLAIN, majority),
    ...(blind ? [line(BLIND, blind)] : []),
    ...(pooled ? [line(POOLED, pooled)] : []),
  ]
  return [...counts, ...comparedLines(panel, name)]
}

/** What to compare the result with: who was not asked, what one model would have said, how likely it is right. */
function comparedLines(panel: BallotRooms, name: (voter: string) => string): readonly string[] {
  const { winner, forecast, best } = tallyBallots(panel)
  return [
    ...(panel.ballot.abstained.length > 0 ? [`Abstained: ${panel.ballot.abstained.length}`] : []),
    ...(endedEarly(panel) ? [asksText(panel)] : []),
    ...aloneLines(panel),
    ...(best ? [bestLine(panel, best)] : []),
    ...(winner !== null ? forecastLines(forecast, { option: winner, name }) : []),
  ]
}

/** How many were asked, if not all, and what that saved. */
export function asksText({ debate: { escalation } }: BallotRooms): string {
  const { seats = [], saved, certain } = escalation ?? {}
  const others = certain ? 'no other vote could change the result' : 'the others were not asked'
  return `Asked: ${countText(seats.length, 'panelist')}; ${others}${saved ? `. ${savedText(saved)}` : '.'}`
}

/** What each of several models had said before it heard anybody: the answer that it would have given alone. */
function aloneLines(panel: BallotRooms): readonly string[] {
  const decided = decisionOf(panel)?.option
  const said = panel.ballot.ballots.flatMap(({ voter, model }) => {
    const option = blindOption(panel, voter)
    return option === undefined ? [] : [{ model: model || voter, option }]
  })
  const models = new Set(said.map(({ model }) => model))
  if (decided === undefined || models.size < 2) return []
  if (said.every(({ option }) => option === decided)) return ['One model alone would have said the same.']
  return [`One model alone would have said: ${answersByModel(said).join(' · ')}`]
}

/** A model with several seats may have given several answers. */
function answersByModel(said: readonly { readonly model: string; readonly option: string }[]): readonly string[] {
  const models = [...new Set(said.map(({ model }) => model))]
  return models.map((model) => {
    const own = said.filter((one) => one.model === model).map(({ option }) => option)
    const options = [...new Set(own)]
    const share = (option: string) => ` (${own.filter((one) => one === option).length} of ${own.length})`
    return `${model} ${options.map((option) => `“${option}”${options.length > 1 ? share(option) : ''}`).join(', ')}`
  })
}

function bestLine(
  { ballot: { ballots } }: BallotRooms,
  { voter, option, accuracy }: NonNullable<Tally['best']>,
): string {
  const model = ballots.find((ballot) => ballot.voter === voter)?.model || voter
  return `Best seat alone: ${model} “${option}”, right in about ${Math.round(accuracy * 100)} % of its votes`
}
