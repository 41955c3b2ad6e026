/** One waits until another rings. */
export type Bell = { readonly ring: () => void; readonly heard: () => Promise<void> }

/** Rings once for everything that one turn of the event loop brings: a piece of a stream holds many parts. */
export function bell(): Bell {
  let ringing = false
  let wake: (() => void) | undefined
  const sound = () => {
    ringing = false
    wake?.()
    wake = undefined
  }
  return {
    ring: () => {
      if (ringing) return
      ringing = true
      setImmediate(sound)
    },
    heard: () =>
      new Promise((resolve) => {
        wake = resolve
      }),
  }
}
