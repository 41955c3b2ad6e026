import type { Command, Result, Session, SessionId } from '@convene/domain'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { findSession } from '../sessions/find.ts'
import { refuseWorkspace } from '../workspace.ts'
import { inForeground } from './foreground.ts'
import { type Goal, goalOf } from './goal.ts'
import { prepareRun } from './prepare.ts'

/** `convene run`: a new run, in a new session or in one that is there. */
export async function run(program: Program, input: Input): Promise<number> {
  const refusal = refuseWorkspace(program.workspace)
  if (refusal) return program.refuse(refusal)
  const goal = await goalOf(program, input)
  return goal.ok ? runGoal(program, input, goal.value) : program.refuse(goal.refusal)
}

/** Runs a goal in the foreground with the options that were given. */
export async function runGoal(program: Program, input: Input, goal: Goal): Promise<number> {
  const prepared = await prepareRun(program, input)
  if (!prepared.ok) return program.refuse(prepared.refusal)
  const session = await sessionFor(program, input)
  if (!session.ok) return program.refuse(session.refusal)
  const { start, warnings, unconnected } = prepared.value
  const { id, before } = session.value
  const asked = { goal: goal.text, attachments: goal.attachments, run: start }
  const command: Command =
    before === undefined ? { type: 'create', workspace: program.workspace, ...asked } : { type: 'run', ...asked }
  return inForeground(program, input, { session: id, before, command, warnings, unconnected })
}

async function sessionFor(
  program: Program,
  input: Input,
): Promise<Result<{ readonly id: SessionId; readonly before?: Session | undefined }>> {
  const part = input.text('session')
  if (part === undefined) return { ok: true, value: { id: (await program.ids()).next() as SessionId } }
  const found = await findSession(program, part)
  if (!found.ok) return found
  const engine = await program.engine()
  return { ok: true, value: { id: found.value, before: await engine.state(found.value) } }
}
