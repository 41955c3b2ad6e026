import type { EventOf, Session, TaskId } from '@convene/domain'

/** Their lines are written for a parser, and reworded once complete. */
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

/** Whether this task's text is worth streaming to people. */
export const isHeard = ({ tasks }: Session, task: TaskId): boolean => !unheard.includes(tasks[task]?.heading)

/** A report to the delegating agent. It is shown with the end of its task. */
export const isHandedReport = ({ data, parent }: EventOf<'message'>): boolean =>
  data.kind === 'report' && (parent?.includes('/') ?? false)
