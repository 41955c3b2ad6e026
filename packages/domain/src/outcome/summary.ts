import { pairsOf } from '../track-record/track-record.ts'
import { countedIn, type DecisionOutcome, type RecordedDecision, withoutCopies } from './recorded.ts'

/** How a model did over the resolved decisions it voted in. */
export type ModelSummary = {
  readonly model: string
  readonly votes: number
  readonly right: number
  /** Over votes with a stated confidence, as shares. Null if there are none. */
  readonly stated: {
    readonly votes: number
    readonly said: number
    readonly was: number
    readonly brier: number
  } | null
}

/** Two models that were wrong in the same decision, and how often they were wrong in the same way. */
export type PairSummary = {
  readonly models: readonly [string, string]
  readonly together: number
  readonly bothWrong: number
  readonly sameWrong: number
}

export type RecordSummary = {
  readonly resolved: number
  readonly unresolved: number
  /** How often the decision itself was right. One that was left open counts as wrong. */
  readonly teamRight: number
  readonly models: readonly ModelSummary[]
  readonly pairs: readonly PairSummary[]
}

type Counted = RecordedDecision & { readonly resolved: DecisionOutcome }

/** Whether the user can still say how a decision turned out. A rehearsal's says nothing about models. */
export const lacksOutcome = ({ resolved, isRehearsal }: RecordedDecision): boolean => resolved === null && !isRehearsal

/** What the resolved decisions say about models, teams and pairs, as `convene records` shows it. */
export function summarize(decisions: readonly RecordedDecision[]): RecordSummary {
  const counted = countedIn(decisions)
  return {
    resolved: counted.length,
    unresolved: withoutCopies(decisions).filter(lacksOutcome).length,
    teamRight: counted.filter(isRight).length,
    models: modelsIn(counted),
    pairs: pairsIn(counted),
  }
}

const truthOf = ({ resolved }: Counted): string | null => (resolved.outcome === 'option' ? resolved.option : null)
const isRight = (decision: Counted): boolean => decision.chosen !== null && decision.chosen === truthOf(decision)
const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

function grouped<T>(all: readonly T[], keyOf: (each: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const each of all) {
    const group = groups.get(keyOf(each))
    if (group) group.push(each)
    else groups.set(keyOf(each), [each])
  }
  return groups
}

function modelsIn(decisions: readonly Counted[]): readonly ModelSummary[] {
  const votes = decisions.flatMap((decision) =>
    decision.ballots.map(({ model, option, confidence }) => ({
      model,
      confidence,
      right: option === truthOf(decision) ? 1 : 0,
    })),
  )
  const byModel = grouped(votes, ({ model }) => model)
  const rows = [...byModel].map(([model, own]): ModelSummary => {
    const stated = own.flatMap(({ confidence, right }) =>
      confidence === null ? [] : [{ said: confidence / 100, right }],
    )
    const sum = (pick: (vote: { said: number; right: number }) => number) =>
      share(
        stated.reduce((total, vote) => total + pick(vote), 0),
        stated.length,
      )
    return {
      model,
      votes: own.length,
      right: own.filter(({ right }) => right === 1).length,
      stated:
        stated.length === 0
          ? null
          : {
              votes: stated.length,
              said: sum(({ said }) => said),
              was: sum(({ right }) => right),
              brier: sum(({ said, right }) => (said - right) ** 2),
            },
    }
  })
  return rows.toSorted((one, other) => other.votes - one.votes || (one.model < other.model ? -1 : 1))
}

function pairsIn(decisions: readonly Counted[]): readonly PairSummary[] {
  const found = decisions.flatMap((decision) =>
    pairsOf(decision.ballots).flatMap(([one, other]) => {
      if (one.model === other.model) return []
      const truth = truthOf(decision)
      const wrong = one.option !== truth && other.option !== truth
      const models = [one.model, other.model].toSorted() as [string, string]
      return [{ key: models.join(' + '), models, wrong, same: wrong && one.option === other.option }]
    }),
  )
  return [...grouped(found, ({ key }) => key).values()]
    .map((own) => ({
      models: own[0]?.models ?? (['', ''] as const),
      together: own.length,
      bothWrong: own.filter(({ wrong }) => wrong).length,
      sameWrong: own.filter(({ same }) => same).length,
    }))
    .toSorted((one, other) => other.sameWrong - one.sameWrong || other.together - one.together)
}

/** What the record advises about a team: its models, in no particular order. */
export type TeamAdvice = {
  /** Decisions in which all of these models voted. */
  readonly decisions: number
  /** About how many independent votes the team has. */
  readonly effectiveVotes: number
  readonly teamRight: number
  /** The best model, if it alone would have been right at least as often as the team. */
  readonly alone: { readonly model: string; readonly right: number } | null
}

const ADVICE_FROM = 20

/** Null with fewer than 20 resolved decisions of just these models. */
export function adviceOn(models: readonly string[], decisions: readonly RecordedDecision[]): TeamAdvice | null {
  const seats = [...new Set(models)]
  const together = countedIn(decisions).filter(({ ballots }) =>
    seats.every((model) => ballots.some((ballot) => ballot.model === model)),
  )
  if (seats.length < 2 || together.length < ADVICE_FROM) return null
  const rightOf = (model: string) =>
    together.map((decision) =>
      decision.ballots.some((ballot) => ballot.model === model && ballot.option === truthOf(decision)) ? 1 : 0,
    )
  const rows = seats.map((model) => ({ model, hits: rightOf(model) }))
  const [best] = rows
    .map(({ model, hits }) => ({ model, right: hits.filter((hit) => hit === 1).length }))
    .toSorted((one, other) => other.right - one.right)
  const teamRight = together.filter(isRight).length
  const correlations = rows.flatMap((one, index) => rows.slice(index + 1).map((two) => correlation(one.hits, two.hits)))
  const mean = Math.max(
    0,
    share(
      correlations.reduce((sum, each) => sum + each, 0),
      correlations.length,
    ),
  )
  return {
    decisions: together.length,
    effectiveVotes: seats.length / (1 + (seats.length - 1) * mean),
    teamRight,
    alone: best && best.right >= teamRight ? best : null,
  }
}

/** Of two lists of zeros and ones. Lists without variation count as independent. */
function correlation(one: readonly number[], other: readonly number[]): number {
  const mean = (list: readonly number[]) =>
    share(
      list.reduce((sum, each) => sum + each, 0),
      list.length,
    )
  const [a, b] = [mean(one), mean(other)]
  const both = share(
    one.reduce((sum, each, index) => sum + each * (other[index] ?? 0), 0),
    one.length,
  )
  const spread = Math.sqrt(a * (1 - a) * b * (1 - b))
  return spread === 0 ? 0 : (both - a * b) / spread
}
