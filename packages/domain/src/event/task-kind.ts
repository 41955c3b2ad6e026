import { z } from 'zod'

/** What a task asks for. Programs compare it, and people and models read the words for it. */
export const TaskKind = z.enum([
  'clarify',
  'topic',
  'contribute',
  'experiment',
  'predict',
  'next_speaker',
  'redirect',
  'converged',
  'estimate',
  'options',
  'final_position',
  'synthesize',
  'repair_citations',
  'follow_up',
  'plan',
  'work',
  'evaluate',
  'review_plan',
  'review',
  'compare',
  'handoff',
  'deliberate',
  'vote',
  'decide',
  'summarize',
  'summary',
  'title',
  'respond',
])
export type TaskKind = z.infer<typeof TaskKind>
