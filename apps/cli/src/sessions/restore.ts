import { cleanLine } from '@convene/domain'
import { findTrashed, listTrash, restoreTrashed, shortId } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { longAgoText } from '../terminal/ago.ts'
import { printJson, printNote, printTable } from '../terminal/print.ts'

const DAY_MS = 86_400_000

/** `convene sessions restore`: restores a deleted session, or lists the ones that can be restored. */
export async function restoreCommand(program: CliProgram, input: Input): Promise<number> {
  const [part] = input.words
  if (part === undefined) return listTrashed(program, input)
  const found = await findTrashed(program, part)
  if (!found.ok) return program.refuse(found.refusal)
  const { id, title, patches } = found.value
  const restored = await restoreTrashed(program, found.value)
  if (!restored.ok) return program.refuse(restored.refusal)
  if (input.flag('json')) return printJson(program, { id, title, events: restored.value, patches })
  program.terminal.err.write(
    `Restored ${shortId(id)}: "${cleanLine(title)}". Show it: convene sessions show ${shortId(id)}\n`,
  )
  for (const patch of patches)
    printNote(program, `An agent's worktree changes were saved as a patch: git apply ${cleanLine(patch)}`)
  return 0
}

async function listTrashed(program: CliProgram, input: Input): Promise<number> {
  const trashed = await listTrash((await program.store()).trash)
  if (input.flag('json')) {
    const time = (at: number) => new Date(at).toISOString()
    return printJson(
      program,
      trashed.map(({ deletedAt, goneAt, ...each }) => ({ ...each, deletedAt: time(deletedAt), goneAt: time(goneAt) })),
    )
  }
  if (trashed.length === 0) {
    printNote(program, 'No deleted sessions. You can restore a session for 7 days after deleting it.')
    return 0
  }
  const now = program.now()
  return printTable(program, {
    titles: ['id', 'title', 'deleted', 'expires in'],
    rows: trashed.map(({ id, title, deletedAt, goneAt }) => [
      shortId(id),
      cleanLine(title),
      longAgoText(now - deletedAt),
      `${Math.max(0, Math.ceil((goneAt - now) / DAY_MS))} d`,
    ]),
    flexible: 1,
  })
}
