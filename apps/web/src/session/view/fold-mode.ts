import { type EventOf, type PlanStep as WrittenStep, withPlainMarks } from '@convene/domain'
import { cutAt } from '@convene/reading'
import type { Decision, Folds, PlanStep, View } from './view.ts'

/** What the tabs show: positions, plans, scores, decisions, files. */
export const foldModes: Folds = {
  position: (view, { data, agent }) => {
    view.positions = [...view.positions, { ...data, agent: agent ?? '' }]
  },
  evaluation: (view, { data: { iteration, score, rationale, trend } }) => {
    view.scores = [...view.scores, { iteration, score, rationale: withPlainMarks(rationale), trend }]
  },
  'plan.drafted': planned,
  'plan.committed': planned,
  'step.state': stepped,
  artifact: (view, event) => {
    const { data, seq, agent = '' } = event
    view.files = [...view.files, { ...data, seq, agent, reverted: false, cut: cutAt(event) }]
  },
  'artifact.reverted': (view, { data }) => {
    view.files = view.files.map((file) => (file.id === data.artifact ? { ...file, reverted: true } : file))
  },
  'decision.proposed': proposed,
  'decision.voted': voted,
  'decision.committed': committed,
  'decision.resolved': resolved,
}

function planned(view: View, event: EventOf<'plan.drafted' | 'plan.committed'>): void {
  const { version, steps } = event.data
  const known = new Map(view.plan?.steps.map((step) => [step.id, step]))
  const begin = (step: WrittenStep): PlanStep => {
    const before = known.get(step.id)
    return { ...step, state: before?.state ?? 'pending', reason: before?.reason ?? '', attempt: before?.attempt ?? 0 }
  }
  view.plan = { version, committed: event.type === 'plan.committed', steps: steps.map(begin) }
}

function stepped(view: View, { data }: EventOf<'step.state'>): void {
  if (!view.plan) return
  const { step: id, to, reason = '', owner, attempt, against = false } = data
  const moved = { state: to, reason, owner, attempt, against }
  const steps = view.plan.steps.map((step) => (step.id === id ? { ...step, ...moved } : step))
  view.plan = { ...view.plan, steps }
}

function proposed(view: View, { data, run }: EventOf<'decision.proposed'>): void {
  view.decisions = [...view.decisions, { ...data, run: run ?? '', votes: [], committed: null, resolved: null }]
}

function voted(view: View, { data, run }: EventOf<'decision.voted'>): void {
  const { decision, voter, option, reason } = data
  change(view, { decision, run }, (known) => ({ ...known, votes: [...known.votes, { voter, option, reason }] }))
}

function committed(view: View, { data, run }: EventOf<'decision.committed'>): void {
  change(view, { decision: data.decision, run }, (known) => ({ ...known, committed: data }))
}

function resolved(view: View, { data }: EventOf<'decision.resolved'>): void {
  change(view, data, (known) => ({ ...known, resolved: data.outcome === 'withdrawn' ? null : data }))
}

/** Ids are unique only within a run. */
type Named = { readonly decision: string; readonly run?: string | undefined }

function change(view: View, { decision, run = '' }: Named, next: (known: Decision) => Decision): void {
  view.decisions = view.decisions.map((each) => (each.decision === decision && each.run === run ? next(each) : each))
}
