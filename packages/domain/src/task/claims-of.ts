import type { Claim } from '../claim/claim.ts'
import { claimsIn } from '../claim/claims-in.ts'
import type { Speaker } from '../claim/evidence.ts'
import { isBallot } from '../decision/places.ts'
import type { Fact } from '../event/event.ts'
import type { MessageKind } from '../event/facts.ts'
import type { TaskKind } from '../event/task-kind.ts'
import { at } from '../list/list.ts'
import { isRehearsal } from '../mode/conclude.ts'
import type { TaskContext } from '../mode/task-context.ts'

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
export function claimsOf(context: TaskContext, text: string): readonly Claim[] {
  const { session, run, task } = context
  const isSilent =
    !KINDS.has(task.kind) || task.via === 'compaction' || task.via === 'summary' || task.via === 'session'
  if (isSilent || text === '' || isBallot(task.id) || isRehearsal(run)) return []
  return claimsIn(text, speakerOf(context), session.deeds)
}

function speakerOf({ session, run, task, seat }: TaskContext): Speaker {
  const isAgent = run.settings.models[seat.model]?.agent === true
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
function givenTo({ lines, earlier }: TaskContext['task']): string {
  const ask = at(lines, earlier)
  return ask?.role === 'user' ? ask.text : ''
}

/** The messages that a report becomes, with the claims that are in them. */
export const withClaims = (facts: readonly Fact[], author: string, claims: readonly Claim[]): readonly Fact[] =>
  claims.length === 0 ? facts : facts.map((one) => marked(one, author, claims))

function marked(one: Fact, author: string, claims: readonly Claim[]): Fact {
  if (one.type !== 'message' || one.data.author !== author || !MESSAGES.has(one.data.kind)) return one
  const own = claims.filter(({ text }) => one.data.text.includes(text))
  return own.length === 0 ? one : { ...one, data: { ...one.data, claims: own } }
}
