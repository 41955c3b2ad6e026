import { useEffect, useState } from 'react'
import { afterFrame } from './after-frame.ts'

/** False until the component has been painted, to defer work to a later task. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterFrame(() => setPainted(true)), [])
  return isPainted
}
