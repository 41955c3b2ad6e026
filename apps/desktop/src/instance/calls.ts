import type { InstanceCall } from './instance.ts'

/** Calls from later starts: passed to the open window, or kept while none is open. */
export type InstanceCalls = {
  hear(call: InstanceCall): void
  /** Sends calls to `take`, starting with the kept one, until the returned function is called. */
  attend(take: (call: InstanceCall) => void): () => void
  /** Resolves when a call is kept: a window is wanted but none is open. */
  kept(): Promise<void>
  /** Removes and returns the kept call. */
  take(): InstanceCall | undefined
}

/** A call that leads to a path, or just to the window. */
export const callTo = (path: string | undefined): InstanceCall => (path === undefined ? {} : { path })

export function waitingCalls(): InstanceCalls {
  let attending: ((call: InstanceCall) => void) | undefined
  let last: InstanceCall | undefined
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
      // A call that only wants the window keeps the path of the one before it.
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
