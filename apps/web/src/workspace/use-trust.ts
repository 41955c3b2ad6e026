import type { Output } from '@convene/protocol'
import type { Asked } from '../connection/use-asked.ts'
import { useAskedHere } from './use-asked-here.ts'

export type Trust = Asked<Output<'trust'>> & {
  /** Whether files in the folder need trust that the user has not given. */
  readonly isWanted: boolean
}

/** The folder's trust state. */
export function useTrust(): Trust {
  const asked = useAskedHere((client, place) => client.trust(place))
  const state = asked.value?.state
  return { ...asked, isWanted: state === 'untrusted' || state === 'changed' }
}
