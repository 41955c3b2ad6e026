import type { Run } from '../../state/session.ts'
import type { Ballot, Committed, Held, Option, Panel, ProtocolName, Turn } from './setup/state.ts'

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
  readonly options: readonly Option[]
  /** The decision that the ballots belong to. Null until the ballot is open. */
  readonly decision: string | null
  /** Who voted for what. Anyone who follows a run live gets the voters only. */
  readonly ballots: readonly Ballot[]
  readonly eligible: readonly string[]
  readonly committed: Committed | null
  /** How many resolved decisions the run's track record knew at its start. */
  readonly resolved: number
  readonly isOver: boolean
}

/** The panel of a run. Null for other modes, and before the run has begun. */
export const panelIn = (run: Pick<Run, 'mode' | 'data'> | null | undefined): Panel | null =>
  run?.mode === 'panel' ? (run.data as unknown as Panel | null) : null

export const readPanel = (panel: Panel): PanelReading => ({
  topic: panel.topic,
  protocol: panel.protocol,
  rounds: panel.rounds,
  turns: panel.turns,
  ledger: panel.ledger,
  options: panel.options,
  decision: panel.ballot,
  ballots: panel.ballots,
  eligible: panel.eligible,
  committed: panel.committed,
  resolved: panel.known?.record.decisions ?? 0,
  isOver: panel.over,
})

/** The panel as screens may see it: until the ballots are published, they show who has voted but not for what. */
export function withSecretBallots(panel: Panel): Panel {
  if (panel.published) return panel
  const voters = [...panel.ballots.map(({ voter }) => voter), ...panel.abstained]
  const sealed = { option: '', confidence: null, reason: '', veto: '', model: '' }
  return { ...panel, ballots: voters.map((voter) => ({ voter, ...sealed })), abstained: [] }
}

/** The panel with other turns: for simulations that plant a bug. */
export const withTurns = (panel: Panel, turns: readonly Turn[]): Panel => ({ ...panel, turns })

/** A run as screens may see it. A panel keeps its ballots in its own data until it publishes them. */
export function withSealedVotes(run: Run): Run {
  const panel = panelIn(run)
  return panel ? { ...run, data: withSecretBallots(panel) } : run
}
