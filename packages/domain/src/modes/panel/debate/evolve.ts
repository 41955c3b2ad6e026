import type { Event, EventOf } from '../../../event/event.ts'
import type { MessageId } from '../../../shared/ids.ts'
import { without } from '../../../shared/record.ts'
import { evolveExperiment } from '../experiment/evolve.ts'
import type { OpeningState } from '../opening/state.ts'
import { editTurn, heardBy, isSettled, isSpeaking, newTurn } from './evolve-turns.ts'
import { askAgain, hasNoWords, noveltyOf } from './nothing-new.ts'
import { type ClusteredOption, type DebateState, type Held, isTaken, type TurnCost } from './state.ts'

/** Records what is said in the debate. Text is parsed elsewhere: the facts contain everything needed here. */
export function evolveDebate(before: DebateState, event: Event, opening: OpeningState): DebateState {
  const debate = evolveTurns(before, event, opening)
  const experiment = evolveExperiment(debate.experiment, event)
  return experiment === undefined || experiment === debate.experiment ? debate : { ...debate, experiment }
}

function evolveTurns(debate: DebateState, event: Event, { protocol }: OpeningState): DebateState {
  switch (event.type) {
    case 'task.assigned':
      return event.data.via ? debate : assigned(debate, event, protocol === 'decide')
    case 'task.finished':
      return finished(debate, event)
    case 'model.replied':
      return saying(debate, event.task, ({ calls }) => ({ calls: calls + event.data.calls.length }))
    case 'usage':
      return saying(debate, event.task, () => ({ output: event.data.output }))
    case 'commentary':
      return saying(debate, event.task, () => ({ output: null }))
    case 'message':
      return said(debate, event)
    case 'position':
      return stated(debate, event)
    case 'moderation':
      return moderated(debate, event)
    case 'compaction':
      return compacted(debate, event)
    default:
      return evolveOptions(debate, event)
  }
}

/** Records what there is to choose between, and how far the panelists have answered it. */
function evolveOptions(debate: DebateState, event: Event): DebateState {
  switch (event.type) {
    case 'options.drawn':
      return { ...debate, options: event.data.options }
    case 'decision.proposed':
      return event.data.ballot ? { ...debate, options: optionsOf(event.data) } : debate
    case 'protocol.chosen':
      return withoutEscalation(debate)
    case 'escalation':
      return { ...debate, escalation: event.data }
    case 'run.state':
      return moved(debate, event)
    case 'warning':
      return warned(debate, event)
    default:
      return debate
  }
}

function saying(
  debate: DebateState,
  task: string | undefined,
  change: (before: TurnCost) => Partial<TurnCost>,
): DebateState {
  const before = task === undefined ? undefined : debate.saying[task]
  if (!before || task === undefined) return debate
  return { ...debate, saying: { ...debate.saying, [task]: { ...before, ...change(before) } } }
}

function assigned(debate: DebateState, event: EventOf<'task.assigned'>, isDecision: boolean): DebateState {
  const { to, kind, takes = [], turn } = event.data
  const reads = { seen: { ...debate.seen, [to]: debate.board.length } }
  switch (kind) {
    case 'clarify':
    case 'topic':
      return takes.length === 0 ? debate : { ...debate, board: untold(debate, takes) }
    case 'contribute':
      return {
        ...debate,
        ...opened(debate, event.task),
        seen: { ...debate.seen, [to]: heardBy(debate, to, isDecision) },
        picked: null,
        notes: without(debate.notes, to),
        turns: [...debate.turns, newTurn(debate, to, turn ?? 0)],
      }
    case 'redirect':
      return {
        ...debate,
        ...opened(debate, event.task),
        turns: editTurn(debate.turns, to, { state: 'speaking again' }),
      }
    case 'vote':
      return { ...debate, revoted: [...debate.revoted, to] }
    case 'options':
      return { ...debate, optionsAsked: debate.optionsAsked + 1, ...withoutCheck(debate, event.task) }
    case 'next_speaker':
      return { ...debate, ...reads, pickedFor: turn ?? 0, ...withoutCheck(debate, event.task) }
    case 'converged':
      return { ...debate, ...reads, checkedAt: turn ?? 0, ...withoutCheck(debate, event.task) }
    default:
      return debate
  }
}

const opened = ({ saying: open }: DebateState, task = ''): Pick<DebateState, 'saying'> => ({
  saying: { ...open, [task]: { output: null, calls: 0 } },
})

/** A check is repeated only once. */
const withoutCheck = ({ unreadChecks = [] }: DebateState, task: string | undefined) => ({
  ...(unreadChecks.length > 0 && { unreadChecks: unreadChecks.filter((id) => !task?.startsWith(id)) }),
})

/** Answers to the Head's clarifying questions are in its topic, not on the board. */
const untold = ({ board }: DebateState, takes: readonly MessageId[]) => board.filter(({ id }) => !takes.includes(id))

