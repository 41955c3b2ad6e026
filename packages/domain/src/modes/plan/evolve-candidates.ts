import type { Event, EventOf } from '../../event/event.ts'
import { type Candidate, type Contest, candidateAt, type Judgement, openContest } from './candidate.ts'
import type { StepRun } from './state.ts'

/** What happened to the candidates of a step. Undefined: the event is about something else. */
export function evolveCandidates(step: StepRun, event: Event): Partial<StepRun> | undefined {
  switch (event.type) {
    case 'candidates.opened':
      return { ...nothingDone, contest: opened(event) }
    case 'candidate.built':
      return edited(step, event.data.candidate, () => seenOf(event))
    case 'candidate.judged':
      return changed(step, ({ judged }) => ({ judged: [...judged, judgementOf(event)] }))
    case 'candidate.chosen':
      return chosen(step, event)
    case 'task.finished':
      return finished(step, event)
    case 'task.assigned':
      return event.data.kind === 'compare'
        ? changed(step, ({ asked }) => ({ asked: [...asked, event.data.to] }))
        : undefined
    case 'message':
      return event.data.kind === 'report' ? named(step, event) : isComparison(step, event) ? {} : undefined
    default:
      return undefined
  }
}

const seenOf = ({ data: { patch, files, refusal } }: EventOf<'candidate.built'>): Partial<Candidate> =>
  refusal === undefined ? { built: { patch, files } } : { out: refusal }

const nothingDone = { place: null, report: null, remark: null, captured: false, changes: [], patch: '', conflict: null }

const opened = ({ data: { step, attempt, wanted, seats } }: EventOf<'candidates.opened'>): Contest => ({
  attempt,
  wanted,
  candidates: seats.map(({ candidate, agent, worktree }) => ({
    name: candidate,
    agent,
    worktree,
    place: candidateWorktree(step, attempt, candidate),
    report: null,
    built: null,
    out: null,
  })),
  asked: [],
  judged: [],
  chosen: null,
})

export const candidateWorktree = (step: string, attempt: number, candidate: string): string =>
  `${step}/run${attempt}/${candidate}`

function judgementOf({ data }: EventOf<'candidate.judged'>): Judgement {
  const { by, prefers, reason, comments } = data
  return { by, prefers: prefers ?? null, reason, comments }
}

function changed({ contest }: StepRun, change: (contest: Contest) => Partial<Contest>): Partial<StepRun> {
  return contest ? { contest: { ...contest, ...change(contest) } } : {}
}

const edited = (step: StepRun, name: string, change: (candidate: Candidate) => Partial<Candidate>): Partial<StepRun> =>
  changed(step, ({ candidates }) => ({
    candidates: candidates.map((one) => (one.name === name ? { ...one, ...change(one) } : one)),
  }))

/** From here on it is a step like any other: its owner has reported, and its changes can be applied. */
function chosen(step: StepRun, { data }: EventOf<'candidate.chosen'>): Partial<StepRun> {
  const { candidate, agent, how, standings } = data
  const winner = step.contest?.candidates.find(({ name }) => name === candidate)
  if (!winner) return {}
  return {
    ...changed(step, () => ({ chosen: { candidate, how, standings } })),
    owner: agent,
    place: winner.place,
    report: winner.report,
    changes: winner.built?.files ?? [],
  }
}

function finished(step: StepRun, { data }: EventOf<'task.finished'>): Partial<StepRun> | undefined {
  const candidate = candidateAt(step, data.place)
  if (!candidate) return undefined
  const { report, incomplete = false, error, claims } = data
  return edited(step, candidate.name, ({ out }) => ({
    report: { text: report, message: null, incomplete, ...(claims && { claims }) },
    out: out ?? (error ? error.message : null),
  }))
}

/** It is about all candidates, and no review of the step. */
const isComparison = (step: StepRun, { data, task }: EventOf<'message'>): boolean =>
  data.kind === 'review' && openContest(step) !== undefined && (task?.includes('/compare') ?? false)

/** The report's message comes right after it, and only then has an id. */
function named(step: StepRun, event: EventOf<'message'>): Partial<StepRun> | undefined {
  const candidate = step.contest?.candidates.find(({ place }) => event.task?.endsWith(`/${place}`))
  if (!candidate) return undefined
  return edited(step, candidate.name, ({ report }) =>
    report && report.message === null ? { report: { ...report, message: event.id ?? null } } : {},
  )
}
