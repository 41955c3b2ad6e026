import { MergeConflict } from '../../event/build-facts.ts'
import type { Event, EventOf } from '../../event/event.ts'
import { candidateAt } from './candidate.ts'
import { cutPatch } from './cut-patch.ts'
import { evolveCandidates } from './evolve-candidates.ts'
import { ungranted } from './grants.ts'
import { mayOverlap, measuredAmid, withShared } from './overlap.ts'
import { isDone, type Plan, type StepRun, stepBy, untouched } from './state.ts'
import { UNREAD } from './unread.ts'

/** The places of the planner's tasks, and of the lead's last one. */
export const DRAFTS = 'planning/plan'
export const WRAP_UP = 'wrap-up'

/** Records what happened to the plan and its steps. */
export function evolvePlan(plan: Plan, event: Event): Plan {
  const step = stepBy(plan, event.step)
  const change = step && evolveCandidates(step, event)
  if (!change) return evolve(plan, event)
  const contact = event.type === 'candidate.chosen' && { contact: nextContact(plan) }
  return withStep(plan, event.step, () => ({ ...change, ...contact }))
}

function evolve(plan: Plan, event: Event): Plan {
  switch (event.type) {
    case 'team.formed':
      return { ...plan, members: event.data.members }
    case 'plan.drafted':
      return drafted(plan, event)
    case 'plan.reviewed':
      return { ...plan, reviews: [...plan.reviews, event.data] }
    case 'plan.committed':
      return committed(plan, event)
    case 'session.forked':
      return event.person ? withoutGrants(plan) : plan
    case 'question.asked':
      return event.data.gate === 'plan'
        ? { ...plan, gate: { id: event.data.id, answer: null, text: '', ask: false } }
        : plan
    case 'question.answered':
      return answered(plan, event)
    case 'task.assigned':
      return assigned(plan, event)
    case 'task.finished':
      return finished(plan, event)
    case 'error':
      return event.data.code === 'plan_failed' ? { ...plan, failure: event.data } : plan
    default:
      return evolveSteps(plan, event)
  }
}

/** A fork: what was approved in the original allows nothing here. A plan still at its gate is judged there. */
function withoutGrants(plan: Plan): Plan {
  const gate = plan.gate?.answer ? { ...plan.gate, ask: true } : plan.gate
  return { ...plan, gate, ...(plan.committed && { copied: true }), steps: ungranted(plan.steps) }
}

function committed(plan: Plan, { data: { version, steps } }: EventOf<'plan.committed'>): Plan {
  return {
    ...plan,
    version,
    committed: true,
    draft: steps,
    steps: steps.map((step) => ({ ...untouched(step), overlaps: mayOverlap(step, steps) })),
  }
}

function drafted(plan: Plan, { data }: EventOf<'plan.drafted'>): Plan {
  const { version, steps, by } = data
  return { ...plan, version, draft: steps, drafter: by, tries: 0, errors: [], feedback: null, gate: null }
}

function answered(plan: Plan, { data }: EventOf<'question.answered'>): Plan {
  if (plan.gate?.id !== data.id) return plan
  const answer = data.answer === 'reject' ? 'reject' : 'approve'
  const text = data.text ?? ''
  const ask = data.askEachStep ?? false
  return { ...plan, gate: { ...plan.gate, answer, text, ask }, feedback: answer === 'reject' ? text : plan.feedback }
}

function assigned(plan: Plan, event: EventOf<'task.assigned'>): Plan {
  const { kind, to, via, place } = event.data
  if (via !== undefined) return plan
  switch (kind) {
    case 'plan':
      return { ...plan, tries: plan.tries + 1, errors: [] }
    case 'review_plan':
      return { ...plan, asked: [...plan.asked, to] }
    case 'synthesize':
      return { ...plan, closing: { text: null, ...(plan.closing && { again: true }) } }
    case 'work':
      return withStep(plan, event.step, (step) => (candidateAt(step, place) ? {} : { place, ...begun }))
    case 'options':
      return withStep(plan, event.step, (step) => ({ optionsAsked: step.optionsAsked + 1 }))
    case 'handoff':
      return withStep(plan, event.step, () => ({ offerAsked: true }))
    case 'review':
      return withStep(plan, event.step, (step) => ({ reviewsAsked: step.reviewsAsked + 1 }))
    default:
      return plan
  }
}

