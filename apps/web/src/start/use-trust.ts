import type { Output } from '@convene/protocol'
import { useClient } from '../connection/client.ts'
import { type Asked, useAsked } from '../connection/use-asked.ts'
import { useWorkspace } from '../workspace/place.ts'

export type Trust = Asked<Output<'trust'>> & {
  /** Whether files in the folder need trust that the user has not given. */
  readonly isWanted: boolean
}

/** The folder's trust state. */
export function useTrust(): Trust {
  const client = useClient()
  const place = useWorkspace()
  const asked = useAsked(() => client.trust(place), place.workspace)
  const state = asked.value?.state
  return { ...asked, isWanted: state === 'untrusted' || state === 'changed' }
}
