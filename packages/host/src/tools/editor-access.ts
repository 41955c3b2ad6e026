import type { Settings } from '@convene/library'
import type { EditorBuffers } from '@convene/tools'

/** What an editor lends. None of it is stored: another process that continues a session does not have it. */
export type EditorAccess = {
  /** Servers in the settings take precedence over these if they have the same name. */
  readonly mcpServers: Settings['mcpServers']
  readonly buffers?: EditorBuffers
}
