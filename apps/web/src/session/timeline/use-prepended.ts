import { useEffect, useRef } from 'react'

/** Whether rows were prepended, so that visible rows can keep their place. */
export function usePrepended(first: string | undefined, length: number): boolean {
  const before = useRef({ first, length })
  const isPrepended = length > before.current.length && first !== before.current.first && before.current.length > 0
  useEffect(() => {
    before.current = { first, length }
  }, [first, length])
  return isPrepended
}
