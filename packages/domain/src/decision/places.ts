import type { EventPlace } from '../event/event.ts'
import type { TaskKind } from '../event/task-kind.ts'
import type { Decision } from '../state/decision.ts'

/** Slugs have no colon, so no other task's place contains this. */
const BALLOT = 'ballot:'

/**
 * The place of a decision's task. If a call waits for the decision, the task is under its caller and ends with it.
 * Votes, and the ruling of the agent that saw them, are marked: even part of a log then shows which texts are secret.
 */
export function ballotPlace(decision: Decision, kind: TaskKind, slug: string): string {
  const root = decision.call ? decision.id : `decisions/${decision.id}`
  if (kind === 'vote') return `${root}/${BALLOT}${slug}`
  return kind === 'decide' ? `${root}/${BALLOT}decide/${slug}` : `${root}/${kind}/${slug}`
}

/** The place of a panel ballot, under the name of its vote. */
export const panelBallot = (closing: number, slug: string, isAgain: boolean): string =>
  `panel${closing}/${BALLOT}${slug}${isAgain ? '/again' : ''}`

/** The place of another sealed answer, under the name of what it belongs to. */
export const sealedPlace = (root: string, place: string): string => `${root}/${BALLOT}${place}`

/** The name under which the predictions of an experiment are sealed. */
export const sealName = (experiment: string): string => `experiment-${experiment}`

/** The place of a sealed prediction. */
export const predictionPlace = (experiment: string, slug: string): string => sealedPlace(sealName(experiment), slug)

/** The names a ballot's vote may have, judging by its task alone: from a mode, from a call, or from the user. */
export function votesOf(task: string): readonly string[] {
  const place = task.slice(0, Math.max(0, task.indexOf(`/${BALLOT}`)))
  const inRun = place.replace(/^\d+\//u, '')
  return [place, inRun, ...(inRun.startsWith('decisions/') ? [inRun.slice('decisions/'.length)] : [])]
}

/** Whether a task or an effect belongs to a secret vote. Its text is hidden while the vote is open. */
export const isBallot = (id: string | undefined): boolean => id?.includes(`/${BALLOT}`) ?? false

/** Identifies a vote within its session: decision names are unique only within a run. */
export const voteKey = ({ run }: Pick<EventPlace, 'run'>, decision: string): string => `${run} ${decision}`