/** The initial state of a step's run. */
const begun = {
  report: null,
  remark: null,
  captured: false,
  changes: [],
  patch: '',
  conflict: null,
  unread: 0,
  offer: null,
  offerAsked: false,
  offerUnread: 0,
}

function finished(plan: Plan, event: EventOf<'task.finished'>): Plan {
  const { place, report, incomplete = false, error, claims } = event.data
  if (plan.closing && place.startsWith(WRAP_UP))
    return {
      ...plan,
      closing: { ...plan.closing, text: report, ...(error?.code === 'limit_reached' && { cut: true }) },
    }
  if (place.startsWith(DRAFTS)) return { ...plan, failure: error ?? null }
  const step = plan.steps.find((one) => one.place === place)
  return step
    ? withStep(plan, step.id, () => ({
        report: { text: report, message: null, incomplete, ...(claims && { claims }) },
        contact: nextContact(plan),
      }))
    : plan
}

/** Steps are merged in the order in which they were reported. */
const nextContact = ({ steps }: Plan): number => Math.max(0, ...steps.map(({ contact = 0 }) => contact)) + 1

function evolveSteps(plan: Plan, event: Event): Plan {
  switch (event.type) {
    case 'step.state':
      return moved(plan, event)
    case 'message':
      return said(plan, event)
    case 'check.started':
      return event.data.moment === 'before' ? measuredAmid(plan, event.step) : plan
    case 'handoff':
      return withStep(plan, event.data.step, (step) => offered(step, event.data))
    case 'decision.proposed':
      return proposed(plan, event.data)
    case 'snapshot':
      return event.step === undefined
        ? { ...plan, snapshot: true }
        : withStep(plan, event.step, ({ desk }) => ({
            captured: true,
            sides: null,
            desk: desk + 1,
            saved: event.data.files ?? [],
            unsaved: [],
          }))
    case 'artifact':
      return withStep(plan, event.step, (step) => (isCandidates(step, event) ? {} : changed(step, event.data)))
    case 'warning':
      return warned(plan, event)
    case 'line.sent':
      return withStep(plan, event.step, ({ comments = [] }) => ({ comments: [...comments, event.data.text] }))
    default:
      return plan
  }
}

function moved(plan: Plan, { data }: EventOf<'step.state'>): Plan {
  const { step: id, from, to, reason = '', owner, attempt, against = false } = data
  const before = stepBy(plan, id)
  const isProgress = to === 'accepted' || (to === 'finished' && !before?.wasDone)
  const setback = isSetback(from, to) ? 1 : 0
  const counted = isProgress ? { ...plan, setbacks: 0, votes: 0 } : { ...plan, setbacks: plan.setbacks + setback }
  const together = to === 'running' ? withShared(counted, id) : counted
  return withStep(together, id, (step) => ({
    setbacks: step.setbacks + setback,
    wasDone: step.wasDone || to === 'finished',
    dropped: to === 'skipped' && from === 'blocked',
    against,
    state: to,
    owner,
    attempt,
    reason,
    ...(to === 'blocked' && { blocks: step.blocks + 1, decision: null, optionsUnread: 0 }),
    ...(to === 'reopened' && { reopens: step.reopens + 1, lockedOut: [...step.lockedOut, step.owner], comments: [] }),
    ...(isLeft(from) && { decision: null }),
    ...(isTold(from, to) && reason !== '' && { notes: [...step.notes, reason] }),
    ...(from === 'waiting' && { offer: null, offerAsked: false }),
  }))
}

/** An attempt ended without finishing the step, or its result is not good enough. */
const isSetback = (from: string, to: string): boolean =>
  to === 'reopened' || (['running', 'waiting'].includes(from) && ['pending', 'blocked', 'failed'].includes(to))

const isLeft = (from: string): boolean => from === 'blocked'

/** Whether the owner must read the reason when the step runs again. */
const isTold = (from: string, to: string): boolean => to === 'reopened' || to === 'pending' || from === 'blocked'

function said(plan: Plan, event: EventOf<'message'>): Plan {
  if (event.data.kind === 'review')
    return withStep(plan, event.step, () => ({ remark: event.id ?? null, reviewer: event.data.author }))
  return event.data.kind === 'report' ? named(plan, event) : plan
}

