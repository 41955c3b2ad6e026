import type { EventOf, Session, TaskId } from '@convene/domain'

/** Lines written for a parser are reworded once they are complete. */
const unheard: readonly (string | undefined)[] = [
  'Topic',
  'Plan',
  'Evaluate',
  'Options',
  'Final position',
  'Summarize',
  'Next speaker',
  'Repair citations',
  'Handoff',
  'Vote',
]

/** Whether people want to read the words of this task as they come. */
export const isHeard = ({ tasks }: Session, task: TaskId): boolean => !unheard.includes(tasks[task]?.heading)

/** A report to the agent who handed the work on; it is shown with the end of its task. */
export const isHandedReport = ({ data, parent }: EventOf<'message'>): boolean =>
  data.kind === 'report' && (parent?.includes('/') ?? false)
