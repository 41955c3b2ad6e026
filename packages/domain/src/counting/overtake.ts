import { countVotes, sayOf, worthOf } from './count.ts'
import { newsOf } from './news.ts'
import { baseRate, type CountedVote, type TrackRecord, type Vote } from './record.ts'

/** Someone who has not voted yet. */
export type Absent = Pick<CountedVote, 'voter' | 'model'>

/** Every subset of voters is checked. Beyond this number, nothing is certain. */
const MOST_ABSENT = 6
/** More than rounding, and than a confidence between two whole percents can add. */
const MARGIN = 0.01

/**
 * Whether the leading option wins whatever the absent do: vote for any option, add a new one, with any confidence, or
 * not at all. If so, asking them cannot change the result.
 */
export function cannotBeOvertaken(vote: Vote, known: TrackRecord, absent: readonly Absent[]): boolean {
  const { option } = countVotes(vote, known)
  if (option === null || absent.length > MOST_ABSENT) return false
  const subsets = subsetsOf(absent)
  return listsWith(vote.options, absent.length).every((options) => {
    const asked = { ...vote, options }
    const worth = worthsOf(asked, known)
    return subsets.every((voting) => isAhead(option, asked, { known, voting, worth }))
  })
}

type Rest = {
  readonly known: TrackRecord
  readonly voting: readonly Absent[]
  readonly worth: (voter: Absent, option: string) => Worth
}

/**
 * With these additional voters. How much of each vote is news depends on who votes, not on what for. So each of them
 * can be taken at their worst, against each rival.
 */
function isAhead(leader: string, vote: Vote, { known, voting, worth }: Rest): boolean {
  const blank = voting.map((each) => ({ ...each, option: leader, confidence: null }))
  const news = newsOf(known, { ...vote, ballots: [...vote.ballots, ...blank] })
  const sumFor = (option: string): number =>
    vote.ballots.reduce(
      (sum, ballot, seat) =>
        ballot.option === option ? sum + (news[seat] ?? 0) * sayOf(known, ballot) * worthOf(ballot, vote, known) : sum,
      Math.log(baseRate(known, vote, option)),
    )
  const lead = sumFor(leader)
  return rivalsOf(leader, vote, voting.length > 0).every((rival) => {
    const lost = voting.map((each, index) => {
      const harm = Math.min(0, worth(each, leader).least, -worth(each, rival).most)
      return (news[vote.ballots.length + index] ?? 0) * sayOf(known, each) * harm
    })
    return lead - sumFor(rival) + lost.reduce((sum, each) => sum + each, 0) > MARGIN
  })
}

/** Without further votes, only options with a vote can win. */
function rivalsOf(leader: string, { options, ballots }: Vote, isOpen: boolean): readonly string[] {
  const voted = ballots.map(({ option }) => option)
  const rivals = new Set(isOpen ? [...voted, ...(options ?? [NEW])] : voted)
  rivals.delete(leader)
  return [...rivals]
}

type Worth = { readonly least: number; readonly most: number }

/** What a vote by this voter can be worth, with any confidence. */
function worthsOf(vote: Vote, known: TrackRecord): Rest['worth'] {
  const kept = new Map<string, Worth>()
  return ({ voter, model }, option) => {
    const name = JSON.stringify([model, option])
    const before = kept.get(name)
    if (before) return before
    const all = STATED.map((confidence) => worthOf({ voter, model, option, confidence }, vote, known))
    const worth = { least: Math.min(...all), most: Math.max(...all) }
    kept.set(name, worth)
    return worth
  }
}

/** Every confidence that a voter can state, and none. */
const STATED: readonly (number | null)[] = [null, ...Array.from({ length: 101 }, (_, percent) => percent)]

/** No voter can write a control character, since options are single lines. */
const NEW = '\n'

/** The list as it is, and with up to this many new options, which change the weights of all votes. */
const listsWith = (options: Vote['options'], most: number): readonly Vote['options'][] =>
  options === null
    ? [null]
    : Array.from({ length: most + 1 }, (_, more) => [
        ...options,
        ...Array.from({ length: more }, (_each, place) => `${NEW}${place}`),
      ])

function subsetsOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  return all.reduce<readonly (readonly T[])[]>((sets, each) => sets.concat(sets.map((set) => [...set, each])), [[]])
}
