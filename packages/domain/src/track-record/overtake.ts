import { decide, weighs } from './decide.ts'
import { type Ballot, greatestChance, type Poll, type TrackRecord } from './track-record.ts'

/** Someone who has not voted yet. */
export type Absent = Pick<Ballot, 'voter' | 'model'>

/**
 * Whether the leading option wins whatever the absent do: vote for an existing option, for something new, with any
 * confidence, or not at all. If so, asking them cannot change the result.
 */
export function cannotBeOvertaken(poll: Poll, record: TrackRecord, absent: readonly Absent[]): boolean {
  const { option } = decide(poll, record)
  if (option === null) return false
  if (record.decisions === 0 || absent.length > MOST_SUBSETS) return isFarAhead(poll, record, option, absent)
  return subsetsOf(absent).every((voting) => holdsAgainst(poll, record, option, voting))
}

/** Every subset of voters is checked. Beyond this number, only a plain lead counts. */
const MOST_SUBSETS = 8

/** Without a record, a lead larger than the number of remaining votes is enough. */
function isFarAhead(poll: Poll, record: TrackRecord, option: string, absent: readonly Absent[]): boolean {
  const { counts } = decide(poll, record)
  const rival = Math.max(0, ...Object.entries(counts).map(([one, count]) => (one === option ? 0 : count)))
  return record.decisions === 0 && (counts[option] ?? 0) - rival > absent.length
}

/** The worst these voters can do together is agree on one rival. Each may also add an option, which changes weights. */
function holdsAgainst(poll: Poll, record: TrackRecord, option: string, voting: readonly Absent[]): boolean {
  const rivals = [...new Set(poll.ballots.map((ballot) => ballot.option)), NEW].filter((one) => one !== option)
  const added = poll.options === null ? [0] : voting.map((_, index) => index)
  return [...added, voting.length].every((more) =>
    rivals.every((rival) => {
      const options = poll.options === null ? null : poll.options + more
      const against = voting.map((each) => worst(record, { ...each, option: rival }, poll.topic))
      const full = { ...poll, options, ballots: [...poll.ballots, ...against.map(({ ballot }) => ballot)] }
      const result = decide(full, record, (ballot, agreement) => {
        const chance = against.find((each) => each.ballot === ballot)?.chance
        return chance === undefined ? undefined : weighs(chance, agreement)
      })
      return result.option === option
    }),
  )
}

const worst = (record: TrackRecord, ballot: Omit<Ballot, 'confidence'>, topic: string) => ({
  ballot: { ...ballot, confidence: null },
  chance: greatestChance(record, ballot, topic),
})

/** No voter can write a control character, since options are single lines. */
const NEW = '\n'

function subsetsOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  return all.reduce<readonly (readonly T[])[]>((sets, each) => sets.concat(sets.map((set) => [...set, each])), [[]])
}
