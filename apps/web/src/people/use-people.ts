import type { PersonView } from '@convene/protocol'
import { useCall } from '../connection/use-call.ts'
import { useMe } from './me.ts'

/** The other people in this space, fetched once wanted. Empty on a single-user server. */
export function usePeople(isWanted: boolean): readonly PersonView[] {
  const me = useMe()
  const asks = me !== null && isWanted
  const { value } = useCall((client) => (asks ? client.members() : null), String(asks))
  return (value?.items ?? []).map(({ person }) => person).filter(({ id }) => id !== me?.person.id)
}
