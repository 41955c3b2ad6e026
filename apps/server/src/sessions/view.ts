import {
  createDomain,
  emptyList,
  type Run,
  type Seat,
  type SeatedTeam,
  type Session,
  seatsOf,
  type Task,
  timesOf,
  turnsOf,
  withSealedVotes,
} from '@convene/domain'
import { rowOf } from '@convene/engine'
import { chainOf, type FoundPending, type Program, waitingIn, withInterrupted } from '@convene/host'
import type { PendingView, SeatView, SessionView } from '@convene/protocol'
import { rowView, timeText } from './row-view.ts'

const domain = createDomain()

/** A session for screens, which continue folding from it. */
export async function sessionViewOf(program: Program, session: Session): Promise<SessionView> {
  const { ownership, shared } = await program.store()
  const waitsFor = await shared?.absentHostOf(session.id)
  const seats = session.run ? seatViews(session.run.team) : []
  const row = { ...rowOf(session, domain.next(session)), id: session.id, seq: session.seq }
  const [marked] = await withInterrupted(program, [row])
  return {
    session: rowView(marked ?? row),
    seats,
    rehearsal: seats.some(({ rehearsal }) => rehearsal),
    totals: { ...session.spent },
    progress: session.run && progressOf(session.run, program.now()),
    pending: waitingIn(session).map(pendingView),
    running: waitsFor === undefined && (await ownership.owned(session.id)),
    ...(waitsFor !== undefined && { waitsFor }),
    state: shownState(session),
  }
}

const progressOf = (run: Run, now: number): SessionView['progress'] => ({
  turns: turnsOf(run),
  ...timesOf(run, now),
  estimate: run.estimate,
})

/** The fold without data that screens get from events, and without votes that are still secret. */
export function shownState(session: Session): Session {
  const decisions = Object.entries(session.decisions).map(([id, decision]) => [id, withSecretVotes(decision)] as const)
  const tasks = Object.entries(session.tasks).map(([id, task]): [string, Task] => [id, { ...task, lines: emptyList() }])
  return {
    ...session,
    run: session.run && withSealedVotes(session.run),
    messages: emptyList(),
    conversations: {},
    tasks: Object.fromEntries(tasks),
    decisions: Object.fromEntries(decisions),
  }
}

type Decision = Session['decisions'][string]

/** Until it is committed, an abstention looks like any other vote. */
function withSecretVotes(decision: Decision): Decision {
  if (decision.stage === 'committed') return decision
  const voters = [...decision.votes.map(({ voter }) => voter), ...decision.abstained]
  const votes = voters.map((voter) => ({ voter, option: '', reason: '', confidence: null }))
  return { ...decision, votes, abstained: [] }
}

/** All of a team's seats. */
export const seatViews = (team: SeatedTeam): SeatView[] => seatsOf(team).map(seatView)

const seatView = ({ slug, name, role, seat, model, icon, color, description }: Seat): SeatView => ({
  slug,
  name,
  role,
  seat,
  model,
  icon,
  color,
  description,
  rehearsal: model.startsWith('rehearsal/'),
})

/** Something that waits for the user. */
export function pendingView({ id, session, pending }: FoundPending): PendingView {
  const chain = [...chainOf(session, pending)]
  const shared = {
    id,
    session: session.id,
    title: session.title,
    chain,
    agent: chain.at(-1) ?? null,
    since: timeText(pending.since),
  }
  if (pending.kind === 'vote') {
    const { id: decision, topic, options, closesAt } = pending.decision
    const closes = closesAt === null ? null : timeText(closesAt)
    return { ...shared, kind: 'vote', vote: { decision, topic, options: [...options], closesAt: closes } }
  }
  if (pending.kind === 'question') {
    const { id: question, options, gate, text, grants, turn, question: asked } = pending.question
    const kind = gate === null ? 'question' : 'gate'
    const allows = grants.length > 0 && { grants: [...grants] }
    const own = turn && { turn: { closesAt: timeText(turn.closesAt) } }
    return {
      ...shared,
      kind,
      question: { id: question, question: asked, options: [...options], gate, text, ...allows, ...own },
    }
  }
  const { ask, tool, resource, rule, proposed, also, command, unsandboxed, preview, note, expiresAt } = pending.ask
  const shown = {
    ...(also !== undefined && { also: [...also] }),
    ...(command !== undefined && { command }),
    ...(unsandboxed !== undefined && { unsandboxed }),
    ...(preview !== undefined && { preview }),
    ...(note !== undefined && { note }),
  }
  const asked = { id: ask, tool, resource, rule, proposed, ...shown, expiresAt: timeText(expiresAt) }
  return { ...shared, kind: 'ask', ask: asked }
}
