import type { Event, EventOf } from '../../event/event.ts'
import type { MessageId } from '../../shared/ids.ts'
import { without } from '../../shared/record.ts'
import { askAgain, isSilent, newIn } from './debate/nothing-new.ts'
import { answerEnded, evolveClosing } from './evolve-closing.ts'
import type { Held, Panel, Saying, Turn } from './setup/state.ts'

/** Records what happened in a panel. Text is parsed elsewhere: the facts contain everything needed here. */
export function evolve(panel: Panel, event: Event): Panel {
  if (panel.over) return panel
  switch (event.type) {
    case 'task.assigned':
      return event.data.via ? panel : assigned(panel, event)
    case 'task.finished':
      return finished(panel, event)
    case 'model.replied':
      return saying(panel, event.task, ({ calls }) => ({ calls: calls + event.data.calls.length }))
    case 'usage':
      return saying(panel, event.task, () => ({ output: event.data.output }))
    case 'commentary':
      return saying(panel, event.task, () => ({ output: null }))
    case 'question.asked':
      return asked(panel, event)
    case 'question.answered':
      return answered(panel, event)
    case 'message':
      return said(panel, event)
    case 'position':
      return stated(panel, event)
    case 'moderation':
      return moderated(panel, event)
    case 'progress':
      return event.data.total === undefined ? panel : { ...panel, maxTurns: event.data.total }
    case 'compaction':
      return moved(panel, event)
    default:
      return evolveClosing(panel, event)
  }
}

function saying(panel: Panel, task: string | undefined, change: (before: Saying) => Partial<Saying>): Panel {
  const before = task === undefined ? undefined : panel.saying[task]
  if (!before || task === undefined) return panel
  return { ...panel, saying: { ...panel.saying, [task]: { ...before, ...change(before) } } }
}

function assigned(panel: Panel, event: EventOf<'task.assigned'>): Panel {
  const { to, heading, takes = [], turn } = event.data
  const tried = { ...panel.tried, [heading]: (panel.tried[heading] ?? 0) + 1 }
  const open: Panel = {
    ...panel,
    tried,
    saying: { ...panel.saying, [event.task ?? '']: { heading, output: null, calls: 0 } },
  }
  const reads = { ...open, seen: { ...open.seen, [to]: open.board.length } }
  switch (heading) {
    case 'Clarify':
      return { ...open, questions: [], board: untold(open, takes) }
    case 'Topic':
      return { ...open, drafts: open.drafts + 1, gate: null, board: untold(open, takes) }
    case 'Contribute':
      return {
        ...open,
        seen: { ...open.seen, [to]: heardBy(open, to) },
        picked: null,
        notes: without(open.notes, to),
        turns: [...open.turns, newTurn(panel, to, turn ?? 0)],
      }
    case 'Vote':
      return { ...open, revoted: [...open.revoted, to] }
    case 'Redirect':
      return { ...open, turns: edit(open.turns, to, { state: 'speaking again' }) }
    case 'Options':
      return { ...open, ...withoutCheck(open, event.task) }
    case 'Next speaker':
      return { ...reads, pickedFor: turn ?? 0, ...withoutCheck(open, event.task) }
    case 'Converged?':
      return { ...reads, checkedAt: turn ?? 0, ...withoutCheck(open, event.task) }
    default:
      return open
  }
}

/**
 * How much of the board a panelist has heard when it is asked. In a blind round, and in every round of a decision, what
 * the others say is new to it in the next one, even if they were asked before it.
 */
function heardBy(panel: Panel, agent: string): number {
  const { board, turns, protocol } = panel
  const round = roundOf(panel, agent)
  if (round > 1 && protocol !== 'decide') return board.length
  const first = board.findIndex(({ id }) => turns.some((turn) => turn.message === id && turn.round === round))
  return first < 0 ? board.length : first
}

/** A check is repeated only once. */
const withoutCheck = ({ unreadChecks = [] }: Panel, task: string | undefined) => ({
  ...(unreadChecks.length > 0 && { unreadChecks: unreadChecks.filter((id) => !task?.startsWith(id)) }),
})

/** Answers to the Head's clarifying questions are in its topic, not on the board. */
const untold = ({ board }: Panel, takes: readonly MessageId[]) => board.filter(({ id }) => !takes.includes(id))

/** The newest round, or the next one if this panelist has already had its turn in it. */
function roundOf({ turns }: Panel, agent: string): number {
  const newest = Math.max(1, ...turns.map(({ round }) => round))
  return turns.some((one) => one.agent === agent && one.round === newest) ? newest + 1 : newest
}

const newTurn = (panel: Panel, agent: string, turn: number): Turn => ({
  turn,
  round: roundOf(panel, agent),
  agent,
  state: 'speaking',
  message: null,
  stated: false,
  changed: false,
  more: false,
  said: null,
  stale: false,
  stuck: false,
  ms: 0,
})

/** The turns, with this agent's newest one changed. */
function edit(turns: readonly Turn[], agent: string | undefined, change: Partial<Turn>): readonly Turn[] {
  const last = turns.findLastIndex((one) => one.agent === agent)
  return turns.map((turn, index) => (index === last ? { ...turn, ...change } : turn))
}

