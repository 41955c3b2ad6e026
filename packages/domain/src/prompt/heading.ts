import type { TaskKind } from '../event/task-kind.ts'

/** The first line of an ask, in words. */
export const headings: Readonly<Record<TaskKind, string>> = {
  clarify: 'Clarify',
  topic: 'Topic',
  contribute: 'Contribute',
  next_speaker: 'Next speaker',
  redirect: 'Redirect',
  converged: 'Converged?',
  options: 'Options',
  final_position: 'Final position',
  synthesize: 'Synthesize',
  repair_citations: 'Repair citations',
  follow_up: 'Follow-up',
  plan: 'Plan',
  work: 'Task',
  evaluate: 'Evaluate',
  review_plan: 'Review plan',
  review: 'Review',
  handoff: 'Handoff',
  deliberate: 'Deliberate',
  vote: 'Vote',
  decide: 'Decide',
  summarize: 'Summarize',
  summary: 'Summary',
  title: 'Title',
  respond: 'Respond',
}
