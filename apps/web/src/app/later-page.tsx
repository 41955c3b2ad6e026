import { type ComponentType, useEffect, useState } from 'react'
import { SessionOpening } from '../session/session-opening.tsx'

/** A page that is fetched when it is first wanted; `prepare` fetches it before. */
export type LaterPage<P> = ComponentType<P> & { prepare(): void }

/**
 * One that has come is there at once. `lazy` would show the shape of what comes for 300 ms at least, even where the page has
 * been fetched long before.
 */
export function laterPage<P extends object>(load: () => Promise<ComponentType<P>>): LaterPage<P> {
  let Page: ComponentType<P> | undefined
  const fetched = async () => {
    Page = await load()
  }
  function Later(props: P) {
    const [outcome, setOutcome] = useState<'waiting' | 'there' | Error>(Page ? 'there' : 'waiting')
    useEffect(() => {
      if (outcome === 'waiting') fetched().then(() => setOutcome('there'), setOutcome)
    }, [outcome])
    if (outcome instanceof Error) throw outcome
    return Page ? <Page {...props} /> : <SessionOpening />
  }
  return Object.assign(Later, { prepare: () => void fetched().catch(() => undefined) })
}
