import type { ExtensionCommand } from '@convene/host'
import { importFolder } from './import.ts'
import { migrateCommand } from './migrate.ts'
import { serveTeam } from './serve.ts'

/** By the names in the manifest. */
export const teamServerCommands: { readonly [name: string]: ExtensionCommand } = {
  'serve --database-url': serveTeam,
  migrate: migrateCommand,
  import: importFolder,
}
