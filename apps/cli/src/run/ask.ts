import { findSession } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { inForeground } from './foreground.ts'

/** `convene ask`: a follow-up question after a run, answered in the foreground. */
export async function ask(program: Program, input: Input): Promise<number> {
  const [part = '', text = ''] = input.words
  const found = await findSession(program, part)
  if (!found.ok) return program.refuse(found.refusal)
  const engine = await program.engine()
  const to = input.text('to')
  return inForeground(program, input, {
    session: found.value,
    before: await engine.state(found.value),
    command: { type: 'message', text, ...(to !== undefined && { to }) },
    followUp: true,
  })
}
