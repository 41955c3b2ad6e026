import { findDecision, resolveDecision } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'

/** `convene decisions resolve`: records how a decision turned out, or removes that. */
export async function resolveOutcome(program: CliProgram, input: Input): Promise<number> {
  const found = await findDecision(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const outcome = input.text('outcome')
  const undo = input.flag('undo')
  if ((outcome === undefined) !== undo) return program.refuse({ code: 'usage', message: choose(undo) })
  const { session, decision, run } = found.value
  const done = await resolveDecision(program, { session, decision, run, outcome, note: input.text('note') })
  if (!done.ok) return program.refuse(done.refusal)
  program.terminal.err.write(`${done.value}\n`)
  return 0
}

const choose = (undo: boolean): string =>
  undo ? 'Use either --outcome or --undo.' : 'Say how it turned out: --outcome OPTION, none or unclear.'
