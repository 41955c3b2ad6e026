import type { Run } from '../../state/session.ts'
import type { CastBallot, CommittedBallots } from './ballot/state.ts'
import type { ClusteredOption, Held, Turn } from './debate/state.ts'
import type { Experiment } from './experiment/state.ts'
import type { ProtocolName } from './setup/protocol-name.ts'
import type { Panel } from './state.ts'

/** What others may read of a panel's state, wherever the panel keeps it. */
export type PanelReading = {
  /** The topic as approved, or as far as it is written. */
  readonly topic: string
  /** Null until the topic is written. */
  readonly protocol: ProtocolName | null
  /** The maximum rounds of a decision. Null in a discussion. */
  readonly rounds: number | null
  readonly turns: readonly Turn[]
  /** Every position that was stated, in order. */
  readonly ledger: readonly Held[]
  readonly options: readonly ClusteredOption[]
  /** The decision that the ballots belong to. Null until the ballot is open. */
  readonly decision: string | null
  /** Who voted for what. Anyone who follows a run live gets the voters only. */
  readonly ballots: readonly CastBallot[]
  readonly eligible: readonly string[]
  readonly committed: CommittedBallots | null
  readonly isOver: boolean
}

/** The panel of a run. Null for other modes, and before the run has begun. */
export const panelIn = (run: Pick<Run, 'mode' | 'data'> | null | undefined): Panel | null =>
  run?.mode === 'panel' ? (run.data as unknown as Panel | null) : null

export const readPanel = (panel: Panel): PanelReading => ({
  topic: panel.opening.topic,
  protocol: panel.opening.protocol,
  rounds: panel.opening.rounds,
  turns: panel.debate.turns,
  ledger: panel.debate.ledger,
  options: panel.debate.options,
  decision: panel.ballot.decision,
  ballots: panel.ballot.ballots,
  eligible: panel.ballot.eligible,
  committed: panel.ballot.committed,
  isOver: panel.report.over,
})

/** The panel as screens may see it: until the ballots are published, they show who has voted but not for what. */
function withSecretBallots(before: Panel): Panel {
  const panel = withSealedPredictions(withSealedEstimates(before))
  if (panel.ballot.published) return panel
  const voters = [...panel.ballot.ballots.map(({ voter }) => voter), ...panel.ballot.abstained]
  const sealed = { option: '', confidence: null, reason: '', veto: '', model: '' }
  const ballots = voters.map((voter) => ({ voter, ...sealed }))
  return { ...panel, ballot: { ...panel.ballot, ballots, abstained: [] } }
}

/** Until the estimate is pooled, screens show who has answered but not what. */
function withSealedEstimates(panel: Panel): Panel {
  const { given, pooled } = panel.estimate
  if (pooled || given.length === 0) return panel
  const sealed = given.map((one) => ({ ...one, range: null, reason: '', shared: '' }))
  return { ...panel, estimate: { ...panel.estimate, given: sealed } }
}

/** Until an experiment has finished, screens show who has predicted but not what. */
function withSealedPredictions(panel: Panel): Panel {
  const { experiment } = panel.debate
  const isSealed = (one: Experiment) => one.shown === null && one.predictions.length > 0
  if (!experiment?.opened.some(isSealed)) return panel
  const opened = experiment.opened.map((one) =>
    isSealed(one)
      ? { ...one, predictions: one.predictions.map(({ agent }) => ({ agent, option: '', confidence: null })) }
      : one,
  )
  return { ...panel, debate: { ...panel.debate, experiment: { ...experiment, opened } } }
}

/** A run as screens may see it. A panel keeps its ballots in its own data until it publishes them. */
export function withSealedVotes(run: Run): Run {
  const panel = panelIn(run)
  return panel ? { ...run, data: withSecretBallots(panel) } : run
}

/** Parts of a panel's state, by room. */
export type PanelParts = { readonly [room in keyof Panel]?: Partial<Panel[room]> }

/** The panel with these parts changed: for tests and planted bugs. */
export const withParts = (panel: Panel, parts: PanelParts): Panel => ({
  opening: { ...panel.opening, ...parts.opening },
  estimate: { ...panel.estimate, ...parts.estimate },
  debate: { ...panel.debate, ...parts.debate },
  ballot: { ...panel.ballot, ...parts.ballot },
  report: { ...panel.report, ...parts.report },
})
