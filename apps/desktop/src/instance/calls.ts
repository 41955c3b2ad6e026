import type { Call } from './instance.ts'

/** Calls of later starts: they go to the window while one is open, and are kept while none is. */
export type Calls = {
  hear(call: Call): void
  /** From now on calls go there, the one that was kept first; until the returned function is called. */
  attend(take: (call: Call) => void): () => void
  /** Resolves when a call is kept: nobody attends, and somebody wants a window. */
  kept(): Promise<void>
  /** The call that was kept, which is kept no longer. */
  take(): Call | undefined
}

/** The call that leads to a path, or only to the window. */
export const callTo = (path: string | undefined): Call => (path === undefined ? {} : { path })

export function waitingCalls(): Calls {
  let attending: ((call: Call) => void) | undefined
  let last: Call | undefined
  let woken = Promise.withResolvers<void>()
  const take = () => {
    const call = last
    last = undefined
    woken = Promise.withResolvers<void>()
    return call
  }
  return {
    hear: (call) => {
      if (attending) return attending(call)
      // One that only wants the window finds it where the one before it leads.
      last = { ...last, ...call }
      woken.resolve()
    },
    attend: (listen) => {
      attending = listen
      const call = take()
      if (call) listen(call)
      return () => {
        attending = undefined
      }
    },
    kept: () => woken.promise,
    take,
  }
}
