import type { Output } from '@convene/protocol'
import { useClient } from '../connection/client.ts'
import { type Asked, useAsked } from '../connection/use-asked.ts'
import { useWorkspace } from '../workspace/place.ts'

export type Trust = Asked<Output<'trust'>> & {
  /** Files of the folder would decide something, and nobody has said that they may. */
  readonly isWanted: boolean
}

/** How this person stands to what the folder would decide. */
export function useTrust(): Trust {
  const client = useClient()
  const place = useWorkspace()
  const asked = useAsked(() => client.trust(place), place.workspace)
  const state = asked.value?.state
  return { ...asked, isWanted: state === 'untrusted' || state === 'changed' }
}
