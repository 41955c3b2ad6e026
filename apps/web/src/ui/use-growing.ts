import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterFrame } from './after-frame.ts'

/** Grows up to `wanted` by one step per frame, because rendering that many elements at once would take too long. */
export function useGrowing(wanted: number, step: number): number {
  const [count, setCount] = useState(step)
  useEffect(() => {
    if (count >= wanted) return
    return afterFrame(() => flushSync(() => setCount(count + step)))
  }, [count, wanted, step])
  return Math.min(count, wanted)
}
