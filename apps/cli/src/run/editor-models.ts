import { reachesModels, sendCommand } from '@convene/host'
import type { Program } from '../program.ts'
import { printNote } from '../terminal/print.ts'
import type { ForegroundRequest } from './foreground-request.ts'

/** What comes of a run whose models only an editor has and that nobody holds now: it is never taken over here, where it would fail. */
export async function leftToEditor(
  program: Program,
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
      message: 'This run works with models of VS Code, and goes on there. Open it in VS Code.',
    })
  const told = await sendCommand(program, state, command)
  if (!told.ok) return program.refuse(told.refusal)
  for (const text of told.value) printNote(program, text)
  return 0
}
