import type { Settings } from '@convene/library'
import type { EditorBuffers } from '@convene/tools'

/** What an editor lends. Nothing of it is kept: another process that continues a session does not have it. */
export type Lent = {
  /** Servers of the settings with the same name come first. */
  readonly mcpServers: Settings['mcpServers']
  readonly buffers?: EditorBuffers
}
