import { type ComponentType, useEffect, useState } from 'react'
import { Opening } from '../ui/opening.tsx'

/** A page that loads on first use. `prepare` loads it earlier. */
export type LaterPage<P> = ComponentType<P> & { prepare(): void }

/**
 * A loaded page renders at once. `lazy` would show its fallback for at least 300 ms, even if the page was loaded long
 * before.
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
    return Page ? <Page {...props} /> : <Opening />
  }
  return Object.assign(Later, { prepare: () => void fetched().catch(() => undefined) })
}
