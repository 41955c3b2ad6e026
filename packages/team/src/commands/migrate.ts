import type { CommandContext } from '@convene/host'
import { openDatabase } from './open-database.ts'

/** `convene migrate`: sets up or updates a shared database, and exits. Does nothing if it is up to date. */
export async function migrate(context: CommandContext): Promise<number> {
  const opened = await openDatabase(context, { migrate: true })
  if (!opened.ok) return context.refuse(opened.refusal)
  const { name, address } = opened.value.database.place
  await opened.value.close()
  context.terminal.err.write(`The database ${name} at ${address} is ready for this version.\n`)
  return 0
}
