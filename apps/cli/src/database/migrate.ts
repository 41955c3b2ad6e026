import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { openDatabase } from './open-database.ts'

/** `convene migrate`: sets up or updates a shared database, and exits. Does nothing if it is up to date. */
export async function migrate(program: Program, input: Input): Promise<number> {
  const opened = await openDatabase(program, input, { migrate: true })
  if (!opened.ok) return program.refuse(opened.refusal)
  const { name, address } = opened.value.database.place
  await opened.value.close()
  program.terminal.err.write(`The database ${name} at ${address} is ready for this version.\n`)
  return 0
}
