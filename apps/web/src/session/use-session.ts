import type { Activity } from '@convene/domain'
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { shownActivity } from './activity.ts'
import { type Speaker, speakerOf } from './seats.ts'
import type { SessionStore } from './session-store.ts'
import type { Entry, View } from './view.ts'

export const SessionContext = createContext<SessionStore | null>(null)

/** The session that this part of the page is about. */
export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext)
  if (!store) throw new Error('a part of a session stands outside of one')
  return store
}

/** One thing of what is shown; the part is rendered again only when this thing is another one. */
export function useView<T>(select: (view: View) => T): T {
  return useStore(useSessionStore(), ({ view }) => select(view))
}

/** An entry by its key, as it is now. */
export const useEntry = (key: string): Entry | undefined => useView((view) => view.entries.get(key))

/** The agent behind a slug. */
export const useSpeaker = (slug: string): Speaker => useView((view) => speakerOf(view.session, slug))

/** What an agent does at this moment. */
export const useActivity = (slug: string): Activity => useView((view) => shownActivity(view, slug))
