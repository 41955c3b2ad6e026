import type { CallResult } from '@convene/protocol'
import { useEffect, useRef, useState } from 'react'

/** A call's value, or null until it arrives. Called once per value of `key`. */
export function useLoaded<T>(load: () => Promise<CallResult<T>>, key = ''): T | null {
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly value: T } | null>(null)
  const current = useRef(load)
  current.current = load
  useEffect(() => {
    let isCurrent = true
    void current.current().then((result) => isCurrent && result.ok && setLoaded({ key, value: result.value }))
    return () => {
      isCurrent = false
    }
  }, [key])
  return loaded?.key === key ? loaded.value : null
}
