import { useLocation } from 'wouter'
import { useClient, valueOrToast } from '../connection/client.ts'
import { toast } from '../ui/toast.tsx'

/** Deletes a session, leaves its page, and offers to undo that. */
export function useDelete(): (id: string) => Promise<void> {
  const client = useClient()
  const [location, navigate] = useLocation()
  const undo = useRestore()
  return async (id) => {
    if (!valueOrToast(await client.deleteSession({ id }), 'The session was not deleted.')) return
    if (location.includes(id)) navigate('/')
    toast('plain', 'Deleted the session', 'You can restore it for 7 days.', { label: 'Undo', run: () => void undo(id) })
  }
}

/** Restores a deleted session and opens it. */
export function useRestore(): (id: string) => Promise<boolean> {
  const client = useClient()
  const [, navigate] = useLocation()
  return async (id) => {
    const restored = valueOrToast(await client.restoreSession({ id }), 'The session is still in Recently deleted.')
    if (!restored) return false
    toast('good', 'Restored the session')
    navigate(`/session/${id}`)
    return true
  }
}
