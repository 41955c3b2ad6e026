import { cleanLine } from '@convene/domain'
import { findSession, forkSession as fork, shortId } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { asStarted } from '../terminal/as-started.ts'
import { printJson, printLines, printNote } from '../terminal/print.ts'

/** `convene sessions fork`: a new session that starts as a copy, up to an event or a message. */
export async function forkSession(program: Program, input: Input): Promise<number> {
  const found = await findSession(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const forked = await fork(program, found.value, { at: input.text('at'), keepFiles: input.flag('keep-files') })
  if (!forked.ok) return program.refuse(forked.refusal)
  if (input.flag('json')) return printJson(program, forked.value)
  for (const note of forked.value.notes) printNote(program, cleanLine(note))
  const id = shortId(forked.value.id)
  return printLines(program, [
    id,
    asStarted(program.terminal, `  resume: convene resume ${id}`),
    `  new run: convene run "…" --session ${id}`,
  ])
}
