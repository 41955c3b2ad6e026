import { useMemo } from 'react'
import { EntryView } from '../conversation/entry-view.tsx'
import { useSessionStore, useView } from '../view/use-session.ts'
import { newestKeys } from './newest.ts'

/** Below the picture: what is being said now, or how the run ended and what was said since. */
export function Newest() {
  const store = useSessionStore()
  const order = useView((view) => view.order)
  const keys = useMemo(() => newestKeys(store.getState().view, order), [store, order])
  if (keys.length === 0) return null
  return (
    <section aria-label="Newest" className="flex flex-col gap-6">
      {keys.map((key) => (
        <EntryView key={key} entryKey={key} compact={false} />
      ))}
    </section>
  )
}
