import { letterAt, type OptionView, type PositionView, type SeatedTeam, seatsOf } from '@convene/domain'

/** Something that people hold in a debate. */
export type Side = {
  /** Its place among all sides. */
  readonly index: number
  readonly letter: string
  readonly text: string
  /** How many agents hold it now. */
  readonly count: number
  holds(position: PositionView): boolean
}

/** Who held what, round by round. A surface may add to its sides how they look. */
export type Matrix<S extends Side = Side> = {
  readonly agents: readonly string[]
  readonly rounds: readonly number[]
  readonly options: readonly S[]
  at(agent: string, round: number): PositionView | undefined
}

/** Positions by agent, in seat order, and round, with their options: the panel's, or else one per wording. */
export function positionsOf(
  positions: readonly PositionView[],
  drawn: readonly OptionView[] = [],
  team: SeatedTeam | undefined = undefined,
): Matrix {
  const spoke = new Set(positions.map(({ agent }) => agent))
  const seated = team ? seatsOf(team).flatMap(({ slug }) => (spoke.has(slug) ? [slug] : [])) : []
  const agents = [...new Set([...seated, ...spoke])]
  const rounds = [...new Set(positions.map(({ round }) => round))].sort((one, other) => one - other)
  const at = (agent: string, round: number) =>
    positions.findLast((each) => each.agent === agent && each.round === round)
  const newest = agents.map((agent) => positions.findLast((each) => each.agent === agent))
  const keyOf = ({ choice, position }: PositionView) =>
    (choice === null ? undefined : drawn[choice]?.text) ?? sameWords(position)
  const stated = positions.filter(({ abstains }) => !abstains)
  const names = [...new Set([...drawn.map(({ text }) => text), ...stated.map(keyOf)])]
  const options = names.map((name, index): Side => {
    const holds = (position: PositionView) => !position.abstains && keyOf(position) === name
    const words = drawn[index]?.text ?? stated.find(holds)?.position ?? name
    return {
      index,
      letter: letterAt(index % 26),
      text: words.replaceAll('`', ''),
      count: newest.filter((each) => each && holds(each)).length,
      holds,
    }
  })
  return { agents, rounds, options, at }
}

/** Positions are equal if they match without case, punctuation and whitespace. */
const sameWords = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{P}\s]+/gu, '')
