import { clean, cleanLine, countText, durationText, type EventOf } from '@convene/domain'
import { speakerOf } from './speakers.ts'
import type { Entry, View } from './view.ts'

const LONGEST = 200
const handedBy: readonly (string | undefined)[] = ['task', 'delegateWork']

type Folded = { readonly view: View; readonly entries: readonly Entry[] }

/** Work that one agent hands to another: a line when it goes, a line when the report comes. */
export function foldHandover(view: View, event: EventOf<'task.assigned' | 'task.finished'>): Folded {
  return event.type === 'task.assigned' ? assigned(view, event) : finished(view, event)
}

/** A report to the agent who handed the work on; it is shown with the end of its task. */
export const isHandedReport = ({ data, parent }: EventOf<'message'>): boolean =>
  data.kind === 'report' && (parent?.includes('/') ?? false)

function assigned(view: View, { task, data }: EventOf<'task.assigned'>): Folded {
  const depth = task ? (view.session.tasks[task]?.chain.length ?? 1) - 1 : 0
  const next = task ? { ...view, depths: { ...view.depths, [task]: depth } } : view
  if (!handedBy.includes(data.via)) return { view: next, entries: [] }
  const text = cleanLine(data.description.split('\n\n## Report expectations')[0] ?? '')
  const entry: Entry = {
    kind: 'handed',
    from: speakerOf(view.session, data.from),
    to: speakerOf(view.session, data.to),
    depth: depth - 1,
    text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text,
    background: data.background ?? false,
  }
  return { view: next, entries: [entry] }
}

function finished(view: View, { task, agent, data }: EventOf<'task.finished'>): Folded {
  const depth = task ? (view.depths[task] ?? 0) : 0
  const calls = view.calls.filter((each) => each.task !== task)
  const depths = Object.fromEntries(Object.entries(view.depths).filter(([id]) => id !== task))
  const next: View = { ...view, calls, depths }
  if (depth === 0) return { view: next, entries: [] }
  const tools = data.toolCalls > 0 ? [countText(data.toolCalls, 'tool call')] : []
  const entry: Entry = {
    kind: 'reported',
    speaker: speakerOf(view.session, agent ?? ''),
    depth: depth - 1,
    ok: data.ok,
    facts: [durationText(data.ms), ...tools, ...(data.incomplete ? ['incomplete'] : [])],
    text: reportText(view, data),
  }
  return { view: next, entries: [entry] }
}

/** The whole report in full, else how it begins; why, where there is none. */
function reportText({ verbosity }: View, { ok, report, error }: EventOf<'task.finished'>['data']): string {
  if (!ok) return cleanLine(error?.message ?? 'It gave no report.')
  if (verbosity === 'full') return clean(report).trim()
  const line = cleanLine(report)
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}
