import type { CallResult, Client } from '@convene/protocol'
import { createContext, useContext } from 'react'
import { toast } from '../ui/toast.tsx'

/** The client for Convene's calls. Only `main.tsx` knows the transport. */
export const ClientContext = createContext<Client | null>(null)

export function useClient(): Client {
  const client = useContext(ClientContext)
  if (!client) throw new Error('the page was mounted without a client')
  return client
}

/** A call's value. If the call was refused, null, after a toast that says why and what is unchanged. */
export function valueOrToast<T>(result: CallResult<T>, kept: string): T | null {
  if (result.ok) return result.value
  toast('bad', result.refusal.message, kept)
  return null
}
