import { join } from 'node:path'
import { cleanLine, type SessionId } from '@convene/domain'
import { deleteSession as dispose, findSession, shortId } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'

/** `convene sessions delete`: stops running work and keeps a copy for a week. */
export async function deleteCommand(program: CliProgram, input: Input): Promise<number> {
  const found = await findSession(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const deleted = await dispose(program, found.value, () => isSure(program, input, found.value))
  if (typeof deleted === 'object') return program.refuse(deleted)
  if (deleted === 'kept') return 0
  const id = shortId(found.value)
  const trash = cleanLine(join(program.home, 'trash'))
  program.terminal.err.write(
    `Deleted ${id}. To restore it within 7 days: convene sessions restore ${id} (copy in ${trash})\n`,
  )
  return 0
}

async function isSure(program: CliProgram, input: Input, session: SessionId): Promise<boolean> {
  const { terminal } = program
  if (input.flag('yes') || !terminal.canAsk) return true
  const state = await (await program.engine()).state(session).catch(() => undefined)
  const { ownership } = await program.store()
  const runs = (await ownership.owned(session)) ? ' Running work is stopped.' : ''
  const answer = await terminal.ask(
    `Delete "${cleanLine(state?.title ?? session)}"?${runs} You can restore it for 7 days. [y/N] `,
  )
  return /^y(es)?$/iu.test(answer?.trim() ?? '')
}
