import type { SessionId } from '@convene/domain'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { cleanLine } from '../terminal/clean.ts'
import { findSession, shortId } from './find.ts'

/** `convene sessions delete`: for good. A session that runs is stopped first, by a person. */
export async function deleteSession(program: Program, input: Input): Promise<number> {
  const found = await findSession(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const { log, ownership } = await program.store()
  const id = shortId(found.value)
  const lease = await ownership.claim(found.value)
  if (lease === 'owned elsewhere')
    return program.refuse({
      code: 'session_runs',
      message: `The session runs in another process. Stop it first: convene stop ${id}`,
    })
  try {
    if (!(await isSure(program, input, found.value))) return 0
    const { disposeSession } = await program.adapters()
    const disposed = await disposeSession({ home: program.home, log }, found.value)
    if (!disposed.ok) return program.refuse(disposed.refusal)
    program.terminal.err.write(`Deleted ${id}.\n`)
    return 0
  } finally {
    await lease.release()
  }
}

async function isSure(program: Program, input: Input, session: SessionId): Promise<boolean> {
  const { terminal } = program
  if (input.flag('yes') || !terminal.canAsk) return true
  const state = await (await program.engine()).state(session)
  const answer = await terminal.ask(`Delete "${cleanLine(state?.title ?? session)}" with everything in it? [y/N] `)
  return /^y(es)?$/iu.test(answer?.trim() ?? '')
}
