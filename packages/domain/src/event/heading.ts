import { z } from 'zod'

/** The first line of every ask, naming what is asked for. */
export const Heading = z.enum([
  'Clarify',
  'Topic',
  'Contribute',
  'Next speaker',
  'Redirect',
  'Converged?',
  'Options',
  'Final position',
  'Synthesize',
  'Repair citations',
  'Follow-up',
  'Plan',
  'Task',
  'Evaluate',
  'Review plan',
  'Review',
  'Handoff',
  'Deliberate',
  'Vote',
  'Decide',
  'Summarize',
  'Summary',
  'Title',
  'Respond',
])
export type Heading = z.infer<typeof Heading>
