import type { Event, EventOf } from '../event/event.ts'
import type { Json } from '../shared/json.ts'
import type { Panel } from './state.ts'

/** Files the end of a debate: options, ballots, the report. */
export function evolveClosing(panel: Panel, event: Event): Panel {
  switch (event.type) {
    case 'run.state':
      return moved(panel, event)
    case 'run.finished':
      return { ...panel, over: true }
    case 'decision.proposed':
      return event.data.ballot ? { ...panel, options: optionsOf(event.data) } : panel
    case 'decision.voted':
      return voted(panel, event)
    case 'warning':
      return event.data.code === 'unknown_citations' ? { ...panel, unknown: idsIn(event.data.details) } : panel
    default:
      return panel
  }
}

const idsIn = (details: Json | undefined): readonly string[] => (Array.isArray(details) ? details.map(String) : [])

const optionsOf = ({ options, covers = [] }: EventOf<'decision.proposed'>['data']): Panel['options'] =>
  options.map((text, index) => ({ text, covers: covers[index] ?? [] }))

const needed: readonly string[] = ['Clarify', 'Topic', 'Synthesize']

/** The Head's answer is over. Where the panel cannot go on without it, its failure is kept. */
export function headSpoke(
  panel: Panel,
  heading: string,
  { ok, report, error }: EventOf<'task.finished'>['data'],
): Panel {
  if (ok) return heading === 'Synthesize' ? { ...panel, draft: report } : panel
  if (!needed.includes(heading)) return panel
  return { ...panel, headFailed: error ?? { code: 'failed', message: 'The Head failed.' } }
}

function moved(panel: Panel, { data }: EventOf<'run.state'>): Panel {
  if (data.from === 'paused' || data.to === 'paused') return panel
  if (data.to === 'converging') return { ...panel, closings: panel.closings + 1, why: data.reason ?? 'converged' }
  if (data.trigger === 'debateResumed')
    return { ...panel, options: [], ballots: [], verdict: null, reopens: false, tried: reopened(panel) }
  return panel
}

/** The debate goes on: options and ballots will be asked for again. */
const reopened = ({ tried }: Panel): Panel['tried'] => ({ ...tried, Options: 0, 'Final position': 0 })

function voted(panel: Panel, { data }: EventOf<'decision.voted'>): Panel {
  const { voter, option, confidence = null, reason, rank = [], veto = '', casting = false } = data
  if (casting) return { ...panel, casting: { option, reason } }
  if (!panel.options.some(({ text }) => text === option)) return panel
  return { ...panel, ballots: [...panel.ballots, { voter, option, confidence, reason, rank, veto }] }
}
