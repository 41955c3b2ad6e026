import { cleanLine, type ForkChange, type SessionId } from '@convene/domain'
import { findSession, forkSession as fork, forkWithChange, shortId } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { refuseRehearsal } from '../run/connect-hint.ts'
import { inForeground } from '../run/foreground.ts'
import { printJson, printLines, printNote } from '../terminal/print.ts'
import { changeIn } from './fork-change.ts'

/** `convene sessions fork`: a copy up to an event or a message, or the last run again with one thing changed. */
export async function forkCommand(program: CliProgram, input: Input): Promise<number> {
  const found = await findSession(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const change = changeIn(input)
  if (!change.ok) return program.refuse(change.refusal)
  return change.value ? runChanged(program, input, found.value, change.value) : copy(program, input, found.value)
}

async function copy(program: CliProgram, input: Input, from: SessionId): Promise<number> {
  const forked = await fork(program, from, { at: input.text('at'), keepFiles: input.flag('keep-files') })
  if (!forked.ok) return program.refuse(forked.refusal)
  if (input.flag('json')) return printJson(program, forked.value)
  for (const note of forked.value.notes) printNote(program, cleanLine(note))
  const id = shortId(forked.value.id)
  return printLines(program, [id, `  resume: convene resume ${id}`, `  new run: convene run "…" --session ${id}`])
}

/** Runs in the session's own folder, wherever this was called from. */
async function runChanged(program: CliProgram, input: Input, id: SessionId, change: ForkChange): Promise<number> {
  const from = await (await program.engine()).state(id)
  if (!from) return program.refuse({ code: 'session_not_found', message: `No session ${shortId(id)}.` })
  const place = { ...program, ...program.at(from.workspace) }
  const forked = await forkWithChange(place, from, change, {
    interactive: place.terminal.canAsk || input.flag('detach'),
    allow: input.list('allow'),
    answers: input.list('answer'),
    yes: input.flag('yes'),
    refuses: async ({ unconnected, advice = '' }) =>
      unconnected && !place.terminal.isAttended ? refuseRehearsal(place, advice) : undefined,
  })
  if (!forked.ok) return place.refuse(forked.refusal)
  const { before, command, run } = forked.value
  const { unconnected, advice = '', warnings } = run
  const session = forked.value.id
  if (input.flag('detach')) return (await import('../server/detach.ts')).detach(place, session, command)
  return inForeground(place, input, { session, before, command, warnings, ...(unconnected && { advice }) })
}
