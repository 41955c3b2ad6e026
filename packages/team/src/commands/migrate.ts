import type { CommandContext } from '@convene/host'
import { openTeamDatabase } from './open-database.ts'

/** `convene migrate`: sets up or updates a shared database, and exits. Does nothing if it is up to date. */
export async function migrateCommand(context: CommandContext): Promise<number> {
  const opened = await openTeamDatabase(context, { migrate: true })
  if (!opened.ok) return context.refuse(opened.refusal)
  const { name, address } = opened.value.database.place
  await opened.value.close()
  context.terminal.err.write(`The database ${name} at ${address} is ready for this version.\n`)
  return 0
}
