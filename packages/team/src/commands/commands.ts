import type { ExtensionCommand } from '@convene/host'
import { importFolder } from './import.ts'
import { migrate } from './migrate.ts'
import { serveTeam } from './serve.ts'

/** By the names in the manifest. */
export const teamCommands: { readonly [name: string]: ExtensionCommand } = {
  'serve --database-url': serveTeam,
  migrate,
  import: importFolder,
}
