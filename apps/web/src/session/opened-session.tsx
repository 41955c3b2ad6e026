import { SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useClient } from '../connection/client.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyPage } from '../ui/empty.tsx'
import { Opening } from '../ui/opening.tsx'
import { sessionFeed } from './view/session-feed.ts'
import { createSessionStore, type Frame, type SessionStore } from './view/session-store.ts'
import { SessionContext } from './view/use-session.ts'
import { warmUp } from './warm-up.ts'

type Props = {
  readonly id: string
  /** Whether enough has been read to show the page. */
  readonly isReady: (frame: Frame) => boolean
  readonly children: ReactNode
}

/** Keeps a session open while its page is open, with a placeholder until it can be shown. */
export function OpenedSession({ id, ...props }: Props) {
  const store = useOpenedSession(id)
  if (!store) return <Opening />
  return (
    <SessionContext value={store}>
      <Shown store={store} {...props} />
    </SessionContext>
  )
}

function Shown({ store, isReady, children }: Omit<Props, 'id'> & { readonly store: SessionStore }) {
  const isGone = useStore(store, ({ connection, view }) => connection === 'gone' && view.session.seq === 0)
  const canShow = useStore(store, isReady)
  if (isGone) return <SessionGone />
  return canShow ? children : <Opening />
}

/** Follows a session for as long as the component is mounted. Null until the store exists. */
function useOpenedSession(id: string): SessionStore | null {
  const client = useClient()
  const [store, setStore] = useState<SessionStore | null>(null)
  useEffect(() => {
    const opened = createSessionStore(id, sessionFeed(client, id))
    setStore(opened)
    const stop = warmUp()
    return () => {
      stop()
      opened.close()
    }
  }, [client, id])
  return store
}

/** Shown in place of a session that does not exist. */
function SessionGone() {
  return (
    <EmptyPage
      icon={SearchX}
      title="Session not found"
      text="It may have been deleted, or it belongs to another data folder."
    >
      <LinkButton href="/">Start a new one</LinkButton>
    </EmptyPage>
  )
}
