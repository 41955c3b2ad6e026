import { navigate } from 'wouter/use-hash-location'
import { useClient, valueOrToast } from '../connection/client.ts'
import { fromHere } from '../ui/from-here.ts'
import { toast } from '../ui/toast.tsx'

/** Deletes a session, leaves its page, and offers to undo that. */
export function useDelete(): (id: string) => Promise<void> {
  const client = useClient()
  const undo = useRestore()
  return async (id) => {
    if (!valueOrToast(await client.deleteSession({ id }), 'The session was not deleted.')) return
    if (location.hash.includes(id)) navigate('/')
    toast('plain', 'Deleted the session', 'You can restore it for 7 days.', { label: 'Undo', run: () => void undo(id) })
  }
}

/** Restores a deleted session and opens it. */
export function useRestore(): (id: string) => Promise<boolean> {
  const client = useClient()
  return async (id) => {
    const goTo = fromHere()
    const restored = valueOrToast(await client.restoreSession({ id }), 'The session is still in Recently deleted.')
    if (!restored) return false
    toast('good', 'Restored the session')
    goTo(`/session/${id}`)
    return true
  }
}
