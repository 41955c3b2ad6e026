import { perValue } from '../../mode/per-value.ts'
import { type DebateView, type ModeView, type PositionView, plainView } from '../../mode/view.ts'
import type { Run } from '../../state/session.ts'
import { readPanel } from './accessors.ts'
import { tallyBallots } from './ballot/tally.ts'
import { isBlind, optionHeld } from './debate/options.ts'
import { type Held, type Turn, turnsTaken } from './debate/state.ts'
import type { Panel } from './state.ts'
import { voteView } from './vote-view.ts'

/** What a panel shows. The parts that take time are computed when somebody looks at them. */
export function panelView(run: Run, panel: Panel): ModeView {
  const { finished } = run
  const { topic, protocol, options, decision, ballots } = readPanel(panel)
  return {
    ...plainView(run),
    progress: progressIn(run, panel),
    options,
    get positions() {
      return positionsIn(panel)
    },
    get debate() {
      return debateIn(panel)
    },
    topic,
    ballot: decision,
    // A decision's ballots are its last positions.
    ballotsRepeat: protocol === 'decide',
    get vote() {
      return finished ? voteView(panel, finished.state) : null
    },
    ballots: finished ? ballots : [],
    get tally() {
      return finished && options.length > 0 ? tallyBallots(panel) : null
    },
    get estimate() {
      return finished && !panel.opening.rehearsal ? panel.estimate.pooled : null
    },
    limitsAreFinal: protocol !== null,
    // A discussion and an estimate have no sides.
    expects: protocol === null || protocol === 'decide' ? ['positions', 'decisions'] : ['decisions'],
  }
}

function progressIn(run: Run, panel: Panel): ModeView['progress'] {
  if (readPanel(panel).protocol === 'estimate') return estimateProgress(run, panel)
  const taken = turnsTaken(panel)
  const { turns, rounds, isOver } = readPanel(panel)
  const isShown = turns.length > 0 && !isOver
  const round = Math.min(rounds ?? Number.POSITIVE_INFINITY, Math.floor(taken / seatsIn(run)) + 1)
  return {
    iteration: null,
    turns: { taken, most: panel.opening.maxTurns },
    round: isShown && run.phase === 'running' ? round : null,
    isShown,
  }
}

function estimateProgress(run: Run, { estimate: { given, round }, opening, report }: Panel): ModeView['progress'] {
  const isShown = round > 0 && !report.over
  const turns = { taken: given.length, most: opening.maxTurns }
  return { iteration: null, turns, round: isShown && run.phase === 'running' ? round : null, isShown }
}

const seatsIn = ({ team }: Run): number => Math.max(1, team.members.length)

type Known = {
  readonly panel: Panel
  readonly options: ModeView['options']
  readonly positions: readonly PositionView[]
}
const known = new WeakMap<readonly Held[], Known>()

/** The same list as long as nothing in it has changed: every message with a position is rendered from it. */
function positionsIn(panel: Panel): readonly PositionView[] {
  const { ledger, options } = readPanel(panel)
  const before = known.get(ledger)
  if (before?.panel === panel) return before.positions
  const isSame =
    before?.options === options &&
    ledger.every((line, place) => before.positions[place]?.blind === isBlind(panel, line))
  const positions = isSame ? before.positions : ledger.map((line) => positionOf(panel, line))
  known.set(ledger, { panel, options, positions })
  return positions
}

function positionOf(panel: Panel, line: Held): PositionView {
  const { options } = readPanel(panel)
  const option = optionHeld(options, line)
  const { move: _move, grounds: _grounds, veto: _veto, option: _letter, ...said } = line
  return { ...said, choice: option ? options.indexOf(option) : null, blind: isBlind(panel, line) }
}

const debateIn = perValue((panel: Panel): DebateView | null => {
  const { turns, isOver } = readPanel(panel)
  if (turns.length === 0) return null
  const round = Math.max(...turns.map((turn) => turn.round))
  const agents = [...new Set(turns.map(({ agent }) => agent))]
  return {
    round,
    speakers: Object.fromEntries(agents.map((agent) => [agent, stateOf(turns, agent, round)])),
    moved: turns.filter((turn) => turn.round === round && turn.changed).length,
    wantsMore: turns.some(({ more }) => more),
    isOver,
  }
})

function stateOf(turns: readonly Turn[], agent: string, round: number): DebateView['speakers'][string] {
  const newest = turns.findLast((turn) => turn.agent === agent)
  if (newest?.state.startsWith('speaking')) return 'speaking'
  if (newest?.state === 'failed' || newest?.state === 'blocked') return 'stopped'
  return newest?.round === round ? 'spoken' : 'waiting'
}
