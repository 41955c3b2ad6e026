import type { CallResult, Client } from '@convene/protocol'
import { createContext, useContext } from 'react'
import { toast } from '../parts/toast.tsx'

/** The program behind the page. Screens call it by name; only `main.tsx` knows what carries the calls. */
export const ClientContext = createContext<Client | null>(null)

export function useClient(): Client {
  const client = useContext(ClientContext)
  if (!client) throw new Error('the page was mounted without a client')
  return client
}

/** What a call came to, or null after telling the person why it was refused, and what is still as it was. */
export function told<T>(result: CallResult<T>, kept: string): T | null {
  if (result.ok) return result.value
  toast('bad', result.refusal.message, kept)
  return null
}
