import type { Claim } from '../claim/claim.ts'
import { claimsIn } from '../claim/claims-in.ts'
import type { ClaimSpeaker } from '../claim/evidence.ts'
import { isBallot } from '../decision/places.ts'
import type { Fact } from '../event/event.ts'
import type { MessageKind } from '../event/facts.ts'
import type { TaskKind } from '../event/task-kind.ts'
import { at } from '../list/list.ts'
import { isRehearsed } from '../mode/conclude.ts'
import { type Run, type Session, seatOf } from '../state/session.ts'
import type { Task } from '../state/task.ts'

/** Texts in which agents say what they have done. In the others they plan, ask or vote. */
const KINDS: ReadonlySet<TaskKind> = new Set<TaskKind>([
  ...(['work', 'respond', 'contribute', 'final_position', 'synthesize', 'follow_up'] as const),
  ...(['evaluate', 'review', 'deliberate', 'summarize'] as const),
])
const SUMMARIES: ReadonlySet<TaskKind> = new Set<TaskKind>(['synthesize', 'follow_up', 'summarize'])
const MESSAGES: ReadonlySet<MessageKind> = new Set<MessageKind>([
  ...(['argument', 'final_position', 'report', 'synthesis', 'answer', 'evaluation', 'review', 'deliberation'] as const),
])

/** What a task's report claims, and what the events say about it. */
function claimsOf(session: Session, task: Task, text: string): readonly Claim[] {
  const { run } = session
  if (!run) return []
  const isSilent =
    !KINDS.has(task.kind) || task.via === 'compaction' || task.via === 'summary' || task.via === 'session'
  if (isSilent || text === '' || isBallot(task.id) || isRehearsed(run)) return []
  return claimsIn(text, speakerOf(session, run, task), session.deeds)
}

function speakerOf(session: Session, run: Run, task: Task): ClaimSpeaker {
  const isAgent = run.settings.models[seatOf(run, task.agent)?.model ?? '']?.agent === true
  const isToolless = task.execution === 'single' || Object.keys(run.settings.tools).length === 0
  return {
    agent: task.agent,
    tree: task.worktree ?? (run.settings.worktrees?.agents.includes(task.agent) ? task.agent : ''),
    isSummary: SUMMARIES.has(task.kind) || run.team.lead?.slug === task.agent,
    isForeign: isAgent,
    isTalk: isToolless && !isAgent && (session.deeds?.list.length ?? 0) === 0,
    given: givenTo(task),
  }
}

/** What the agent was asked in this task. */
function givenTo({ lines, earlier }: Task): string {
  const ask = at(lines, earlier)
  return ask?.role === 'user' ? ask.text : ''
}

/** These facts with the claims of every report among them, and of the messages that it becomes. */
export function withClaims(session: Session, facts: readonly Fact[]): readonly Fact[] {
  const said = new Map<string, readonly Claim[]>()
  return facts.map((one) => {
    const task = one.task === undefined ? undefined : session.tasks[one.task]
    if (one.type !== 'task.finished' || !task) return marked(one, said)
    const claims = claimsOf(session, task, one.data.report)
    said.set(task.agent, claims)
    return claims.length === 0 ? one : { ...one, data: { ...one.data, claims: [...claims] } }
  })
}

function marked(one: Fact, said: ReadonlyMap<string, readonly Claim[]>): Fact {
  if (one.type !== 'message' || !MESSAGES.has(one.data.kind)) return one
  const own = (said.get(one.data.author) ?? []).filter(({ text }) => one.data.text.includes(text))
  return own.length === 0 ? one : { ...one, data: { ...one.data, claims: own } }
}
