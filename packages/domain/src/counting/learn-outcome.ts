import { type Belief, learned, own } from './belief.ts'
import { bounded } from './bounded.ts'
import { type Count, countVotes, OWN_SAY, ownName } from './count.ts'
import { type CountedVote, placeOf, setKey, type TrackRecord, type Vote } from './record.ts'
import { termsOf } from './worth.ts'

/** What became known about a vote: the right option, or null if none was, and when. */
export type Truth = { readonly truth: string | null; readonly at: number }

const LEAST_SHARE = 0.2
const LEAST_INFORMATION = 1e-3
const SAY_FLOOR = 0.05

/**
 * What is known with one more outcome. It counts the votes again, so that knowledge is a fold over votes and outcomes
 * alone, and can be rebuilt.
 */
export function learnOutcome(known: TrackRecord, vote: Vote, { truth, at }: Truth): TrackRecord {
  const count = countVotes(vote, known)
  const right = truth !== null && count.tied.includes(truth) ? 1 / count.tied.length : 0
  const beliefs: { [name: string]: Belief } = { ...known.beliefs }
  Object.assign(beliefs, learned(known.beliefs, count.terms, { outcome: right, at }))
  for (const [index, ballot] of vote.ballots.entries()) learnSay(beliefs, vote, { ballot, index, count, truth, at })
  for (const [index, ballot] of vote.ballots.entries()) {
    const share = Math.max(LEAST_SHARE, Math.min(1, count.weights[index]?.news ?? 1))
    const outcome = ballot.option === truth ? 1 : 0
    Object.assign(beliefs, learned(beliefs, termsOf(ballot, vote, share), { outcome, at }))
  }
  const sets = withSet(known.sets, vote, truth)
  return bounded(known, {
    decisions: known.decisions + 1,
    models: withModels(known.models, vote),
    beliefs,
    sets,
    wrong: withWrong(known.wrong, vote, truth),
  })
}

type Case = Truth & { readonly ballot: CountedVote; readonly index: number; readonly count: Count }

/** Whether this model deserves more or less weight in a panel: it shares the blame for the panel's errors. */
function learnSay(beliefs: { [name: string]: Belief }, vote: Vote, { ballot, index, count, truth, at }: Case): void {
  const weight = count.weights[index]
  const { mean, variance } = own(beliefs, ownName(ballot.model)) ?? OWN_SAY
  const factor = (weight?.news ?? 0) * (weight?.worth ?? 0)
  const expected = count.shares.get(ballot.option) ?? 0
  const information = Math.max(expected * (1 - expected), LEAST_INFORMATION) * factor ** 2
  const outcome = ballot.option === truth ? 1 : 0
  beliefs[ownName(ballot.model)] = {
    mean: Math.max(
      0,
      mean + (variance * factor * (outcome - expected)) / (1 + information * variance * vote.ballots.length),
    ),
    variance: Math.max(
      SAY_FLOOR * OWN_SAY.variance,
      variance - (variance ** 2 * information) / (1 + information * variance),
    ),
    at,
  }
}

/** In how many decisions each model has voted, however many seats it had. */
function withModels(models: TrackRecord['models'], { ballots }: Vote): TrackRecord['models'] {
  const voted = [...new Set(ballots.map(({ model }) => model))]
  return { ...models, ...Object.fromEntries(voted.map((model) => [model, (own(models, model) ?? 0) + 1])) }
}

function withSet(sets: TrackRecord['sets'], { options }: Vote, truth: string | null): TrackRecord['sets'] {
  if (!options) return sets
  const key = setKey(options)
  const { [key]: seen = { count: 0, right: {} }, ...others } = sets
  const place = placeOf(options, truth)
  const right = truth === null ? seen.right : { ...seen.right, [place]: (own(seen.right, place) ?? 0) + 1 }
  return { ...others, [key]: { count: seen.count + 1, right } }
}

function withWrong(
  wrong: TrackRecord['wrong'],
  { options, topic, ballots }: Vote,
  truth: string | null,
): TrackRecord['wrong'] {
  if (options) return wrong
  const astray = ballots.filter(({ option }) => option !== truth)
  const pairs = astray.flatMap((one, index) => astray.slice(index + 1).map((other) => one.option === other.option))
  if (pairs.length === 0) return wrong
  const { count, same } = own(wrong, topic) ?? { count: 0, same: 0 }
  return { ...wrong, [topic]: { count: count + pairs.length, same: same + pairs.filter(Boolean).length } }
}
