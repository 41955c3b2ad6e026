import { type Fact, fact } from '../event/event.ts'
import type { RunId } from '../shared/ids.ts'
import { ok, type Result, refuse } from '../shared/result.ts'
import type { Command } from '../state/command.ts'
import type { Session } from '../state/session.ts'
import { voteKey } from './places.ts'

const LONGEST_NOTE = 2_000

/** How a decision turned out, at any time after it was committed. A later report replaces an earlier one. */
export function acceptResolution(
  session: Session,
  { decision, run, outcome, option, note = '', by }: Extract<Command, { type: 'resolve' }>,
): Result<readonly Fact[]> {
  if (!session.committed.includes(voteKey({ run: run as RunId }, decision)))
    return refuse('decision_not_found', `No committed decision ${decision} in this session.`)
  if (outcome === 'option' && !option) return refuse('unknown_option', 'Say which option was right.')
  const said = { decision, run, outcome, by, ...(outcome === 'option' && option && { option }) }
  const added = note.trim().slice(0, LONGEST_NOTE)
  return ok([fact('decision.resolved', { ...said, ...(added !== '' && { note: added }) })])
}
