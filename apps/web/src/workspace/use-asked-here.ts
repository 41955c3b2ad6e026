import type { CallResult, Client } from '@convene/protocol'
import { type Asked, useAsked } from '../connection/use-asked.ts'
import { type Place, useWorkspace } from './place.ts'

/** A call about the current workspace. Repeated when the workspace or `key` changes. */
export function useAskedHere<T>(
  load: (client: Client, place: Place) => Promise<CallResult<T>> | null,
  key: unknown = '',
  pauseMs = 0,
): Asked<T> {
  const place = useWorkspace()
  return useAsked((client) => load(client, place), JSON.stringify([place, key]), pauseMs)
}
