import type { Place } from '../event/event.ts'
import type { Heading } from '../event/heading.ts'
import type { Decision } from '../state/decision.ts'

/** No slug has a colon, so no other task's place has this in it. */
const BALLOT = 'ballot:'

/**
 * Where a task of a decision has its place. One that a call waits for is under its caller, and ends with it. Votes,
 * and the ruling of the agent that saw them, are marked, so that even part of a log shows which texts are secret.
 */
export function placeIn(decision: Decision, heading: Heading, slug: string): string {
  const root = decision.call ? decision.id : `decisions/${decision.id}`
  if (heading === 'Vote') return `${root}/${BALLOT}${slug}`
  return heading === 'Decide' ? `${root}/${BALLOT}decide/${slug}` : `${root}/${heading.toLowerCase()}/${slug}`
}

/** The place of a ballot in a panel, under the name of its vote. */
export const panelBallot = (closing: number, slug: string, isAgain: boolean): string =>
  `panel${closing}/${BALLOT}${slug}${isAgain ? '/again' : ''}`

/** The names that the vote of a ballot may have, read from its task alone: a mode's, one of a call, one of a person. */
export function votesOf(task: string): readonly string[] {
  const place = task.slice(0, Math.max(0, task.indexOf(`/${BALLOT}`)))
  const inRun = place.replace(/^\d+\//u, '')
  return [place, inRun, ...(inRun.startsWith('decisions/') ? [inRun.slice('decisions/'.length)] : [])]
}

/** Whether a task or an effect belongs to a secret vote: its text is hidden while it is under way. */
export const isBallot = (id: string | undefined): boolean => id?.includes(`/${BALLOT}`) ?? false

/** Names a vote in its session: names of decisions are unique in a run only. */
export const voteKey = ({ run }: Pick<Place, 'run'>, decision: string): string => `${run} ${decision}`
