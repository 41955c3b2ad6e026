import { z } from 'zod'
import { declareAnswer } from '../../answer/declared.ts'
import type { NamedMember } from '../../answer/find-member.ts'
import { type AssignmentPlan, parseAssignments } from './parse-assignments.ts'

const Assignment = z.object({
  worker: z.string().describe('a member from the list, by name'),
  task: z.string().describe('the whole task'),
})
type Assignment = z.infer<typeof Assignment>

/** Who does what, and the lead's comments on it. */
export const assignments = declareAnswer({
  name: 'assignments',
  asks: 'the lead: which member does what',
  part: 'whole',
  json: z.object({ why: z.string().describe('the plan in a sentence or two'), assignments: z.array(Assignment) }),
  form: '@worker:<member name>\n<the whole task>\n@end',
  write: ({ why, assignments: all }) => [why.trim(), writtenOut(all)].filter((part) => part !== '').join('\n\n'),
  complaint: 'it assigned nobody, so nobody can begin',
  otherwise: 'asked a third time; then the run fails with `no_assignments`',
  examples: [
    { why: 'One reads, one asks.', assignments: [{ worker: 'Ada', task: 'Read the plan. Report what is missing.' }] },
  ],
  read(text: string, members: readonly NamedMember[]): AssignmentPlan | undefined {
    const plan = parseAssignments(text, members)
    return plan.assignments.length > 0 ? plan : undefined
  },
})

/** As blocks, unless a task contains block marks: then only the JSON shows where it ends. */
function writtenOut(all: readonly Assignment[]): string {
  if (all.some(({ worker, task }) => /@worker|@end|\n/iu.test(worker) || /@worker|@end/iu.test(task)))
    return JSON.stringify(all)
  return all.map(({ worker, task }) => `@worker:${worker}\n${task}\n@end`).join('\n\n')
}
