import type { Execution } from '../agent/agent.ts'
import type { DeclaredAnswer } from '../answer/declared.ts'
import { type Fact, fact } from '../event/event.ts'
import type { Facts } from '../event/facts.ts'
import type { TaskKind } from '../event/task-kind.ts'
import type { Allowance } from '../limits/allowance.ts'
import type { CallId, MessageId, TaskId } from '../shared/ids.ts'
import type { Run } from '../state/session.ts'
import type { Task } from '../state/task.ts'
import type { Seat } from '../team/team.ts'

/** What a mode assigns to an agent. */
export type Assignment = {
  readonly place: string
  readonly seat: Seat
  readonly kind: TaskKind
  readonly description: string
  /** The user's full request, if the task is part of it. */
  readonly request?: string
  readonly conversation?: Facts['task.assigned']['conversation']
  readonly shows?: readonly MessageId[]
  /** Whose response is missing, one sentence each. */
  readonly missing?: readonly string[]
  readonly takes?: readonly MessageId[]
  readonly turn?: number
  /** How this task runs, if different from its agent's default. */
  readonly execution?: Execution
  readonly allowance?: Allowance
  /** The declared answer it is parsed as. */
  readonly answer?: DeclaredAnswer
  readonly step?: string
  /** The name of its separate working folder. */
  readonly worktree?: string
  /** The decision it belongs to: the session reads its answer, not the mode. */
  readonly decision?: { readonly id: string; readonly call: { readonly task: TaskId } | null }
  /** The session asks for it itself, and reads its answer: modes do not count it. */
  readonly own?: boolean
  /** The parent task, and why: a call that waits for the report, or compacting its conversation. */
  readonly child?: {
    readonly of: Task
    readonly via: NonNullable<Task['via']>
    readonly call?: CallId
    readonly background?: boolean
    readonly resumes?: TaskId
  }
}

/** The facts that assign a task. Its id comes from its place: the same state gives the same id in every process. */
export function assign(run: Run, assignment: Assignment): readonly Fact[] {
  const { place, seat, kind, description, conversation = 'own', shows = [], takes = [], child } = assignment
  const parent = child?.of.id ?? assignment.decision?.call?.task ?? String(run.number)
  const step = assignment.step ?? child?.of.step
  const where = {
    task: `${run.number}/${place}` as TaskId,
    agent: seat.slug,
    parent,
    ...(step && { step }),
  }
  const assigned = fact(
    'task.assigned',
    {
      to: seat.slug,
      from: child?.of.agent ?? run.team.lead?.slug ?? 'user',
      description,
      execution: executionOf(assignment),
      attempt: 1,
      kind,
      place,
      conversation,
      ...(assignment.request !== undefined && { request: assignment.request }),
      ...(shows.length > 0 && { shows: [...shows] }),
      ...(assignment.missing?.length && { missing: [...assignment.missing] }),
      ...(takes.length > 0 && { takes: [...takes] }),
      ...(assignment.turn !== undefined && { turn: assignment.turn }),
      ...(assignment.allowance && { allowance: assignment.allowance }),
      ...(assignment.answer && { answer: assignment.answer.name }),
      ...(assignment.worktree !== undefined && { worktree: assignment.worktree }),
      ...(assignment.decision !== undefined && { via: 'decision' as const, decision: assignment.decision.id }),
      ...(assignment.own && { via: 'session' as const }),
      ...(child && handedBy(child)),
    },
    where,
  )
  return [assigned, fact('agent.status', { status: 'thinking' }, where)]
}

/** A planning agent changes nothing, and neither may the agents it starts. */
function executionOf({ seat, child, execution = seat.execution }: Assignment): Execution {
  const plans = seat.execution === 'planning' || child?.of.execution === 'planning'
  return plans && execution === 'agentic' ? 'planning' : execution
}

/** How a child was started, and whether its caller waits. */
const handedBy = ({ via, call, background, resumes }: NonNullable<Assignment['child']>) => ({
  via,
  ...(call && { call }),
  ...(background && { background: true }),
  ...(resumes && { resumes }),
})
