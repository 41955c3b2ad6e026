import type { Event, EventOf } from '../../event/event.ts'
import type { TaskKind } from '../../event/task-kind.ts'
import type { Bound } from '../../limits/allowance.ts'
import type { MessageId } from '../../shared/ids.ts'
import type { SeatedTeam } from '../../team/team.ts'
import type { MemberTask } from './parse-assignments.ts'

type Failure = { readonly code: string; readonly message: string }

/** A member's result, or that it failed: either way, its task is over. */
export type WorkReport = {
  readonly task: string
  readonly agent: string
  readonly ok: boolean
  readonly message: MessageId | null
  readonly length: number
  readonly ms: number
  readonly incomplete: boolean
  /** Which of the task's limits ended it. */
  readonly bound: Bound | null
  readonly error: Failure | null
}

/** The lead's synthesis of the reports. */
export type Synthesis = { readonly message: MessageId; readonly incomplete: boolean }

/** One pass: plan, work, synthesis. */
export type Pass = {
  /** Places of open tasks, and what was asked there. A task that ends elsewhere is not part of this pass. */
  readonly asked: { readonly [place: string]: TaskKind }
  /** Plans read so far, and what was dropped from the last one, in words for the lead. */
  readonly plans: number
  readonly dropped: readonly string[]
  readonly assignments: readonly MemberTask[]
  readonly reports: readonly WorkReport[]
  readonly syntheses: number
  readonly synthesis: Synthesis | null
  /** Why the lead could not continue. */
  readonly failure: Failure | null
}

/** Orchestrate's state. `limited`: a limit was reached. `closing`: the synthesis from the reserve was requested. */
export type Orchestration = {
  readonly lead: string
  readonly pass: Pass
  readonly limited: boolean
  readonly closing: boolean
}

export const newPass: Pass = {
  asked: {},
  plans: 0,
  dropped: [],
  assignments: [],
  reports: [],
  syntheses: 0,
  synthesis: null,
  failure: null,
}

export const blankOrchestration = (team: SeatedTeam): Orchestration => ({
  lead: (team.lead ?? team.members[0])?.slug ?? '',
  pass: newPass,
  limited: false,
  closing: false,
})

/** Records what happened in a pass. */
export function evolveOrchestration(data: Orchestration, event: Event): Orchestration {
  if (event.type === 'limit.reached') return { ...data, limited: true }
  const closing = data.closing || (data.limited && event.type === 'task.assigned' && event.data.kind === 'synthesize')
  const pass = evolvePass(data.pass, event)
  return pass === data.pass && closing === data.closing ? data : { ...data, pass, closing }
}

function evolvePass(pass: Pass, event: Event): Pass {
  switch (event.type) {
    case 'task.assigned':
      return event.data.kind === 'follow_up' || event.data.via ? pass : asked(pass, event)
    case 'task.finished':
      return ended(pass, event)
    case 'message':
      return said(pass, event)
    case 'warning':
      return event.data.code === 'assignment_dropped'
        ? { ...pass, dropped: [...pass.dropped, event.data.message] }
        : pass
    default:
      return pass
  }
}

function asked(pass: Pass, { data: { place, kind } }: EventOf<'task.assigned'>): Pass {
  const known = { ...pass, asked: { ...pass.asked, [place]: kind } }
  if (kind === 'plan') return { ...known, plans: pass.plans + 1, dropped: [] }
  return kind === 'synthesize' ? { ...known, syntheses: pass.syntheses + 1, failure: null } : known
}

/** The end of a task that this pass asked for. Each counts once. */
function ended(pass: Pass, event: EventOf<'task.finished'>): Pass {
  const { place, ok, error } = event.data
  const kind = pass.asked[place]
  if (!kind) return pass
  const { [place]: _over, ...others } = pass.asked
  const rest = { ...pass, asked: others }
  if (kind === 'work') return { ...rest, reports: [...pass.reports, reportOf(event)] }
  return ok || kind === 'evaluate'
    ? rest
    : { ...rest, failure: error ?? { code: 'failed', message: 'The agent failed.' } }
}

function reportOf({ agent, task, data }: EventOf<'task.finished'>): WorkReport {
  const { ok, report, ms, incomplete = false, bound = null, error = null } = data
  return {
    task: task ?? '',
    agent: agent ?? '',
    ok,
    message: null,
    length: report.trim().length,
    ms,
    incomplete,
    bound,
    error,
  }
}

/** Messages come right after the report they are made from, and only then have ids. */
function said(pass: Pass, { data, id, task }: EventOf<'message'>): Pass {
  if (id === undefined) return pass
  switch (data.kind) {
    case 'assignment':
      return { ...pass, assignments: given(pass, { member: data.to ?? '', task: data.text }) }
    case 'report':
      return { ...pass, reports: pass.reports.map((one) => named(one, task, id)) }
    case 'synthesis':
      return { ...pass, synthesis: { message: id, incomplete: data.incomplete ?? false } }
    default:
      return pass
  }
}

/** A member has one task in a pass: an assignment after a reminder replaces its first one. */
const given = ({ assignments }: Pass, one: MemberTask): readonly MemberTask[] => [
  ...assignments.filter(({ member }) => member !== one.member),
  one,
]

const named = (report: WorkReport, task: string | undefined, message: MessageId): WorkReport =>
  report.task === task ? { ...report, message } : report
