import type { SessionId } from '@convene/domain'
import type { Checks } from '@convene/engine'
import type { FolderBounds } from '../host/folder-guard.ts'
import type { AllowHosts } from '../web/guard/check-url.ts'

export type CheckRunnerOptions = {
  readonly home: string
  readonly environment: { readonly [name: string]: string | undefined }
  /** The hosts that the user has allowed for this workspace. */
  allowHosts(workspace: string): Promise<AllowHosts>
  /** The folders that a session may see, if several groups of people share the machine. */
  bounds?(session: SessionId): Promise<FolderBounds | undefined>
}

/** Runs checks on a copy of the workspace. Loaded with the first one: most runs have none. */
export const checkRunner = (options: CheckRunnerOptions): Checks => ({
  run: async (request, signal) => (await import('./run-check.ts')).runCheckOnCopy(options, request, signal),
})
