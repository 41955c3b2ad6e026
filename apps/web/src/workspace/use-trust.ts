import type { Output } from '@convene/protocol'
import type { CallState } from '../connection/use-call.ts'
import { useChosenWorkspace } from './chosen-workspace.ts'
import { useWorkspaceCall } from './use-workspace-call.ts'

export type TrustState = CallState<Output<'trust'>> & {
  /** Whether files in the folder need trust that the user has not given. */
  readonly isWanted: boolean
}

/** The folder's trust state. A repository on a server needs no trust, because its files take no effect. */
export function useTrust(): TrustState {
  const inFolder = useChosenWorkspace((place) => !place.repository)
  const asked = useWorkspaceCall((client, place) => (inFolder ? client.trust(place) : null), inFolder)
  return { ...asked, isWanted: inFolder && isWanted(asked.value) }
}

/** The same for files that coding agents load themselves. Fetched only if needed, because it walks the folder. */
export function useAgentTrust(needed: boolean): TrustState {
  const matters = useChosenWorkspace((place) => !place.repository) && needed
  const asked = useWorkspaceCall((client, place) => (matters ? client.agentTrust(place) : null), matters)
  return { ...asked, isWanted: matters && isWanted(asked.value) }
}

const isWanted = (trust: Output<'trust'> | null): boolean => trust?.state === 'untrusted' || trust?.state === 'changed'
