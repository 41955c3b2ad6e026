import { cleanLine, type SessionId } from '@convene/domain'
import { deleteSession as dispose, findSession, shortId } from '@convene/program'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'

/** `convene sessions delete`: for good. A session that runs is stopped first, by a person. */
export async function deleteSession(program: Program, input: Input): Promise<number> {
  const found = await findSession(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const deleted = await dispose(program, found.value, () => isSure(program, input, found.value))
  if (typeof deleted === 'object') return program.refuse(deleted)
  if (deleted === 'deleted') program.terminal.err.write(`Deleted ${shortId(found.value)}.\n`)
  return 0
}

async function isSure(program: Program, input: Input, session: SessionId): Promise<boolean> {
  const { terminal } = program
  if (input.flag('yes') || !terminal.canAsk) return true
  const state = await (await program.engine()).state(session)
  const answer = await terminal.ask(`Delete "${cleanLine(state?.title ?? session)}" with everything in it? [y/N] `)
  return /^y(es)?$/iu.test(answer?.trim() ?? '')
}
