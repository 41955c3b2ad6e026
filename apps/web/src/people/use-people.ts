import type { PersonView } from '@convene/protocol'
import { useAsked } from '../connection/use-asked.ts'
import { useMe } from './me.ts'

/** The others in this space, once they are wanted. Nobody on a server with one user. */
export function usePeople(isWanted: boolean): readonly PersonView[] {
  const me = useMe()
  const asks = me !== null && isWanted
  const { value } = useAsked((client) => (asks ? client.members() : null), String(asks))
  return (value?.items ?? []).map(({ person }) => person).filter(({ id }) => id !== me?.person.id)
}
