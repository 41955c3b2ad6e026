import type { Activity } from '@convene/domain'
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { shownActivity } from './activity.ts'
import { type Speaker, speakerOf } from './seats.ts'
import type { SessionStore } from './session-store.ts'
import type { Entry, View } from './view.ts'

export const SessionContext = createContext<SessionStore | null>(null)

/** The session of this part of the page. */
export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext)
  if (!store) throw new Error('a session component was rendered outside a session')
  return store
}

/** Selects from the view. Renders again only when the selection changes. */
export function useView<T>(select: (view: View) => T): T {
  return useStore(useSessionStore(), ({ view }) => select(view))
}

/** The current entry for a key. */
export const useEntry = (key: string): Entry | undefined => useView((view) => view.entries.get(key))

/** The agent for a slug. */
export const useSpeaker = (slug: string): Speaker => useView((view) => speakerOf(view, slug))

/** An agent's current activity. */
export const useActivity = (slug: string): Activity => useView((view) => shownActivity(view, slug))