const isSpeaking = (panel: Panel, agent: string | undefined): boolean =>
  panel.turns.findLast((turn) => turn.agent === agent)?.state.startsWith('speaking') ?? false

function finished(panel: Panel, event: EventOf<'task.finished'>): Panel {
  const { ok, ms, bound } = event.data
  const heading = panel.saying[event.task ?? '']?.heading
  if (heading === undefined) return panel
  const open = { ...panel, saying: without(panel.saying, event.task ?? '') }
  if (heading !== 'Contribute' && heading !== 'Redirect') return answerEnded(open, heading, event)
  const before = panel.turns.findLast(({ agent }) => agent === event.agent)
  const change = {
    ms: (before?.ms ?? 0) + ms,
    stale: isSilent(event.data),
    stuck: before?.stuck || bound === 'no_progress',
    ...(!ok && { state: 'failed' as const }),
  }
  return { ...open, turns: edit(panel.turns, event.agent, change) }
}

function asked(panel: Panel, { data }: EventOf<'question.asked'>): Panel {
  if (data.call || data.turn) return panel
  if (data.gate) return { ...panel, topic: data.text ?? panel.topic, gate: { id: data.id, answer: '', text: '' } }
  return { ...panel, questions: [...panel.questions, { id: data.id, question: data.question, answer: null }] }
}

function answered(panel: Panel, { data }: EventOf<'question.answered'>): Panel {
  const { id, answer, text = '' } = data
  if (panel.gate?.id === id && answer !== 'approve' && answer !== 'reject')
    return { ...panel, gate: { id, answer: 'reject', text: answer } }
  if (panel.gate?.id === id) {
    const topic = answer === 'approve' && text !== '' ? text : panel.topic
    return { ...panel, topic, gate: { id, answer, text } }
  }
  return { ...panel, questions: panel.questions.map((one) => (one.id === id ? { ...one, answer } : one)) }
}

function said(panel: Panel, event: EventOf<'message'>): Panel {
  const { kind, author, role, to, text, needsMore = false } = event.data
  const id = event.id as MessageId
  // A message from the user does not count as a panelist's argument, even if the user has a seat.
  const onBoard = [...panel.board, { id, by: role === 'user' ? '' : author }]
  if (kind === 'argument')
    return {
      ...panel,
      board: onBoard,
      turns: edit(panel.turns, author, { message: id, more: needsMore, ...newIn(panel, author, text) }),
    }
  if (role === 'user') return askAgain(to === undefined ? { ...panel, board: onBoard } : panel, to)
  if (kind === 'clarification') return { ...panel, clarified: panel.clarified + 1 }
  if (kind === 'topic') return { ...panel, topic: text }
  if (kind === 'moderation' && to !== undefined) return { ...panel, picked: to }
  if (kind === 'synthesis') return { ...panel, report: id }
  if (kind === 'final_position') return { ...panel, reopens: panel.reopens || needsMore }
  return kind === 'ballot' ? { ...panel, published: true } : panel
}

function stated(panel: Panel, event: EventOf<'position'>): Panel {
  const { changed } = event.data
  const agent = event.agent ?? ''
  const ledger = [...panel.ledger, heldIn(agent, event.data)]
  return isSpeaking(panel, agent)
    ? { ...panel, ledger, turns: edit(panel.turns, agent, { stated: true, changed }) }
    : { ...panel, ledger }
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

function moderated(panel: Panel, event: EventOf<'moderation'>): Panel {
  const { action, rule, reason } = event.data
  const agent = event.agent ?? ''
  if (action === 'converged') return { ...panel, verdict: reason }
  const isHarmless = action === 'approved'
  const violations = isHarmless ? panel.violations : [...panel.violations, { action, rule, reason, agent }]
  if (action === 'passed_over') return { ...panel, violations, passedOver: [...panel.passedOver, agent] }
  if (rule === 'off_topic') {
    const noted = (event.data.to ?? [agent]).map((one) => [one, [...(panel.notes[one] ?? []), reason]] as const)
    return { ...panel, violations, notes: { ...panel.notes, ...Object.fromEntries(noted) } }
  }
  if (rule === 'convergence' || agent === '') return { ...panel, violations }
  // A blocked final position does not count as a turn.
  if (isSettled(panel, agent)) return { ...panel, violations }
  const state = action === 'force_converge' ? 'approved' : action
  return { ...panel, violations, turns: edit(panel.turns, agent, { state }) }
}

const isSettled = ({ turns }: Panel, agent: string): boolean => {
  const state = turns.findLast((turn) => turn.agent === agent)?.state
  return state === 'approved' || state === 'blocked'
}

/** A conversation starts over. With a text, because the window over the board has moved. */
function moved(panel: Panel, event: EventOf<'compaction'>): Panel {
  if (event.task !== undefined) return panel
  const { to, text } = event.data
  const seen = event.agent === undefined ? panel.seen : without(panel.seen, event.agent)
  const { steps } = panel.window
  return text === '' ? { ...panel, seen } : { ...panel, seen, window: { start: to, summary: text, steps: steps + 1 } }
}
