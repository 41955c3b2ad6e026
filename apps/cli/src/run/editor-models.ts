import { reachesModels, sendCommand } from '@convene/host'
import type { CliProgram } from '../program.ts'
import { printNote } from '../terminal/print.ts'
import type { ForegroundRequest } from './foreground-request.ts'

/** A run that uses VS Code's models and has no owner now. It is never taken over here, because it would fail. */
export async function leftToEditor(
  program: CliProgram,
  { session, command }: ForegroundRequest,
): Promise<number | undefined> {
  const state = await (await program.engine()).state(session)
  const run = command?.type === 'run' ? command.run : (state?.run ?? null)
  if (!state || reachesModels(program, run)) return undefined
  const { ownership } = await program.store()
  if (await ownership.owned(session)) return undefined
  if (!command)
    return program.refuse({
      code: 'editor_models',
      message: 'This run uses VS Code models and continues there. Open it in VS Code.',
    })
  const told = await sendCommand(program, state, command)
  if (!told.ok) return program.refuse(told.refusal)
  for (const text of told.value) printNote(program, text)
  return 0
}
