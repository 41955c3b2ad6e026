import { withoutEnd } from '../text/without-marks.ts'
import { type Logistic, logit, newtonStep, predict, prior } from './logistic.ts'
import { add, atMost, NO_STANDING, type Standing, shrunk, without } from './standing.ts'

/** A vote for counting: who cast it, with which model, for what, and how sure they claimed to be (0 to 100). */
export type Ballot = {
  readonly voter: string
  readonly model: string
  readonly option: string
  readonly confidence: number | null
}

/** What was voted on. `options` is how many there were to choose from, null for free answers. */
export type Poll = {
  readonly topic: string
  readonly options: number | null
  readonly ballots: readonly Ballot[]
}

type ModelRecord = {
  readonly standing: Standing
  /** How many decisions it voted in, regardless of the number of seats. */
  readonly decisions?: number
  readonly topics: { readonly [topic: string]: Standing }
  /** What this model's stated confidence is worth, and from how many votes that was learned. */
  readonly calibration: Logistic
  readonly stated: number
}

/** What resolved decisions say about models. A fold over them in the order they were resolved. */
export type TrackRecord = {
  readonly decisions: number
  readonly all: Standing
  readonly families: { readonly [family: string]: Standing }
  readonly models: { readonly [model: string]: ModelRecord }
  readonly voters: { readonly [voter: string]: Standing }
  /** For two models that were both wrong: how often, and how often they agreed. */
  readonly wrong: { readonly [pair: string]: { readonly pairs: number; readonly same: number } }
  /** From margin and vote share to the probability that the winner is right. */
  readonly trust: Logistic
}

/** What a decision is about: the session's first tag, else the Head's word for its field, else the general topic. */
export const topicOf = (tags: readonly string[], field?: string): string => tags[0] || field || 'general'

const MODEL_WEIGHT = 8
const TOPIC_WEIGHT = 15
const VOTER_WEIGHT = 15
const VOTER_FROM = 20
const FAMILY_MOST = 8
const TOP_ACCURACY = 0.7
const CALIBRATED_FROM = 10
const CALIBRATION = prior([0, 0.6], [0.5, 6])
const TRUST = prior([0, 0.5, 1], [0.5, 2, 2])
const PAIR_WEIGHT = 10
const OPEN_AGREEMENT = { expected: 0.3, least: 0.05 }
const LEAST_CHANCE = 0.02

export const emptyRecord: TrackRecord = {
  decisions: 0,
  all: NO_STANDING,
  families: {},
  models: {},
  voters: {},
  wrong: {},
  trust: TRUST,
}

/** `openai/gpt-5.2-2026-01-08` and `openai/gpt-5` are one family: the part before the first number. */
export const familyOf = (model: string): string => withoutEnd(model.split(/\d/u, 1)[0] ?? '', '-_@. ').toLowerCase()

export const decisionsOf = (record: TrackRecord, model: string): number => recordOf(record, model)?.decisions ?? 0

const recordOf = ({ models }: TrackRecord, model: string): ModelRecord | undefined => own(models, model)

/** Own keys only: a model called `constructor` has no record yet. */
const own = <T>(all: { readonly [name: string]: T }, name: string): T | undefined =>
  Object.hasOwn(all, name) ? all[name] : undefined

/** The probability that this vote is right: by what its model's confidence has been worth, else by its accuracy. */
export function chanceOf(record: TrackRecord, { voter, model, confidence }: Ballot, topic: string): number {
  const kept = recordOf(record, model)
  const calibrated = confidence !== null && kept !== undefined && kept.stated >= CALIBRATED_FROM
  const chance = calibrated
    ? predict(kept.calibration, [1, statedLogit(confidence)])
    : accuracyOf(record, { voter, model }, topic)
  return clipped(chance)
}

const clipped = (chance: number): number => Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, chance))

/** The most this seat's vote could be worth, however confident it is. */
export function greatestChance(record: TrackRecord, who: Pick<Ballot, 'voter' | 'model' | 'option'>, topic: string) {
  return Math.max(...[null, 0, 100].map((confidence) => chanceOf(record, { ...who, confidence }, topic)))
}

const statedLogit = (confidence: number): number =>
  logit(Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, confidence / 100)))

