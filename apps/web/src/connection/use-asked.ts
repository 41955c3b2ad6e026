import type { CallRefusal, CallResult } from '@convene/protocol'
import { useCallback, useEffect, useRef, useState } from 'react'

/** A call's result. The old value stays until the new one arrives, to avoid flicker. */
export type Asked<T> = {
  readonly value: T | null
  readonly refusal: CallRefusal | null
  readonly isLoading: boolean
  /** Repeats the call, for example after a change. */
  again(): void
}

/** Calls once per value of `key`, debounced by `pauseMs`. A null call is skipped. */
export function useAsked<T>(load: () => Promise<CallResult<T>> | null, key = '', pauseMs = 0): Asked<T> {
  const [state, setState] = useState<Omit<Asked<T>, 'again'>>({ value: null, refusal: null, isLoading: true })
  const [count, setCount] = useState(0)
  const current = useRef(load)
  current.current = load
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the call, the count repeats it
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