function finished(debate: DebateState, event: EventOf<'task.finished'>): DebateState {
  const { ok, ms, bound } = event.data
  const { task = '' } = event
  if (debate.saying[task] === undefined) return debate
  const before = debate.turns.findLast(({ agent }) => agent === event.agent)
  const change = {
    ms: (before?.ms ?? 0) + ms,
    stale: hasNoWords(event.data),
    stuck: before?.stuck || bound === 'no_progress',
    ...(!ok && { state: 'failed' as const }),
  }
  return { ...debate, saying: without(debate.saying, task), turns: editTurn(debate.turns, event.agent, change) }
}

function said(debate: DebateState, event: EventOf<'message'>): DebateState {
  const { kind, author, role, to, text, needsMore = false } = event.data
  const id = event.id as MessageId
  // A message from the user does not count as a panelist's argument, even if the user has a seat.
  const onBoard = { board: [...debate.board, { id, by: role === 'user' ? '' : author }] }
  if (kind === 'argument') {
    const turns = editTurn(debate.turns, author, { message: id, more: needsMore, ...noveltyOf(debate, author, text) })
    return { ...debate, ...onBoard, turns }
  }
  if (role === 'user') return askAgain(to === undefined ? { ...debate, ...onBoard } : debate, to)
  return kind === 'moderation' && to !== undefined ? { ...debate, picked: to } : debate
}

function stated(debate: DebateState, event: EventOf<'position'>): DebateState {
  const { changed } = event.data
  const agent = event.agent ?? ''
  const ledger = [...debate.ledger, heldIn(agent, event.data)]
  return isSpeaking(debate, agent)
    ? { ...debate, ledger, turns: editTurn(debate.turns, agent, { stated: true, changed }) }
    : { ...debate, ledger }
}

const heldIn = (agent: string, data: EventOf<'position'>['data']): Held => ({
  agent,
  round: data.round,
  position: data.position,
  confidence: data.confidence,
  changed: data.changed,
  because: data.because,
  flagged: data.flagged ?? false,
  message: data.message ?? null,
  option: data.option ?? null,
  probabilities: data.probabilities ?? null,
  abstains: data.abstains ?? false,
  move: data.move ?? null,
  grounds: data.grounds ?? null,
  reason: data.reason ?? '',
  veto: data.veto ?? '',
})

function moderated(debate: DebateState, event: EventOf<'moderation'>): DebateState {
  const { action, rule, reason } = event.data
  const agent = event.agent ?? ''
  if (action === 'converged') return { ...debate, verdict: reason }
  const isHarmless = action === 'approved'
  const violations = isHarmless ? debate.violations : [...debate.violations, { action, rule, reason, agent }]
  if (action === 'passed_over') return { ...debate, violations, passedOver: [...debate.passedOver, agent] }
  if (rule === 'off_topic') {
    const noted = (event.data.to ?? [agent]).map((one) => [one, [...(debate.notes[one] ?? []), reason]] as const)
    return { ...debate, violations, notes: { ...debate.notes, ...Object.fromEntries(noted) } }
  }
  if (rule === 'convergence' || agent === '') return { ...debate, violations }
  // A blocked final position does not count as a turn.
  if (isSettled(debate, agent)) return { ...debate, violations }
  const state = action === 'force_converge' ? 'approved' : action
  return { ...debate, violations, turns: editTurn(debate.turns, agent, { state }) }
}

/** A conversation starts over. With a text, because the window over the board has moved. */
function compacted(debate: DebateState, event: EventOf<'compaction'>): DebateState {
  if (event.task !== undefined) return debate
  const { to, text } = event.data
  const seen = event.agent === undefined ? debate.seen : without(debate.seen, event.agent)
  const { steps } = debate.window
  return text === '' ? { ...debate, seen } : { ...debate, seen, window: { start: to, summary: text, steps: steps + 1 } }
}

const optionsOf = ({ options, covers = [] }: EventOf<'decision.proposed'>['data']): readonly ClusteredOption[] =>
  options.map((text, index) => ({ text, covers: covers[index] ?? [] }))

const withoutEscalation = ({ escalation: _, ...debate }: DebateState): DebateState => debate

/** Options are asked for again once the debate is over, and once it is resumed. */
function moved(debate: DebateState, { data }: EventOf<'run.state'>): DebateState {
  if (data.from === 'paused' || data.to === 'paused') return debate
  if (data.to === 'converging') return { ...debate, optionsAsked: 0 }
  if (data.trigger !== 'debateResumed') return debate
  return {
    ...askAgain(debate),
    options: [],
    optionsAsked: 0,
    unreadVotes: [],
    revoted: [],
    verdict: null,
    resumedAt: debate.turns.filter(isTaken).length,
  }
}

function warned(debate: DebateState, { data, agent = '', task }: EventOf<'warning'>): DebateState {
  switch (data.code) {
    case 'ballot_unread':
      return { ...debate, unreadVotes: [...debate.unreadVotes, agent] }
    case 'convergence_unread':
    case 'next_speaker_unread':
    case 'grouping_unread':
      return { ...debate, unreadChecks: [...(debate.unreadChecks ?? []), task ?? ''] }
    default:
      return debate
  }
}
