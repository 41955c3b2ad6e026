import type { Run } from '../../../state/session.ts'
import { agentMembers } from '../../../team/user-seat.ts'
import { hasBriefs, onlyModel } from './settings.ts'

/** What each seat argues from if all share one model. Without them, it would argue the same way in every seat. */
const BRIEFS = [
  'Argue from what has worked elsewhere: established practice and measured results.',
  'Argue from what fails first: risks, abuse, and the worst case that is likely.',
  'Argue from the cost: money, time, and the effort to run it and to undo it.',
  'Make the best case for the answer that the others will probably reject.',
  'Argue from the people affected: what they notice, gain and lose.',
  'Argue from two years ahead: what this makes easier and what it rules out.',
  'Argue for the simplest answer that could work, and say what is not needed.',
  'Argue from the evidence alone: what is known, what is assumed, and what would settle it.',
] as const

/** The seat's brief. Empty unless the seats share one model and debate anyway. */
export function briefOf(run: Pick<Run, 'settings' | 'team'>, agent: string): string {
  if (!hasBriefs(run)) return ''
  const place = agentMembers(run.team).findIndex(({ slug }) => slug === agent)
  return place < 0 ? '' : (BRIEFS[place % BRIEFS.length] ?? '')
}

/** What such a debate is, for people. */
export const briefsText = (run: Pick<Run, 'settings' | 'team'>): string =>
  `All seats use ${onlyModel(run)}, with a different brief each: a debate of roles, not of models.`
