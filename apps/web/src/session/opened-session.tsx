import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { Opening } from '../ui/opening.tsx'
import { SessionGone } from './session-gone.tsx'
import type { Frame, SessionStore } from './view/session-store.ts'
import { useOpenedSession } from './view/use-opened-session.ts'
import { SessionContext } from './view/use-session.ts'

type Props = {
  readonly id: string
  /** Whether enough has been read to show the page. */
  readonly isReady: (frame: Frame) => boolean
  readonly children: ReactNode
}

/** A session that stays open while its page is, with a placeholder until it can be shown. */
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