/** The report's message comes right after it, and only then has an id. */
function named(plan: Plan, event: EventOf<'message'>): Plan {
  return withStep(plan, event.step, ({ report }) =>
    report && report.message === null ? { report: { ...report, message: event.id ?? null } } : {},
  )
}

function offered(step: StepRun, offer: EventOf<'handoff'>['data']): Partial<StepRun> {
  if (offer.state === 'offered') return { offer, offerAsked: false, offerUnread: 0, handoffs: step.handoffs + 1 }
  // An owner that made the offer by tool call reads that it was declined and continues: the step never left it.
  return step.state === 'running' && offer.state === 'refused' ? { offer: null, offerAsked: false } : { offer }
}

function proposed(plan: Plan, { step: id, decision }: EventOf<'decision.proposed'>['data']): Plan {
  if (stepBy(plan, id)?.state !== 'blocked') return plan
  return withStep({ ...plan, votes: plan.votes + 1 }, id, () => ({ decision }))
}

/** A diff without a path is everything the step changed, as applied to the workspace. */
function changed(
  { changes, unsaved, patch }: StepRun,
  { kind, path, text = '' }: EventOf<'artifact'>['data'],
): Partial<StepRun> {
  if (kind !== 'diff') return {}
  if (path === undefined) return { patch: cutPatch(text) }
  const withPath = (paths: readonly string[]) => [...new Set([...paths, path])]
  return {
    changes: withPath(changes),
    unsaved: withPath(unsaved),
    patch: cutPatch(patch === '' ? text : `${patch}\n${text}`),
  }
}

/** What a candidate's seat writes is in its worktree. It counts once that candidate is taken, as its patch. */
const isCandidates = ({ contest }: StepRun, { task }: Event): boolean =>
  contest?.candidates.some(({ place }) => task?.includes(`/${place}`)) ?? false

function warned(plan: Plan, { data, step, agent }: EventOf<'warning'>): Plan {
  switch (data.code) {
    case 'invalid_plan':
      return { ...plan, errors: errorsIn(data.details) }
    case 'revision_failed':
      return { ...plan, kept: true, errors: [] }
    case 'not_applied':
      return withStep(plan, step, (one) => ({
        ...{ conflict: data.message, desk: one.desk + 1, unsaved: [] },
        sides: sidesOf(one, data.details),
      }))
    case 'handoff_refused':
      return withStep(plan, step, ({ handoffs }) => ({ handoffs: handoffs + 1 }))
    case UNREAD.review:
      return withStep(plan, step, ({ unread }) => ({ unread: unread + 1 }))
    case UNREAD.planReview:
      return { ...plan, unreadReviews: [...plan.unreadReviews, agent ?? ''] }
    case UNREAD.options:
      return withStep(plan, step, ({ optionsUnread }) => ({ optionsUnread: optionsUnread + 1 }))
    case UNREAD.offer:
      return withStep(plan, step, ({ offerUnread }) => ({ offerUnread: offerUnread + 1, offerAsked: false }))
    default:
      return plan
  }
}

/** Kept only if both sides are known: then somebody can bring them together. */
function sidesOf({ patch, sides }: StepRun, details: unknown): StepRun['sides'] {
  const known = MergeConflict.safeParse(details)
  return known.success ? { own: patch, others: cutPatch(known.data.others), times: (sides?.times ?? 0) + 1 } : null
}

const errorsIn = (details: unknown): readonly string[] => (Array.isArray(details) ? details.map(String) : [])

function withStep(plan: Plan, id: string | undefined, change: (step: StepRun) => Partial<StepRun>): Plan {
  if (id === undefined || !stepBy(plan, id)) return plan
  return { ...plan, steps: plan.steps.map((step) => (step.id === id ? { ...step, ...change(step) } : step)) }
}

/** All finished steps that depend on a step, directly or indirectly. */
export function dependantsOf(plan: Plan, id: string): readonly StepRun[] {
  const found = new Set([id])
  for (let size = 0; size !== found.size; ) {
    size = found.size
    for (const step of plan.steps) if (step.dependsOn.some((on) => found.has(on))) found.add(step.id)
  }
  return plan.steps.filter((step) => step.id !== id && found.has(step.id) && isDone(step))
}
