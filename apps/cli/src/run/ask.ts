import { findSession } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { inForeground } from './foreground.ts'

/** `convene ask`: a follow-up question after a run, answered in the foreground. */
export async function ask(program: CliProgram, input: Input): Promise<number> {
  const [part = '', text = ''] = input.words
  return tell(program, input, { part, text, to: input.text('to') })
}

/** `convene sessions summary`: the same question, to the agent that sums sessions up. */
export const summarizeCommand = (program: CliProgram, input: Input): Promise<number> =>
  tell(program, input, { part: input.words[0] ?? '', text: 'Sum up this session.', to: 'summary' })

type Told = { readonly part: string; readonly text: string; readonly to: string | undefined }

async function tell(program: CliProgram, input: Input, { part, text, to }: Told): Promise<number> {
  const found = await findSession(program, part)
  if (!found.ok) return program.refuse(found.refusal)
  const engine = await program.engine()
  return inForeground(program, input, {
    session: found.value,
    before: await engine.state(found.value),
    command: { type: 'message', text, ...(to !== undefined && { to }) },
    followUp: true,
  })
}
