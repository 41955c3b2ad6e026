import type { SessionCommand } from '@convene/protocol'
import { useLocation } from 'wouter'
import { useClient, valueOrToast } from '../connection/client.ts'
import { toast } from '../parts/toast.tsx'
import { useSessionStore } from './use-session.ts'

/** Sends a command to this session; a refusal is told, and true means that it was taken. */
export function useSendCommand(): (command: SessionCommand) => Promise<boolean> {
  const client = useClient()
  const { id } = useSessionStore()
  return async (command) => valueOrToast(await client.command({ ...command, id }), 'Nothing was changed.') !== null
}

/** Begins a new session with everything up to an event, and goes there. */
export function useForking(): (at: number) => void {
  const client = useClient()
  const { id } = useSessionStore()
  const [, navigate] = useLocation()
  const fork = async (at: number) => {
    const done = valueOrToast(await client.command({ type: 'fork', at, id }), 'This session is as it was.')
    if (!done?.id) return
    navigate(`/session/${done.id}`)
    toast('good', 'Forked', done.notes.join(' ') || 'Shared history is not billed again.')
  }
  return (at) => void fork(at)
}
