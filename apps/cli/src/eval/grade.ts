import { findEval } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { openAt } from '../server/serve.ts'

/** `convene eval grade`: opens the page on which answers are compared by hand. */
export async function gradeEval(program: Program, input: Input): Promise<number> {
  const plan = findEval(program.home, input.words[0])
  return plan.ok ? openAt(program, input, `/eval/${plan.value.id}`) : program.refuse(plan.refusal)
}
