import type { EventOf, Session, TaskId, TaskKind } from '@convene/domain'

/** Their lines are written for a parser, and reworded once complete. */
const unstreamed: readonly (TaskKind | undefined)[] = [
  'topic',
  'plan',
  'evaluate',
  'options',
  'final_position',
  'summarize',
  'next_speaker',
  'repair_citations',
  'handoff',
  'vote',
]

/** Whether this task's text is worth streaming to people. */
export const isStreamed = ({ tasks }: Session, task: TaskId): boolean => !unstreamed.includes(tasks[task]?.kind)

/** A report to the delegating agent. It is shown with the end of its task. */
export const isHandedReport = ({ data, parent }: EventOf<'message'>): boolean =>
  data.kind === 'report' && (parent?.includes('/') ?? false)
