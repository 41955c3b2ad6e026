import type { CallRefusal, CallResult } from '@convene/protocol'
import { useCallback, useEffect, useRef, useState } from 'react'

/** What a call came to: its answer stays while a newer one is on its way, so that nothing flickers. */
export type Asked<T> = {
  readonly value: T | null
  readonly refusal: CallRefusal | null
  readonly isLoading: boolean
  /** Asks once more, such as after a change. */
  again(): void
}

/** Asks for each value of `key`, after a pause of `pauseMs`: what is overtaken meanwhile is never asked. Null asks nothing. */
export function useAsked<T>(load: () => Promise<CallResult<T>> | null, key = '', pauseMs = 0): Asked<T> {
  const [state, setState] = useState<Omit<Asked<T>, 'again'>>({ value: null, refusal: null, isLoading: true })
  const [count, setCount] = useState(0)
  const current = useRef(load)
  current.current = load
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is asked, the count that it is asked again
  useEffect(() => {
    let isCurrent = true
    setState((before) => ({ ...before, isLoading: true }))
    const ask = async () => {
      const result = await current.current()
      if (!isCurrent) return
      const value = result?.ok ? result.value : null
      setState({ value, refusal: result?.ok === false ? result.refusal : null, isLoading: false })
    }
    const timer = setTimeout(() => void ask(), pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [key, count, pauseMs])
  const again = useCallback(() => setCount((before) => before + 1), [])
  return { ...state, again }
}
