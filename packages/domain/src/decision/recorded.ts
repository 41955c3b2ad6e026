import { learnOutcome } from '../counting/learn-outcome.ts'
import { type CountedVote, emptyRecord, type TrackRecord, topicOf } from '../counting/record.ts'
import type { Basis, How } from '../event/decision-facts.ts'
import type { Event, EventOf } from '../event/event.ts'
import type { SessionId } from '../shared/ids.ts'
import { seatsOf } from '../team/team.ts'
import { USER } from '../team/user-seat.ts'

/** How a decision turned out: which option was right, that none was, or that it is unclear. */
export type DecisionOutcome = {
  readonly outcome: 'option' | 'none' | 'unclear'
  readonly option: string | null
  readonly by: string
  readonly note: string
  readonly at: number
}

/** A committed decision from the log, with its votes and outcome. */
export type RecordedDecision = {
  readonly session: SessionId
  readonly run: string
  readonly decision: string
  readonly question: string
  /** Its subject, for records by topic: see `topicOf`. */
  readonly topic: string
  readonly options: readonly string[]
  /** Null if it was left open. */
  readonly chosen: string | null
  readonly how: How
  readonly ballots: readonly CountedVote[]
  /** The rehearsal model took part, so the decision says nothing about models. */
  readonly isRehearsal: boolean
  readonly at: number
  /** How likely it was said to be right, and why, if the votes decided. */
  readonly likely?: { readonly probability: number; readonly basis: Basis }
  /** When to check how it turned out. */
  readonly reviewBy?: number
  readonly resolved: DecisionOutcome | null
  /** What its voters predicted that experiments would show, where a program could tell what they showed. */
  readonly predictions?: readonly Prediction[]
}

/** A sealed prediction, and whether it came true. */
export type Prediction = { readonly model: string; readonly right: boolean }

/** The committed decisions in a log, oldest first. The newest resolution of each counts. */
export function recordedIn(events: readonly Event[]): readonly RecordedDecision[] {
  const committed = events.filter((event) => event.type === 'decision.committed')
  const tags = events.findLast((event) => event.type === 'session.updated' && event.data.tags !== undefined)
  const own = (tags?.type === 'session.updated' && tags.data.tags) || []
  return committed.flatMap((event) => recordedOf(events, event, topicOf(own, fieldOf(events, event))))
}

/** The Head's word for the field of the question. */
function fieldOf(events: readonly Event[], { run }: EventOf<'decision.committed'>): string | undefined {
  const chosen = events.findLast((event) => event.type === 'protocol.chosen' && event.run === run)
  return chosen?.type === 'protocol.chosen' ? chosen.data.field : undefined
}

function recordedOf(
  events: readonly Event[],
  committed: EventOf<'decision.committed'>,
  topic: string,
): readonly RecordedDecision[] {
  const { decision, option, how, probability, basis, reviewBy } = committed.data
  const isCounted = how === 'majority' || how === 'record'
  const run = committed.run ?? ''
  const own = events.filter(
    (event) => (event.run ?? '') === run && 'decision' in event.data && event.data.decision === decision,
  )
  const proposed = own.find((event) => event.type === 'decision.proposed')
  if (!proposed) return []
  const started = events.find((event) => event.type === 'run.started' && event.run === committed.run)
  const models = started?.type === 'run.started' ? modelsIn(started) : new Map<string, SeatModel>()
  const votes = own.filter((event) => event.type === 'decision.voted')
  const ballots = votes.flatMap(({ data }) => ballotOf(data, models))
  const predictions = proposed.data.ballot ? predictionsIn(events, run, models) : []
  return [
    {
      session: committed.session,
      run,
      decision,
      question: proposed.data.topic,
      topic,
      options: proposed.data.options,
      chosen: how === 'undecided' ? null : option,
      how,
      ballots,
      isRehearsal: [...models.values()].some(({ isRehearsal }) => isRehearsal),
      at: committed.at,
      ...(isCounted && probability !== undefined && basis && { likely: { probability, basis } }),
      ...(reviewBy !== undefined && { reviewBy }),
      resolved: resolutionIn(events, run, decision),
      ...(predictions.length > 0 && { predictions }),
    },
  ]
}

