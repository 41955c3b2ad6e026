import type { Event, EventOf, PlanStep as WrittenStep } from '@convene/domain'
import { addEntry } from './entries.ts'
import type { Folds } from './folds.ts'
import type { Decision, NoticeTone, PlanStep, View } from './view.ts'

/** What the modes record beside messages: positions, plans, scores, decisions. */
export const foldModes: Folds = {
  position: (view, { data, agent }) => {
    view.positions = [...view.positions, { ...data, agent: agent ?? '' }]
  },
  evaluation: scored,
  'plan.drafted': planned,
  'plan.committed': planned,
  'step.state': stepped,
  handoff: handedOff,
  snapshot: (view, { data }) => {
    view.snapshots = [...view.snapshots, { seq: data.seq, label: data.label }]
  },
  progress: (view, { data }) => {
    view.progress = data
  },
  'decision.proposed': proposed,
  'decision.voted': voted,
  'decision.committed': committed,
}

function scored(view: View, event: EventOf<'evaluation'>): void {
  const { iteration, score, rationale, trend } = event.data
  const body = { kind: 'scored', iteration, score, rationale, trend } as const
  view.scores = [...view.scores, body]
  addEntry(view, event, body, { level: 'brief' })
}

function planned(view: View, event: EventOf<'plan.drafted' | 'plan.committed'>): void {
  const { version, steps } = event.data
  const known = new Map(view.plan?.steps.map((step) => [step.id, step]))
  const begin = (step: WrittenStep): PlanStep => {
    const before = known.get(step.id)
    return { ...step, state: before?.state ?? 'pending', reason: before?.reason ?? '', attempt: before?.attempt ?? 0 }
  }
  const committed = event.type === 'plan.committed'
  view.plan = { version, committed, steps: steps.map(begin) }
  note(view, event, committed ? 'good' : 'plain', `Plan ${version} ${committed ? 'committed' : 'drafted'}`)
}

function stepped(view: View, event: EventOf<'step.state'>): void {
  if (!view.plan) return
  const { step: id, to, reason = '', owner, attempt } = event.data
  const steps = view.plan.steps.map((step) => (step.id === id ? { ...step, state: to, reason, owner, attempt } : step))
  view.plan = { ...view.plan, steps }
  const tone = to === 'failed' || to === 'blocked' ? 'warning' : 'plain'
  note(view, event, tone, `Step ${id}: ${to}${reason ? `, ${reason}` : ''}`)
}

function handedOff(view: View, event: EventOf<'handoff'>): void {
  const { step, from, to, reason, state } = event.data
  note(view, event, state === 'refused' ? 'warning' : 'plain', `Step ${step}: ${from} → ${to}, ${state}. ${reason}`)
}

function proposed(view: View, event: EventOf<'decision.proposed'>): void {
  view.decisions = [...view.decisions, { ...event.data, votes: [], outcome: null }]
  note(view, event, 'asked', `A decision is proposed: ${event.data.topic}`)
}

function voted(view: View, { data }: EventOf<'decision.voted'>): void {
  const { voter, option, reason } = data
  change(view, data.decision, (decision) => ({ ...decision, votes: [...decision.votes, { voter, option, reason }] }))
}

function committed(view: View, event: EventOf<'decision.committed'>): void {
  change(view, event.data.decision, (decision) => ({ ...decision, outcome: event.data }))
  const { how, option } = event.data
  if (how === 'undecided') note(view, event, 'warning', 'Undecided: nobody named one of the options')
  else note(view, event, 'good', `Decided: ${option.replaceAll('`', '')}`)
}

function change(view: View, id: string, next: (decision: Decision) => Decision): void {
  view.decisions = view.decisions.map((each) => (each.decision === id ? next(each) : each))
}

function note(view: View, event: Event, tone: NoticeTone, text: string): void {
  addEntry(view, event, { kind: 'notice', tone, text, detail: '' }, { level: tone === 'plain' ? 'detailed' : 'brief' })
}
