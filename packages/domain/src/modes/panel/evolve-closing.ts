import type { Event, EventOf } from '../../event/event.ts'
import type { Json } from '../../shared/json.ts'
import { askAgain } from './debate/nothing-new.ts'
import { type Committed, type Panel, turnsTaken } from './setup/state.ts'

/** Records the end of a debate: options, ballots, the report. */
export function evolveClosing(panel: Panel, event: Event): Panel {
  switch (event.type) {
    case 'run.state':
      return moved(panel, event)
    case 'run.finished':
      return { ...panel, over: true }
    case 'decision.proposed':
      return event.data.ballot ? proposed(panel, event.data) : panel
    case 'decision.committed':
      return event.data.decision === panel.ballot ? { ...panel, committed: committedIn(event) } : panel
    case 'protocol.chosen':
      return chosen(panel, event.data)
    case 'session.updated':
      return event.data.tags ? { ...panel, tags: event.data.tags } : panel
    case 'escalation':
      return { ...panel, escalation: event.data }
    case 'options.drawn':
      return { ...panel, options: event.data.options }
    case 'decision.voted':
      return voted(panel, event)
    case 'warning':
      return warned(panel, event)
    default:
      return panel
  }
}

function chosen(
  { first: _, escalation: __, findings: ___, ...panel }: Panel,
  data: EventOf<'protocol.chosen'>['data'],
): Panel {
  const { protocol, rounds = null, first, field, findings } = data
  return { ...panel, protocol, rounds, ...(first && { first }), ...(field && { field }), ...(findings && { findings }) }
}

/** Unaffordable ballots are not requested again. */
const NO_MORE = 1_000

function warned(panel: Panel, { data, agent = '', task }: EventOf<'warning'>): Panel {
  switch (data.code) {
    case 'unknown_citations':
      return { ...panel, unknown: idsIn(data.details) }
    case 'missing_sections':
      return { ...panel, missing: idsIn(data.details) }
    case 'ballot_unread':
      return { ...panel, unreadBallots: [...panel.unreadBallots, agent] }
    case 'convergence_unread':
    case 'next_speaker_unread':
    case 'grouping_unread':
      return { ...panel, unreadChecks: [...(panel.unreadChecks ?? []), task ?? ''] }
    case 'casting_unread':
      return { ...panel, unreadRulings: panel.unreadRulings + 1 }
    case 'no_ballot':
      return { ...panel, tried: { ...panel.tried, 'Final position': NO_MORE } }
    default:
      return panel
  }
}

const idsIn = (details: Json | undefined): readonly string[] => (Array.isArray(details) ? details.map(String) : [])

const proposed = (panel: Panel, data: EventOf<'decision.proposed'>['data']): Panel => ({
  ...panel,
  ballot: data.decision,
  options: optionsOf(data),
  eligible: data.eligible,
})

const optionsOf = ({ options, covers = [] }: EventOf<'decision.proposed'>['data']): Panel['options'] =>
  options.map((text, index) => ({ text, covers: covers[index] ?? [] }))

const needed: readonly string[] = ['Clarify', 'Topic', 'Synthesize']
const closing: readonly string[] = ['Final position', 'Synthesize']

/**
 * An answer outside the debate is over. If the panel cannot continue without it, its failure is kept. An answer that a
 * limit cut off before its first word does not count as tried: it is requested once more, from the reserve.
 */
export function answerEnded(panel: Panel, heading: string, { agent, data }: EventOf<'task.finished'>): Panel {
  const { ok, report, error } = data
  if (ok) return heading === 'Synthesize' ? { ...panel, draft: report } : panel
  if (error?.code === 'limit_reached' && closing.includes(heading)) return cutOff(panel, heading, agent ?? '')
  if (!needed.includes(heading)) return panel
  return { ...panel, headFailed: error ?? { code: 'failed', message: 'The Head failed.' } }
}

/** An agent cut off a second time counts as tried: a third task would have the same name as the second. */
function cutOff(panel: Panel, heading: string, agent: string): Panel {
  const cut = [...panel.cut, agent]
  if (panel.cut.includes(agent)) return { ...panel, cut }
  return { ...panel, cut, tried: { ...panel.tried, [heading]: (panel.tried[heading] ?? 1) - 1 } }
}

function moved(panel: Panel, { data }: EventOf<'run.state'>): Panel {
  if (data.from === 'paused' || data.to === 'paused') return panel
  if (data.to === 'converging')
    return {
      ...panel,
      closings: panel.closings + 1,
      why: whyClosed(data.reason),
      tried: { ...panel.tried, Options: 0 },
    }
  if (data.trigger === 'debateResumed')
    return {
      ...askAgain(panel),
      options: [],
      ballots: [],
      abstained: [],
      unreadBallots: [],
      revoted: [],
      ballot: null,
      verdict: null,
      reopens: false,
      resumedAt: turnsTaken(panel),
      tried: reopened(panel),
      cut: [],
    }
  return panel
}

/** The debate continues: options and ballots will be requested again. */
const reopened = ({ tried }: Panel): Panel['tried'] => ({ ...tried, Options: 0, 'Final position': 0 })

function voted(panel: Panel, { data }: EventOf<'decision.voted'>): Panel {
  const { voter, option, confidence = null, reason, veto = '', model = '', casting = false, abstains = false } = data
  if (data.decision !== panel.ballot) return panel
  if (abstains) return { ...panel, abstained: [...panel.abstained, voter] }
  if (casting) return { ...panel, casting: { option, reason } }
  if (!panel.options.some(({ text }) => text === option)) return panel
  return { ...panel, ballots: [...panel.ballots, { voter, option, confidence, reason, veto, model }] }
}

function committedIn({ data: { option, how, votes, dissent, probability } }: EventOf<'decision.committed'>): Committed {
  return { option, how, votes, dissent, ...(probability !== undefined && { probability }) }
}

/** A unanimous vote means the panel has converged. */
const whyClosed = (reason = 'converged'): string => (reason === 'unanimous' ? 'converged' : reason)
