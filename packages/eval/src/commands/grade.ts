import type { CommandContext } from '@convene/host'
import { findEval } from '../run/eval-folder.ts'

/** `convene eval grade`: opens the page on which answers are compared by hand. */
export async function gradeEval(context: CommandContext): Promise<number> {
  const plan = findEval(context.program.home, context.input.words[0])
  return plan.ok ? context.openApp(`/eval/${plan.value.id}`) : context.refuse(plan.refusal)
}
