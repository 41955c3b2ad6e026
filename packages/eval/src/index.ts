import type { Extension } from '@convene/host'
import { evaluate } from './commands/eval.ts'
import { gradeEval } from './commands/grade.ts'
import { gradingCalls } from './routes/grading.ts'

export type { ArmReply } from './comparison/arm.ts'
export type { EvalPlan } from './comparison/eval-plan.ts'
export type { EvalReport } from './comparison/report.ts'

export const extension: Extension = {
  commands: { eval: evaluate, 'eval grade': gradeEval },
  calls: gradingCalls,
}
