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
  return { ...asked, isWanted: isWanted(asked.value) }
}

/** The same for what coding agents load by themselves. Asked only if it matters: it takes a walk through the folder. */
export function useAgentTrust(matters: boolean): Trust {
  const asked = useAskedHere((client, place) => (matters ? client.agentTrust(place) : null), matters)
  return { ...asked, isWanted: matters && isWanted(asked.value) }
}

const isWanted = (trust: Output<'trust'> | null): boolean => trust?.state === 'untrusted' || trust?.state === 'changed'
