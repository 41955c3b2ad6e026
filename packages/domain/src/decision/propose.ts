import { withPlainMarks } from '../answer/plain-marks.ts'
import { type Fact, fact } from '../event/event.ts'
import { assert } from '../shared/assert.ts'
import type { CallId, TaskId } from '../shared/ids.ts'
import type { Run, Session } from '../state/session.ts'
import { USER } from '../team/user-seat.ts'
import { distinctOptions, shortEvidence, shortTopic } from './options.ts'

const WINDOW_MS = 120_000

/** Something to vote on. `id` names its place, such as `blocked-s2-1`: the same state gives the same id. */
export type Proposal = {
  readonly id: string
  readonly topic: string
  /** At least two different ones: see `distinctOptions`. */
  readonly options: readonly string[]
  readonly evidence: string
  /** Slugs, and `user`; see `voters`. */
  readonly eligible: readonly string[]
  /** Who may not decide it either, if the votes do not: the author of what it is about. */
  readonly barred?: readonly string[]
  readonly by: string
  readonly step?: string
  /** The call waiting for the outcome. */
  readonly call?: { readonly task: TaskId; readonly call: CallId }
}

/** Puts something to a vote. The session advances it by itself. The outcome is in `session.decisions[id].committed`. */
export function proposeDecision(session: Session, run: Run, proposal: Proposal): readonly Fact[] {
  const { id, by, step, call, barred = [] } = proposal
  const options = [...distinctOptions(proposal.options)]
  assert(options.length >= 2, 'a decision has at least two options that differ')
  const data = {
    decision: id,
    topic: shortTopic(proposal.topic),
    options,
    // May be an agent's report, and every voter reads it.
    evidence: shortEvidence(withPlainMarks(proposal.evidence)),
    eligible: [...new Set(proposal.eligible)],
    closesAt: session.at + (run.settings.decisions?.windowMs ?? WINDOW_MS),
    by,
    ...(barred.length > 0 && { barred: [...barred] }),
    ...(step !== undefined && { step }),
    ...(call && { call: call.call }),
  }
  const place = {
    ...(call && { task: call.task }),
    ...(by !== USER && { agent: by }),
    parent: String(run.number),
    ...(step !== undefined && { step }),
  }
  return [fact('decision.proposed', data, place)]
}

/**
 * Who votes by default: the members, with the lead if there are fewer than two, and the user if
 * the settings give them a seat and they can be asked.
 */
export function voters(run: Run): readonly string[] {
  const { members, lead } = run.team
  const slugs = members.map(({ slug }) => slug)
  const agents = slugs.length < 2 && lead ? [...new Set([lead.slug, ...slugs])] : slugs
  const withUser = run.settings.interactive && (run.settings.decisions?.userVotes ?? false)
  return withUser ? [...agents, USER] : agents
}
