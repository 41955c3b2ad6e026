import type { CallRefusal, CallResult, Client } from '@convene/protocol'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from './client.ts'

/** A call's result. The old value stays until the new one arrives, to avoid flicker. */
export type CallState<T> = {
  readonly value: T | null
  readonly refusal: CallRefusal | null
  readonly isLoading: boolean
  /** Repeats the call, for example after a change. */
  again(): void
}

/** Makes the call, or returns null to skip it. */
export type Load<T> = (client: Client) => Promise<CallResult<T>> | null

/** Calls once per value of `key`, debounced by `pauseMs`. */
export function useCall<T>(load: Load<T>, key = '', pauseMs = 0): CallState<T> {
  const client = useClient()
  const [state, setState] = useState<Omit<CallState<T>, 'again'>>({ value: null, refusal: null, isLoading: true })
  const [count, setCount] = useState(0)
  const current = useRef(load)
  current.current = load
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the call, the count repeats it
  useEffect(() => {
    let isCurrent = true
    setState((before) => ({ ...before, isLoading: true }))
    const ask = async () => {
      const result = await current.current(client)
      if (!isCurrent) return
      const value = result?.ok ? result.value : null
      setState({ value, refusal: result?.ok === false ? result.refusal : null, isLoading: false })
    }
    const timer = setTimeout(() => void ask(), pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [client, key, count, pauseMs])
  const again = useCallback(() => setCount((before) => before + 1), [])
  return { ...state, again }
}
