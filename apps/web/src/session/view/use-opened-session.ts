import { useEffect, useState } from 'react'
import { useClient } from '../../connection/client.ts'
import { sessionFeed } from './session-feed.ts'
import { createSessionStore, type SessionStore } from './session-store.ts'

/** Follows a session for as long as the component is mounted. Null until the store exists. */
export function useOpenedSession(id: string): SessionStore | null {
  const client = useClient()
  const [store, setStore] = useState<SessionStore | null>(null)
  useEffect(() => {
    const opened = createSessionStore(id, sessionFeed(client, id))
    setStore(opened)
    return () => opened.close()
  }, [client, id])
  return store
}
