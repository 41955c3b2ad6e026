import { type ComponentType, useEffect, useState } from 'react'

/** A component that loads on first use. `prepare` loads it earlier. */
export type LazyComponent<P> = ComponentType<P> & { prepare(): void }

/**
 * A loaded component renders at once. `lazy` would show its fallback for at least 300 ms, even if the component was
 * loaded long before.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting?: ComponentType,
): LazyComponent<P> {
  let Loaded: ComponentType<P> | undefined
  const fetched = async () => {
    Loaded = await load()
  }
  function Later(props: P) {
    const [outcome, setOutcome] = useState<'waiting' | 'there' | Error>(Loaded ? 'there' : 'waiting')
    useEffect(() => {
      if (outcome === 'waiting') fetched().then(() => setOutcome('there'), setOutcome)
    }, [outcome])
    if (outcome instanceof Error) throw outcome
    if (Loaded) return <Loaded {...props} />
    return Waiting ? <Waiting /> : null
  }
  return Object.assign(Later, { prepare: () => void fetched().catch(() => undefined) })
}