type SeatModel = { readonly model: string; readonly isRehearsal: boolean }

function modelsIn({ data }: EventOf<'run.started'>): ReadonlyMap<string, SeatModel> {
  const { models } = data.settings
  return new Map(
    seatsOf(data.team).map(({ slug, model }) => [slug, { model, isRehearsal: models[model]?.rehearsal === true }]),
  )
}

/** The newest prediction of each seat for each experiment of a run. */
function predictionsIn(
  events: readonly Event[],
  run: string,
  models: ReadonlyMap<string, SeatModel>,
): readonly Prediction[] {
  const own = events.filter((event) => event.run === run)
  return own.flatMap((shown) => {
    if (shown.type !== 'experiment.finished' || shown.data.option === undefined) return []
    const { experiment, option } = shown.data
    const newest = new Map<string, string>()
    for (const { type, agent = '', data } of own)
      if (type === 'experiment.predicted' && data.experiment === experiment) newest.set(agent, data.option)
    return [...newest].flatMap(([agent, predicted]) => {
      const model = models.get(agent)?.model
      return model === undefined || predicted === '' ? [] : [{ model, right: predicted === option }]
    })
  })
}

/** Abstentions and the lead's decision are not votes. The same seat with a different model is a different voter. */
function ballotOf(
  { voter, option, abstains, casting, confidence }: EventOf<'decision.voted'>['data'],
  models: ReadonlyMap<string, SeatModel>,
): readonly CountedVote[] {
  if (abstains || casting || option === '') return []
  const model = voter === USER ? USER : models.get(voter)?.model
  if (model === undefined) return []
  return [{ voter: voter === USER ? USER : `${voter} (${model})`, model, option, confidence: confidence ?? null }]
}

/** The newest outcome of a decision that was not withdrawn. */
export function resolutionIn(events: readonly Event[], run: string, decision: string): DecisionOutcome | null {
  const last = events.findLast(
    (event) => event.type === 'decision.resolved' && event.data.decision === decision && (event.data.run ?? '') === run,
  )
  if (last?.type !== 'decision.resolved' || last.data.outcome === 'withdrawn') return null
  const { outcome, option, by, note = '' } = last.data
  return { outcome, option: option ?? null, by, note, at: last.at }
}

/** Forks copy decisions. Each counts once, with its newest outcome. */
export function withoutCopies(decisions: readonly RecordedDecision[]): readonly RecordedDecision[] {
  const known = new Map<string, RecordedDecision>()
  for (const each of decisions) {
    const key = `${each.run} ${each.decision}`
    const before = known.get(key)
    if (!before || (each.resolved?.at ?? 0) > (before.resolved?.at ?? 0)) known.set(key, each)
  }
  return [...known.values()]
}

/** The resolved decisions that say something about models, in the order they were resolved. */
export const countedIn = (
  decisions: readonly RecordedDecision[],
): readonly (RecordedDecision & { resolved: DecisionOutcome })[] =>
  withoutCopies(decisions)
    .flatMap((each) => (each.resolved ? [{ ...each, resolved: each.resolved }] : []))
    .filter(
      ({ resolved, isRehearsal, ballots }) => resolved.outcome !== 'unclear' && !isRehearsal && ballots.length > 0,
    )
    .toSorted((one, other) => one.resolved.at - other.resolved.at || (keyOf(one) < keyOf(other) ? -1 : 1))

const keyOf = ({ session, run, decision }: RecordedDecision): string => `${session} ${run} ${decision}`

/** The track record from all resolved decisions. The order of the sessions does not matter. */
export function trackRecordOf(decisions: readonly RecordedDecision[]): TrackRecord {
  return countedIn(decisions).reduce((record, { topic, options, ballots, resolved }) => {
    const truth = resolved.outcome === 'option' ? resolved.option : null
    return learnOutcome(record, { topic, options, ballots }, { truth, at: resolved.at })
  }, emptyRecord)
}
