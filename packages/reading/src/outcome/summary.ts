import {
  countedIn,
  countText,
  type DecisionOutcome,
  EVAL_TAG,
  type RecordedDecision,
  withoutCopies,
} from '@convene/domain'

/** How a model did in the resolved decisions it voted in. */
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
  /** How often the decision itself was right. An open one counts as wrong. */
  readonly teamRight: number
  readonly models: readonly ModelSummary[]
  readonly pairs: readonly PairSummary[]
}

export type CountedDecision = RecordedDecision & { readonly resolved: DecisionOutcome }

/** Decisions made by an eval: their answers are graded there, so nobody has to report an outcome. */
export const isOfEval = ({ topic }: Pick<RecordedDecision, 'topic'>): boolean => topic === EVAL_TAG

/** Whether the user can still report the outcome of a decision. A rehearsal's says nothing about models. */
export const lacksOutcome = ({ resolved, isRehearsal, topic }: RecordedDecision): boolean =>
  resolved === null && !isRehearsal && !isOfEval({ topic })

/** For decisions whose log has no review date. */
const REVIEW_AFTER_MS = 30 * 86_400_000

export const reviewTime = ({ reviewBy, at }: RecordedDecision): number => reviewBy ?? at + REVIEW_AFTER_MS

/** Whether the outcome of a decision is due. An open one has nothing to review. */
export const isDue = (decision: RecordedDecision, now: number): boolean =>
  lacksOutcome(decision) && decision.chosen !== null && reviewTime(decision) <= now

/** What the resolved decisions say about models, teams and pairs, for `convene records`. */
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

export const truthOf = ({ resolved }: CountedDecision): string | null =>
  resolved.outcome === 'option' ? resolved.option : null
export const isRight = (decision: CountedDecision): boolean =>
  decision.chosen !== null && decision.chosen === truthOf(decision)
export const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

function grouped<T>(all: readonly T[], keyOf: (each: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const each of all) {
    const group = groups.get(keyOf(each))
    if (group) group.push(each)
    else groups.set(keyOf(each), [each])
  }
  return groups
}

function modelsIn(decisions: readonly CountedDecision[]): readonly ModelSummary[] {
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

const everyTwo = <T>(all: readonly T[]): readonly (readonly [T, T])[] =>
  all.flatMap((one, index) => all.slice(index + 1).map((other) => [one, other] as const))

export function pairsIn(decisions: readonly CountedDecision[]): readonly PairSummary[] {
  const found = decisions.flatMap((decision) =>
    everyTwo(decision.ballots).flatMap(([one, other]) => {
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

/** `8 points too sure`: how well calibrated a stated confidence is, in words. Up to two points off counts as honest. */
export function sureText({ said, was }: { readonly said: number; readonly was: number }): string {
  const points = Math.round((said - was) * 100)
  if (Math.abs(points) <= 2) return 'as sure as it should be'
  return `${countText(Math.abs(points), 'point')} too ${points > 0 ? 'sure' : 'unsure'}`
}