/** From all models to the family, the model and the topic: each level starts from the one above it. */
export function accuracyOf(record: TrackRecord, who: Pick<Ballot, 'voter' | 'model'>, topic: string): number {
  const kept = recordOf(record, who.model)
  const standing = kept?.standing ?? NO_STANDING
  const everybody = shrunk(record.all, TOP_ACCURACY, MODEL_WEIGHT)
  const family = atMost(without(own(record.families, familyOf(who.model)) ?? NO_STANDING, standing), FAMILY_MOST)
  const model = shrunk(standing, shrunk(family, everybody, MODEL_WEIGHT), MODEL_WEIGHT)
  const here = shrunk(own(kept?.topics ?? {}, topic) ?? NO_STANDING, model, TOPIC_WEIGHT)
  const voter = own(record.voters, who.voter)
  return voter && voter.votes >= VOTER_FROM ? shrunk(voter, here, VOTER_WEIGHT) : here
}

/** How often two wrong votes in this team agree. The higher it is, the less a second vote for an option counts. */
export function agreementOf(record: TrackRecord, { ballots, options }: Poll): number {
  const chance = options !== null && options > 1 ? 1 / (options - 1) : null
  const { expected, least } = chance === null ? OPEN_AGREEMENT : { expected: chance, least: chance }
  const seen = pairsOf(ballots).map(([one, other]) => own(record.wrong, pairKey(one, other)) ?? { pairs: 0, same: 0 })
  const pairs = seen.reduce((sum, each) => sum + each.pairs, 0)
  const same = seen.reduce((sum, each) => sum + each.same, 0)
  return Math.min(1, Math.max(least, (same + PAIR_WEIGHT * expected) / (pairs + PAIR_WEIGHT)))
}

export const pairsOf = (ballots: readonly Ballot[]): readonly (readonly [Ballot, Ballot])[] =>
  ballots.flatMap((one, index) => ballots.slice(index + 1).map((other) => [one, other] as const))

const pairKey = (one: Ballot, other: Ballot): string => [one.model, other.model].toSorted().join(' + ')

/** What became known about a decision: the right option, or null if none was. */
export type Resolution = { readonly truth: string | null; readonly at: number }

/** The record with one more resolved decision. `seen` are the features its probability was computed from. */
export function resolve(
  record: TrackRecord,
  poll: Poll,
  resolution: Resolution,
  seen: { readonly features: readonly number[]; readonly right: number },
): TrackRecord {
  const voted = poll.ballots.reduce((so, ballot) => withVote(so, ballot, poll.topic, resolution), record)
  const models = [...new Set(poll.ballots.map(({ model }) => model))]
  const counted = models.flatMap((model) => {
    const kept = recordOf(voted, model)
    return kept ? [[model, { ...kept, decisions: (kept.decisions ?? 0) + 1 }] as const] : []
  })
  return {
    ...voted,
    models: { ...voted.models, ...Object.fromEntries(counted) },
    decisions: record.decisions + 1,
    wrong: withWrongPairs(record.wrong, poll.ballots, resolution.truth),
    trust: newtonStep(record.trust, seen.features, seen.right),
  }
}

function withVote(record: TrackRecord, ballot: Ballot, topic: string, { truth, at }: Resolution): TrackRecord {
  const right = ballot.option === truth
  const { model, voter, confidence } = ballot
  const kept = recordOf(record, model)
  const calibration = kept?.calibration ?? CALIBRATION
  const family = familyOf(model)
  return {
    ...record,
    all: add(record.all, right, at),
    families: { ...record.families, [family]: add(own(record.families, family), right, at) },
    voters: voter === model ? record.voters : { ...record.voters, [voter]: add(own(record.voters, voter), right, at) },
    models: {
      ...record.models,
      [model]: {
        ...(kept?.decisions !== undefined && { decisions: kept.decisions }),
        standing: add(kept?.standing, right, at),
        topics: { ...kept?.topics, [topic]: add(own(kept?.topics ?? {}, topic), right, at) },
        calibration:
          confidence === null ? calibration : newtonStep(calibration, [1, statedLogit(confidence)], right ? 1 : 0),
        stated: (kept?.stated ?? 0) + (confidence === null ? 0 : 1),
      },
    },
  }
}

function withWrongPairs(wrong: TrackRecord['wrong'], ballots: readonly Ballot[], truth: string | null) {
  const counted = { ...wrong }
  for (const [one, other] of pairsOf(ballots)) {
    if (one.option === truth || other.option === truth) continue
    const key = pairKey(one, other)
    const { pairs, same } = own(counted, key) ?? { pairs: 0, same: 0 }
    counted[key] = { pairs: pairs + 1, same: same + (one.option === other.option ? 1 : 0) }
  }
  return counted
}
